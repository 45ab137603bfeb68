//! The phase that has started and not left, in each of the states that it can be in.

use crate::kernel::Failure;
use crate::kernel::{Fate, Keeper, Stored};

/// A phase that has started and not ended.
pub(crate) struct Running<W: 'static> {
    pub(crate) phase: Stored<W>,
    pub(crate) rest: Rest,
}

/// What a phase rests in that has given control back.
pub(crate) enum Rest {
    /// It waits to be updated; so many updates in a row have left it waiting.
    Waiting { updates: u64 },
    /// It waits for its ticket.
    Suspended(Keeper),
    /// It was suspended in another life, and is to get a new ticket.
    Restored,
    /// It waits for answers to the question of this number.
    Asking { number: u64 },
}

/// A phase that is over, and that a panic in another has kept from being taken down.
pub(crate) struct Over<W: 'static> {
    pub(crate) phase: Stored<W>,
    pub(crate) ending: Ending,
}

/// How a phase came to its end.
pub(crate) enum Ending {
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
    /// How many updates in a row have left it waiting; 0 for a phase that is suspended or asks: it waits for
    /// something else.
    pub updates: u64,
    /// Whether it waits for its ticket. If it is [`Waits`](crate::Waits), it is updated as well.
    pub suspended: bool,
    /// Whether it waits for answers.
    pub asking: bool,
}

impl<W: 'static> Running<W> {
    pub(crate) fn name(&self) -> &'static str {
        self.phase.name()
    }

    /// Whether its ticket is out, and can still end it.
    pub(crate) fn is_suspended(&self) -> bool {
        matches!(&self.rest, Rest::Suspended(keeper) if keeper.fate() == Fate::Live)
    }
}
