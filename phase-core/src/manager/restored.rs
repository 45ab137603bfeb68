//! What a restored manager has still to do once it has the world.

use alloc::vec::Vec;

use super::PhaseManager;
use super::running::{Rest, Running};
use crate::kernel::{Pending, Schedule, Stored, Ticket};
use crate::tree::PhaseTree;

impl<W: 'static> PhaseManager<W> {
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

    /// Gives each phase that was suspended when it was saved a new ticket, the parked ones first.
    pub(crate) fn hand_out_tickets(&mut self, world: &mut W) {
        if !self.schedule.pending.intersects(Pending::RESTORE) {
            return;
        }
        for running in self.parked.iter_mut().chain(&mut self.running) {
            if matches!(running.rest, Rest::Restored) {
                let (ticket, keeper) = Ticket::issue(running.name());
                // If `on_restore` panics, the ticket goes with it, and the phase is abandoned.
                running.rest = Rest::Suspended(keeper);
                running.phase.get_mut().on_restore(world, ticket);
            }
        }
        // Not before, so that after such a panic the others still get theirs.
        self.schedule.pending.remove(Pending::RESTORE);
    }
}
