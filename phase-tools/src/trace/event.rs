//! An event of a trace, to look at.

use phase_core::{AnsweredBy, DropReason, PhaseId, QueuedBy, QueuedHow, Seat};

/// An event that a [`Trace`](crate::Trace) has kept: the phase and what has happened to it.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
/// use phase_tools::{Trace, TraceKind};
///
/// #[phase]
/// #[derive(Debug)]
/// pub struct DamagePhase(u32);
///
/// impl Phase for DamagePhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// }
///
/// let (trace, mut phases) = (Trace::new(), PhaseManager::new());
/// trace.attach(&mut phases);
/// phases.push(DamagePhase(7));
/// phases.run(&mut ())?;
/// let events = trace.events();
/// assert_eq!(events.len(), 3); // queued, started, ended
/// assert_eq!(events[1].kind, TraceKind::Started);
/// assert_eq!(events[1].debug.as_deref(), Some("DamagePhase(7)"));
/// # Ok::<(), RunError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceEvent {
    /// What tells the phase from all others of its manager.
    pub id: PhaseId,
    /// The name of the phase.
    pub name: &'static str,
    /// Its `Debug` on one line, where it is kept: as it starts, as it is dropped, and as the trace finds it.
    pub debug: Option<String>,
    /// The number of the level on which it was.
    pub level: usize,
    /// What has happened.
    pub kind: TraceKind,
    /// Which of the games that the trace was attached to.
    pub(super) game: u16,
}

/// What has happened to a phase: [`EventKind`](phase_core::EventKind) with texts in place of what can't be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TraceKind {
    /// It was queued.
    Queued {
        /// By which verb.
        how: QueuedHow,
        /// By whom.
        by: QueuedBy,
    },
    /// Its `start` was about to be called.
    Started,
    /// It waits to be updated.
    Waiting,
    /// An update has left it waiting.
    Updated,
    /// It waits for its ticket.
    Suspended,
    /// It asks.
    Asking {
        /// The number of the question.
        number: u64,
    },
    /// It was about to be called with an answer.
    Answered {
        /// Who has answered.
        seat: Seat,
        /// The `Debug` of the answer, which does not show it if it is secret; nothing in a trace of names only.
        answer: Option<String>,
        /// Where the answer comes from.
        by: AnsweredBy,
    },
    /// An answer was refused.
    Refused {
        /// Whose answer.
        seat: Seat,
    },
    /// An interrupt has set it aside.
    Parked,
    /// It comes back from an interrupt.
    Resumed,
    /// It has ended.
    Ended,
    /// It was given up.
    Cancelled,
    /// It has failed.
    Failed {
        /// What the error says; nothing in a trace of names only.
        error: Option<String>,
    },
    /// A call to it has panicked.
    Panicked,
    /// Its ticket was dropped.
    Abandoned,
    /// It has left the queue without having started.
    Dropped {
        /// Why.
        reason: DropReason,
    },
}
