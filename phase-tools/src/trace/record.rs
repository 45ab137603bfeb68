//! An event as the ring keeps it: small, and without text of its own.

use phase_core::{AnsweredBy, DropReason, Event, EventKind, PhaseId, QueuedBy, QueuedHow, Seat};

/// One event. Its text stands in the chunk that holds it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    pub(super) id: PhaseId,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) level: u32,
    /// Where its text ends in that of the chunk; it begins where that of the record before ends.
    pub(super) text_end: u32,
    /// Which of the games that the trace was attached to.
    pub(super) game: u16,
}

// With its place in the index, an event is to take at most 64 bytes.
const _: () = assert!(size_of::<Record>() <= 56);

/// What has happened, in 16 bytes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// The parent is the phase itself where no phase has queued it.
    Queued {
        how: QueuedHow,
        by: By,
        parent: PhaseId,
    },
    Started,
    Waiting,
    Updated,
    Suspended,
    Asking {
        number: u64,
    },
    Answered {
        seat: Seat,
        by: AnsweredBy,
    },
    Refused {
        seat: Seat,
    },
    Parked,
    Resumed,
    Ended,
    Cancelled,
    Failed,
    Panicked,
    Abandoned,
    Dropped {
        reason: DropReason,
    },
}

/// Who has queued a phase; the id of a phase stands beside it.
#[derive(Debug, Clone, Copy)]
pub(super) enum By {
    Phase,
    Host,
    WhenEmpty,
    Unknown,
}

impl Kind {
    /// Nothing for what a later version of the core may tell.
    pub(super) fn of(event: &Event<'_>) -> Option<Self> {
        Some(match event.kind {
            EventKind::Queued { how, by } => {
                let (by, parent) = match by {
                    QueuedBy::Phase(parent) => (By::Phase, parent),
                    QueuedBy::Host => (By::Host, event.id),
                    QueuedBy::WhenEmpty => (By::WhenEmpty, event.id),
                    _ => (By::Unknown, event.id),
                };
                Self::Queued { how, by, parent }
            }
            EventKind::Started => Self::Started,
            EventKind::Waiting => Self::Waiting,
            EventKind::Updated => Self::Updated,
            EventKind::Suspended => Self::Suspended,
            EventKind::Asking { number } => Self::Asking { number },
            EventKind::Answered { seat, by, .. } => Self::Answered { seat, by },
            EventKind::Refused { seat } => Self::Refused { seat },
            EventKind::Parked => Self::Parked,
            EventKind::Resumed => Self::Resumed,
            EventKind::Ended => Self::Ended,
            EventKind::Cancelled => Self::Cancelled,
            EventKind::Failed { .. } => Self::Failed,
            EventKind::Panicked => Self::Panicked,
            EventKind::Abandoned => Self::Abandoned,
            EventKind::Dropped { reason } => Self::Dropped { reason },
            _ => return None,
        })
    }

    /// Whether the text beside it is the `Debug` of the phase.
    pub(super) fn shows_phase(self) -> bool {
        matches!(self, Self::Started | Self::Dropped { .. } | Self::Queued { how: QueuedHow::Present, .. })
    }

    pub(super) fn queued_by(by: By, parent: PhaseId) -> QueuedBy {
        match by {
            By::Phase => QueuedBy::Phase(parent),
            By::Host => QueuedBy::Host,
            By::WhenEmpty => QueuedBy::WhenEmpty,
            By::Unknown => QueuedBy::Unknown,
        }
    }
}
