//! The phase that has started and not ended.

use crate::erased::AnyPhase;
use crate::error::Failure;
use crate::ticket::Keeper;

/// The phase that has started and not ended.
pub(crate) struct Running<W: 'static> {
    pub(crate) phase: AnyPhase<W>,
    pub(crate) state: State,
}

pub(crate) enum State {
    /// A call to it has unwound, and it is still to be given up.
    Panicked,
    /// It waits to be updated; so many updates in a row have left it waiting.
    Waiting { updates: u64 },
    /// It waits for its ticket.
    Suspended(Keeper),
    /// It was suspended when it was saved, and is to get a new ticket.
    #[cfg(feature = "serde")]
    Restored,
    /// It has ended, and its `on_end` is still to run.
    Ended,
    /// It has failed, and is still to be given up.
    Failed(Failure),
}

/// Which phase waits, and since when; see [`PhaseManager::waiting`](crate::PhaseManager::waiting).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Waiting {
    /// The name of the phase.
    pub name: &'static str,
    /// How many updates in a row have left it waiting; 0 for a suspended phase, which is not updated.
    pub updates: u64,
    /// Whether it waits for its ticket, and not to be updated.
    pub suspended: bool,
}

impl<W: 'static> Running<W> {
    pub(crate) fn is_waiting(&self) -> bool {
        !matches!(self.state, State::Ended | State::Failed(_) | State::Panicked)
    }
}
