//! What a manager that was loaded, copied or come back to has still to do once it has the world.

#[cfg(feature = "serde")]
use alloc::vec::Vec;

use super::PhaseManager;
use super::running::Rest;
#[cfg(feature = "serde")]
use super::running::Running;
use crate::kernel::{Pending, Ticket};
#[cfg(feature = "serde")]
use crate::kernel::{Schedule, Stored};
#[cfg(feature = "serde")]
use crate::tree::PhaseTree;

impl<W: 'static> PhaseManager<W> {
    #[cfg(feature = "serde")]
    pub(crate) fn restored(
        tree: PhaseTree<Stored<W>>,
        running: Option<Running<W>>,
        parked: Vec<Running<W>>,
        halted: bool,
    ) -> Self {
        let has_ordered = tree.in_run_order().any(|phase| phase.get().best().is_some());
        let mut pending = Pending::RESTORE;
        if halted {
            pending.insert(Pending::HALT);
        }
        if has_ordered {
            pending.insert(Pending::ORDER);
        }
        let schedule = Schedule { tree, pending, ..Schedule::new() };
        Self { schedule, running, parked, ..Self::new() }
    }

    /// Gives each phase that was suspended in another life a new ticket, the parked ones first.
    pub(crate) fn hand_out_tickets(&mut self, world: &mut W) {
        if !self.schedule.pending.intersects(Pending::RESTORE) {
            return;
        }
        for running in self.parked.iter_mut().chain(&mut self.running) {
            if matches!(running.rest, Rest::Restored) {
                let (ticket, keeper) = Ticket::issue(running.name());
                // If `on_restore` panics, the ticket goes with it, and the phase is abandoned. One that is not `Restores`
                // can't have suspended, so nothing is lost that would have been handed out.
                running.rest = Rest::Suspended(keeper);
                drop(running.phase.get_mut().on_restore(world, ticket));
            }
        }
        // Not before, so that after such a panic the others still get theirs.
        self.schedule.pending.remove(Pending::RESTORE);
    }
}
