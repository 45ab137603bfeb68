//! What the host queues, as data.

use phase_core::{AnyPhase, registry};

/// Whether a phase that has this name, or had it, is secret.
pub(super) fn is_secret<W: 'static>(name: &str) -> bool {
    let phases = registry().of::<W>();
    phases.iter().any(|entry| entry.is_secret() && (entry.name() == name || entry.aliases().contains(&name)))
}

/// A phase as it is written.
pub(super) fn data_of<W: 'static>(phase: &AnyPhase<W>) -> Result<String, String> {
    let phases = registry().of::<W>();
    let is_secret = is_secret::<W>(phase.name());
    let data = serde_json::to_string(phase).map_err(|error| {
        // Of one that is not declared `save`, it says nothing but that.
        let is_savable = phases.get(phase.name()).is_some_and(|entry| entry.is_savable());
        if is_secret && is_savable { UNWRITABLE.to_owned() } else { error.to_string() }
    })?;
    let mut reader = serde_json::Deserializer::from_str(&data);
    let read = phases.build(phase.name(), &mut reader).map_err(|error| {
        if is_secret { UNREADABLE.to_owned() } else { format!("it can't be read again: {error}") }
    })?;
    match serde_json::to_string(&read) {
        Ok(again) if again == data => Ok(data),
        _ => Err(ANOTHER.to_owned()),
    }
}

const UNWRITABLE: &str = "its `Serialize` fails, and why is not told, since it is secret";

const UNREADABLE: &str = "it can't be read again, and why is not told, since it is secret";

const ANOTHER: &str = "what is read of it again is another phase; mend its `Serialize` and `Deserialize`";
