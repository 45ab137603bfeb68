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
        questions: u64,
    ) -> Self {
        let has_ordered = tree.in_run_order().any(|phase| phase.get().ordering().is_some());
        let mut pending = Pending::RESTORE;
        if halted {
            pending.insert(Pending::HALT);
        }
        if has_ordered {
            pending.insert(Pending::ORDER);
        }
        let schedule = Schedule { tree, pending, ..Schedule::new() };
        let numbers = parked.iter().chain(&running).filter_map(|running| match running.rest {
            Rest::Asking { number } => Some(number),
            _ => None,
        });
        let questions = numbers.fold(questions, u64::max);
        Self { schedule, running, parked, questions, ..Self::new() }
    }

    /// Gives each phase that was suspended in another life a new ticket, the parked ones first.
    pub(crate) fn hand_out_tickets(&mut self, world: &mut W) {
        if !self.schedule.pending.intersects(Pending::RESTORE) {
            return;
        }
        for running in self.parked.iter_mut().chain(&mut self.running) {
            if matches!(running.rest, Rest::Restored) {
                let (ticket, keeper) = Ticket::issue(running.name());
                // If `on_restore` panics, the ticket goes with it, and the phase is abandoned. So is one that is not
                // `Restores`, which may come from a save that was made when it could suspend without that.
                running.rest = Rest::Suspended(keeper);
                drop(running.phase.get_mut().on_restore(world, ticket));
            }
        }
        // Not before, so that after such a panic the others still get theirs.
        self.schedule.pending.remove(Pending::RESTORE);
    }
}
