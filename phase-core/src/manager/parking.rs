//! Interrupts, and telling phases that they were set aside, and that they come back.

use scopeguard::{ScopeGuard, guard};

use super::PhaseManager;
use super::drive::Advance;
use super::running::{Rest, Running};
use crate::any::{Queueable, enter_any};
#[cfg(feature = "causes")]
use crate::kernel::EventKind;
use crate::kernel::RunError;
use crate::kernel::{Fate, Pending, SameWorld, Schedule};

/// # Put aside and give up
///
/// A phase that waits can be interrupted, and what is queued, waits or is parked be given up.
impl<W: 'static> PhaseManager<W> {
    /// Queues a phase above everything else, and sets the waiting phase aside until it, and all that it unshifts and
    /// defers, has run.
    ///
    /// The parked phase then waits on as before; its ticket stays good. It is told by [`on_park`](crate::Phase::on_park), in the next
    /// call that is given the world, and by [`on_resume`](crate::Phase::on_resume) when it comes back. Interrupts nest: of two in a row the second
    /// runs first. With nothing waiting, the phase stands above everything queued all the same.
    ///
    /// # Examples
    ///
    /// A choice that comes up in the middle of a line of dialogue:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("It was a dark night."));
    /// phases.run(&mut story)?;
    /// phases.interrupt(ChoicePhase);
    /// phases.run(&mut story)?;
    /// assert_eq!(phases.waiting().unwrap().name, "ChoicePhase");
    ///
    /// story.choice.take().unwrap().end()?;
    /// phases.run(&mut story)?;
    /// assert_eq!(phases.waiting().unwrap().name, "LinePhase");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn interrupt<C>(&mut self, phase: C)
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        if let Some(running) = self.running.take() {
            self.parked.push(running);
            self.schedule.tree.park();
            self.schedule.pending.insert(Pending::PARK);
        }
        enter_any(&mut self.schedule, phase, Schedule::interrupt);
    }
}

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
