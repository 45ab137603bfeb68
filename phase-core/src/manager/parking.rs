//! Telling phases that they were set aside, and that they come back.

use scopeguard::{ScopeGuard, guard};

use super::PhaseManager;
use super::drive::Advance;
use super::running::{Rest, Running};
#[cfg(feature = "causes")]
use crate::kernel::EventKind;
use crate::kernel::RunError;
use crate::kernel::{Fate, Pending};

impl<W: 'static> PhaseManager<W> {
    /// Tells the phase that was parked last, if it does not know yet.
    ///
    /// It is the only one: another one could be parked only after a call that begins with this.
    pub(super) fn tell_parked(&mut self, world: &mut W) {
        if !self.schedule.pending.take(Pending::PARK) {
            return;
        }
        let Some(running) = self.parked.pop() else { return };
        let mut told = guard((self, running), |(manager, Running { phase, rest })| {
            // Its ticket is stale from now on.
            drop(rest);
            manager.schedule.tree.unpark();
            manager.panic_in(phase);
        });
        told.1.phase.get_mut().on_park(world);
        let (manager, running) = ScopeGuard::into_inner(told);
        #[cfg(feature = "causes")]
        manager.schedule.tell_current(&running.phase, EventKind::Parked, world);
        manager.parked.push(running);
    }

    /// Has a parked phase go on, which is told before, unless it is only to be given up.
    pub(super) fn come_back(&mut self, running: Running<W>, world: &mut W) -> Result<Advance<W>, RunError> {
        if let Rest::Suspended(keeper) = &running.rest {
            if matches!(keeper.fate(), Fate::Cancelled | Fate::Dropped) {
                return self.go_on(running, world);
            }
        }
        let mut told = guard((self, running), |(manager, Running { phase, rest })| {
            drop(rest);
            manager.panic_in(phase);
        });
        told.1.phase.get_mut().on_resume(world);
        let (manager, running) = ScopeGuard::into_inner(told);
        #[cfg(feature = "causes")]
        manager.schedule.tell_current(&running.phase, EventKind::Resumed, world);
        manager.go_on(running, world)
    }
}
