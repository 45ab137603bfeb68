//! What a restored manager has still to do once it has the world.

use crate::agenda::Agenda;
use crate::erased::AnyPhase;
use crate::manager::PhaseManager;
use crate::running::{Running, State};
use crate::ticket::Ticket;
use crate::tree::PhaseTree;

impl<W: 'static> PhaseManager<W> {
    pub(super) fn restored(
        tree: PhaseTree<AnyPhase<W>>,
        running: Option<Running<W>>,
        parked: alloc::vec::Vec<Running<W>>,
        halted: bool,
    ) -> Self {
        let has_ordered = tree.in_run_order().any(|phase| phase.0.best().is_some());
        let agenda = Agenda { tree, halted, has_ordered, ..Agenda::new() };
        Self { agenda, running, parked, has_restored: true, ..Self::new() }
    }

    /// Gives each phase that was suspended when it was saved a new ticket, the parked ones first.
    pub(crate) fn hand_out_tickets(&mut self, world: &mut W) {
        if !self.has_restored {
            return;
        }
        for running in self.parked.iter_mut().chain(&mut self.running) {
            if matches!(running.state, State::Restored) {
                let (ticket, keeper) = Ticket::issue(running.phase.name());
                // If `on_restore` panics, the ticket goes with it, and the phase is abandoned.
                running.state = State::Suspended(keeper);
                running.phase.0.on_restore(world, ticket);
            }
        }
        // Not before, so that after such a panic the others still get theirs.
        self.has_restored = false;
    }
}
