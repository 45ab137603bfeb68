//! What an observer is told.

use super::any_answer::AnyAnswer;
use super::inspect::PhaseRef;
use super::phase_id::PhaseId;
use super::run_error::RunError;
use super::seat::Seat;

/// Something that has happened to a phase, as [`PhaseManager::observe`](crate::PhaseManager::observe) tells it.
///
/// Needs the [feature](crate::guide::features) `causes`.
///
/// Each phase that is ever queued has one [`Queued`](EventKind::Queued), and comes to exactly one end: `Ended`,
/// `Cancelled`, `Failed`, `Panicked`, `Abandoned` or `Dropped`; unless the manager itself is dropped before.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// # let mut battle = Battle::default();
/// # let mut phases = PhaseManager::new();
/// # use std::sync::{Arc, Mutex};
/// let told = Arc::new(Mutex::new(Vec::new()));
/// let trace = Arc::clone(&told);
/// phases.observe(move |event, _| {
///     let line = format!("{} {:?} on level {}", event.phase.name(), event.kind, event.level);
///     trace.lock().unwrap().push(line);
/// });
/// phases.push(FaintPhase("Bezel"));
/// phases.run(&mut battle)?;
/// assert_eq!(*told.lock().unwrap(), [
///     "FaintPhase Queued { how: Push, by: Host } on level 0",
///     "FaintPhase Started on level 0",
///     "FaintPhase Ended on level 0",
/// ]);
/// # Ok::<(), RunError>(())
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Event<'a> {
    /// What tells the phase from all others of its manager.
    pub id: PhaseId,
    /// The phase, as it is at this moment.
    pub phase: PhaseRef<'a>,
    /// The number of the level on which it is queued, or from which it has come; 0 where that is gone, as after a clear. It may
    /// rise in between, where a [scope](crate::Scope) opens a level below.
    pub level: usize,
    /// What has happened.
    pub kind: EventKind<'a>,
}

/// What has happened to a phase; see [`Event`].
///
/// Needs the [feature](crate::guide::features) `causes`.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum EventKind<'a> {
    /// It was queued.
    Queued {
        /// By which verb.
        how: QueuedHow,
        /// By whom.
        by: QueuedBy,
    },
    /// Its `start` is about to be called.
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
    /// It is about to be called with an answer.
    Answered {
        /// Who has answered.
        seat: Seat,
        /// The answer. Its `Debug` does not show it if it is [secret](crate::Asks::secret).
        answer: &'a AnyAnswer,
        /// Where the answer comes from.
        by: AnsweredBy,
    },
    /// An answer was refused while it asks.
    Refused {
        /// Whose answer.
        seat: Seat,
    },
    /// An interrupt has set it aside, and it has been told.
    Parked,
    /// It comes back from an interrupt, and has been told.
    Resumed,
    /// It has ended, and `on_end` has been called.
    Ended,
    /// It was given up, by the host, by its ticket, or since the tree was cleared while it was parked.
    Cancelled,
    /// It has failed.
    Failed {
        /// What the call returns.
        error: &'a RunError,
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

/// By which verb a phase was queued.
///
/// Needs the [feature](crate::guide::features) `causes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QueuedHow {
    /// At the end of level 0.
    Push,
    /// On the level above, to run next; also by a scope.
    Unshift,
    /// For afterwards; also by a scope.
    Defer,
    /// Beside another phase.
    Insert,
    /// In the place of another phase.
    Replace,
    /// Above everything else.
    Interrupt,
    /// As nothing was left to run.
    WhenEmpty,
    /// It was there when the observer came, or an undo has brought it.
    Present,
}

/// Who has queued a phase.
///
/// Needs the [feature](crate::guide::features) `causes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QueuedBy {
    /// The phase of this id, in one of its calls.
    Phase(PhaseId),
    /// The host, itself or by an inbox.
    Host,
    /// [`when_empty`](crate::PhaseManager::when_empty).
    WhenEmpty,
    /// Nobody has seen it.
    Unknown,
}

/// Where an answer comes from.
///
/// Needs the [feature](crate::guide::features) `causes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnsweredBy {
    /// From the host.
    Host,
    /// From the phase itself, since the [time was out](crate::PhaseManager::time_out).
    Fallback,
}

/// Why a phase has left the queue without having started.
///
/// Needs the [feature](crate::guide::features) `causes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DropReason {
    /// It was removed, and maybe handed to the caller.
    Removed,
    /// Another phase has taken its place.
    Replaced,
    /// A `retain` has not kept it.
    Retained,
    /// The tree was cleared.
    Cleared,
    /// A scope was skipped.
    Skipped,
    /// The phase that had queued it was cancelled, with all that it had queued.
    CancelledTree,
    /// The game is over.
    Finished,
    /// An undo or a redo has gone to another moment.
    Undone,
}
