//! What the host queues, as data.

use phase_core::{AnyPhase, PhaseEntry, registry};
use serde_json::Value;

use super::lossy::what_is_lost;
use super::text::Quoted;

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
        let is_savable = phases.get(phase.name()).is_some_and(PhaseEntry::is_savable);
        if is_secret && is_savable { UNWRITABLE.to_owned() } else { error.to_string() }
    })?;
    let data = on_one_line(data);
    if let Some(what) = what_is_lost(phase) {
        return Err(format!("it holds {what}"));
    }
    let mut reader = serde_json::Deserializer::from_str(&data);
    let read = phases.build(phase.name(), &mut reader).map_err(|error| {
        if is_secret { UNREADABLE.to_owned() } else { format!("it can't be read again: {error}") }
    })?;
    match serde_json::to_string(&read) {
        Ok(again) if are_alike(&again, &data) => Ok(data),
        _ => Err(ANOTHER.to_owned()),
    }
}

/// JSON without breaks of lines, which can stand only between its parts.
pub(super) fn on_one_line(data: String) -> String {
    if data.contains(['\n', '\r']) { data.replace(['\n', '\r'], " ") } else { data }
}

/// Whether two texts are the same but for the order of what stands in maps and arrays, since an array may be a set.
fn are_alike(one: &str, other: &str) -> bool {
    let ordered = |text| serde_json::from_str(text).ok().map(|value| in_order(&value));
    one == other || ordered(one).is_some_and(|one| Some(one) == ordered(other))
}

/// A value as text, with all that stands in maps and arrays in the order of its text.
fn in_order(value: &Value) -> String {
    match value {
        Value::Array(values) => {
            let mut parts: Vec<_> = values.iter().map(in_order).collect();
            parts.sort_unstable();
            format!("[{}]", parts.join(","))
        }
        Value::Object(fields) => {
            let part = |(key, value): (&String, &Value)| format!("{}:{}", Quoted(key), in_order(value));
            let mut parts: Vec<_> = fields.iter().map(part).collect();
            parts.sort_unstable();
            format!("{{{}}}", parts.join(","))
        }
        value => value.to_string(),
    }
}

const UNWRITABLE: &str = "its `Serialize` fails, and why is not told, since it is secret";

const UNREADABLE: &str = "it can't be read again, and why is not told, since it is secret";

const ANOTHER: &str = "what is read of it again is another phase; mend its `Serialize` and `Deserialize`";
