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
        questions: u64,
    ) -> Self {
        let mut manager = Self::of(Schedule::of(tree));
        manager.schedule.pending = Pending::RESTORE;
        let numbers = parked.iter().chain(&running).filter_map(|running| match running.rest {
            Rest::Asking { number } => Some(number),
            _ => None,
        });
        manager.questions = numbers.fold(questions, u64::max);
        manager.running = running;
        manager.parked = parked;
        manager
    }

    /// Has the halt of a save come, and phases that run by priority, if it may have some.
    #[cfg(feature = "serde")]
    pub(crate) fn note_kept(&mut self, halted: bool, may_have_ordered: bool) {
        let Schedule { tree, pending, .. } = &mut self.schedule;
        if halted {
            pending.insert(Pending::HALT);
        }
        if may_have_ordered && tree.in_run_order().any(|phase| phase.get().ordering().is_some()) {
            pending.insert(Pending::ORDER);
        }
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
