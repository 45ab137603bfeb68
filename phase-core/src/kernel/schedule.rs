//! What a manager has to do: the part of it that a running phase reaches through its queue.

use core::fmt;

use super::pending::Pending;
use super::slots::Slots;
use super::storage::{Spare, Stored};
use super::ticket::Keeper;
use crate::tree::PhaseTree;

/// Where in its life the running phase is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Starting,
    Updating,
    /// The same, while its ticket is out.
    UpdatingSuspended,
    Answering,
    /// There is nobody to ask.
    Unasked,
    /// `on_end` has been called.
    Ending,
}

impl Stage {
    /// The method that is called in this stage.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Starting => "start",
            Self::Updating | Self::UpdatingSuspended => "update",
            Self::Answering => "answer",
            Self::Unasked => "unasked",
            Self::Ending => "on_end",
        }
    }
}

/// What a manager has to do: the tree, and what goes with it.
pub struct Schedule<W: 'static> {
    pub(crate) tree: PhaseTree<Stored<W>>,
    /// Memory for the phases to come.
    pub(crate) spare: Spare,
    pub(crate) stage: Stage,
    pub(crate) pending: Pending,
    pub(crate) slots: Slots,
    /// The other half of the ticket that the running phase has just handed out, or had when it was called.
    pub(crate) keeper: Option<Keeper>,
    /// How many of the parked phases, from the outermost, were parked when the tree was cleared.
    pub(crate) swept: usize,
    /// Whether the game is over, so that no phase is supplied when nothing is left.
    pub(crate) is_finished: bool,
}

impl<W: 'static> Schedule<W> {
    pub(crate) const fn new() -> Self {
        Self {
            tree: PhaseTree::new(),
            spare: Spare::new(),
            stage: Stage::Starting,
            pending: Pending::NOTHING,
            slots: Slots::new(),
            keeper: None,
            swept: 0,
            is_finished: false,
        }
    }

    /// Whether something has to be done between the flow of a phase and its end.
    pub(crate) fn is_unsettled(&self) -> bool {
        self.pending.intersects(Pending::CLEAR.union(Pending::TICKET))
    }

    /// Brings the best phase of its group into the slot that comes up next, if that is one of an ordered phase.
    pub(crate) fn settle_order(&mut self, world: &W) {
        self.slots.settle_next(&mut self.tree, world);
    }

    /// The queued phase that would start next.
    pub(crate) fn peek(&self, world: &W) -> Option<&Stored<W>> {
        Slots::peek(&self.tree, world)
    }

    /// Gives memory back from time to time; to be called when nothing is queued.
    pub(crate) fn ran_empty(&mut self) {
        if let Some(most) = self.tree.ran_empty() {
            self.spare.shrink_to(most);
            self.slots.forget();
        }
    }

    /// Gives back all memory that is not in use.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.tree.shrink_to_fit();
        self.spare.shrink_to(0);
        self.slots.forget();
    }
}

impl<W: 'static> fmt::Debug for Schedule<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schedule").field("levels", &self.tree).finish_non_exhaustive()
    }
}
