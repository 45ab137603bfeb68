//! Which phases queued which.

use std::collections::BTreeMap;

use phase_core::{QueuedBy, QueuedHow};

use super::event::{TraceEvent, TraceKind};

/// Each time that a phase queued another: the name of the first one, the way, and the name of the other. What was queued by the host, by
/// nobody, or by a phase that the trace has dropped is left out.
pub(crate) fn queueing(
    events: &[TraceEvent],
) -> impl Iterator<Item = (&'static str, QueuedHow, &'static str)> {
    let names: BTreeMap<_, _> = events.iter().map(|event| ((event.game, event.id), event.name)).collect();
    events.iter().filter_map(move |event| match event.kind {
        TraceKind::Queued { how, by: QueuedBy::Phase(by) } => {
            Some((*names.get(&(event.game, by))?, how, event.name))
        }
        _ => None,
    })
}
