//! What a restored manager has still to do once it has the world.

use crate::agenda::Agenda;
use crate::due::Due;
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
        let has_ordered = tree.in_run_order().any(|phase| phase.0.get().best().is_some());
        let due = Due::RESTORE.and(Due::HALT.if_so(halted)).and(Due::ORDER.if_so(has_ordered));
        let agenda = Agenda { tree, due, ..Agenda::new() };
        Self { agenda, running, parked, ..Self::new() }
    }

    /// Gives each phase that was suspended when it was saved a new ticket, the parked ones first.
    pub(crate) fn hand_out_tickets(&mut self, world: &mut W) {
        if !self.agenda.due.has_any(Due::RESTORE) {
            return;
        }
        for running in self.parked.iter_mut().chain(&mut self.running) {
            if matches!(running.state, State::Restored) {
                let (ticket, keeper) = Ticket::issue(running.phase.name());
                // If `on_restore` panics, the ticket goes with it, and the phase is abandoned.
                running.state = State::Suspended(keeper);
                running.phase.0.get_mut().on_restore(world, ticket);
            }
        }
        // Not before, so that after such a panic the others still get theirs.
        self.agenda.due.take(Due::RESTORE);
    }
}
