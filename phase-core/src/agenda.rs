//! What a manager has to do: the part of it that a running phase reaches through its queue.

use crate::BARE;
use crate::declare::SameWorld;
use crate::due::Due;
use crate::erased::{AnyPhase, Queueable};
use crate::ordered::Slots;
use crate::storage::Spare;
use crate::ticket::Keeper;
use crate::tree::PhaseTree;

/// Where in its life the running phase is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Starting,
    Updating,
    /// `on_end` has been called.
    Ending,
}

impl Stage {
    /// The method that is called in this stage.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Starting => "start",
            Self::Updating => "update",
            Self::Ending => "on_end",
        }
    }
}

pub(crate) struct Agenda<W: 'static> {
    pub(crate) tree: PhaseTree<AnyPhase<W>>,
    /// Memory for the phases to come.
    pub(crate) spare: Spare,
    pub(crate) stage: Stage,
    pub(crate) due: Due,
    pub(crate) slots: Slots,
    /// The other half of the ticket that the running phase has just handed out.
    pub(crate) keeper: Option<Keeper>,
}

impl<W: 'static> Agenda<W> {
    pub(crate) const fn new() -> Self {
        Self {
            tree: PhaseTree::new(),
            spare: Spare::new(),
            stage: Stage::Starting,
            due: Due::NOTHING,
            slots: Slots::new(),
            keeper: None,
        }
    }

    /// Whether something has to be done between the flow of a phase and its end.
    pub(crate) fn is_unsettled(&self) -> bool {
        !BARE && self.due.has_any(Due::CLEAR.and(Due::TICKET))
    }

    /// Takes in a phase of whichever kind.
    pub(crate) fn admit<C>(&mut self, phase: C) -> AnyPhase<W>
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        self.due.add(Due::ORDER.if_so(phase.is_ordered()));
        SameWorld::same(phase.into_any_phase(&mut self.spare))
    }

    pub(crate) fn clear(&mut self) {
        self.due.add(Due::CLEAR);
        self.tree.clear();
    }
}
