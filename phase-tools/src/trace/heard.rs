//! A single event, for whoever keeps a list of its own.

use std::fmt;

use phase_core::{Event, EventKind, QueuedHow};

use super::event::{TraceEvent, TraceKind};
use super::text;

/// The most text that an event has.
const LONGEST: usize = 1 << 16;

impl TraceEvent {
    /// The event as a trace keeps it; nothing for what a later version of the core may tell.
    pub(crate) fn of(event: &Event<'_>) -> Option<Self> {
        let shows_phase = matches!(
            event.kind,
            EventKind::Started
                | EventKind::Dropped { .. }
                | EventKind::Queued { how: QueuedHow::Present, .. }
        );
        let debug = if shows_phase { shown(format_args!("{:?}", event.phase)) } else { None };
        let kind = match event.kind {
            EventKind::Queued { how, by } => TraceKind::Queued { how, by },
            EventKind::Started => TraceKind::Started,
            EventKind::Waiting => TraceKind::Waiting,
            EventKind::Updated => TraceKind::Updated,
            EventKind::Suspended => TraceKind::Suspended,
            EventKind::Asking { number } => TraceKind::Asking { number },
            EventKind::Answered { seat, answer, by } => {
                TraceKind::Answered { seat, answer: shown(format_args!("{answer:?}")), by }
            }
            EventKind::Refused { seat } => TraceKind::Refused { seat },
            EventKind::Parked => TraceKind::Parked,
            EventKind::Resumed => TraceKind::Resumed,
            EventKind::Ended => TraceKind::Ended,
            EventKind::Cancelled => TraceKind::Cancelled,
            EventKind::Failed { error } => TraceKind::Failed { error: shown(format_args!("{error}")) },
            EventKind::Panicked => TraceKind::Panicked,
            EventKind::Abandoned => TraceKind::Abandoned,
            EventKind::Dropped { reason } => TraceKind::Dropped { reason },
            _ => return None,
        };
        Some(Self { id: event.id, name: event.phase.name(), debug, level: event.level, kind, game: 0 })
    }
}

fn shown(what: fmt::Arguments<'_>) -> Option<String> {
    let mut text = String::new();
    text::write(&mut text, LONGEST, what);
    Some(text).filter(|text| !text.is_empty())
}
