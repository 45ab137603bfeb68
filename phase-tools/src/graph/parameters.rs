//! Phases with type parameters, which are in no registry, but are drawn where another phase lists them.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use phase_core::PhaseEntry;

/// What stands for such phases, by their types. It is kept for good, as all that the registry has is; there is one for each
/// that the program lists.
static KNOWN: Mutex<BTreeMap<TypeId, &'static PhaseEntry>> = Mutex::new(BTreeMap::new());

/// Adds what the phases list with type parameters, and keeps all in the order of their names.
pub(super) fn add_children(entries: &mut Vec<&'static PhaseEntry>) {
    let listed: BTreeMap<TypeId, PhaseEntry> = entries
        .iter()
        .rev()
        .flat_map(|entry| entry.children_with_parameters())
        .map(|child| (child.phase_type(), child))
        .collect();
    if listed.is_empty() {
        return;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    entries.extend(
        listed.into_iter().map(|(ty, child)| *known.entry(ty).or_insert_with(|| Box::leak(Box::new(child)))),
    );
    entries.sort_by_key(|entry| entry.name());
}
