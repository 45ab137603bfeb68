//! What becomes of a phase after a call to it: it rests, ends, or fails.

use alloc::boxed::Box;
use alloc::vec::Vec;

use scopeguard::{ScopeGuard, guard};

use super::PhaseManager;
use super::drive::Advance;
use super::running::{Ending, Over, Rest, Running};
#[cfg(feature = "causes")]
use crate::kernel::EventKind;
use crate::kernel::{Decision, Exit, Failure, Keeper, Outcome, Pending, RunError, Stage, Stored};

impl<W: 'static> PhaseManager<W> {
    /// Does what the phase that has just been called decided.
    #[cold]
    pub(super) fn follow(
        &mut self,
        phase: Stored<W>,
        outcome: Outcome,
        updates: u64,
        world: &mut W,
    ) -> Result<Advance<W>, RunError> {
        let outcome = match outcome {
            Outcome::Decided(Decision::Wait) if self.schedule.stage == Stage::UpdatingSuspended => {
                Outcome::Decided(Decision::Suspend)
            }
            outcome => outcome,
        };
        self.settle_ticket(&outcome);
        match outcome {
            Outcome::Ended | Outcome::EndedUnsettled => Ok(self.ended(phase, world)),
            Outcome::Decided(Decision::End) => self.over(phase, Ending::Ended, world),
            Outcome::Decided(Decision::Fail(error)) => {
                let failure = Failure::new(*error, self.schedule.stage.method());
                self.over(phase, Ending::Failed(failure), world)
            }
            Outcome::Decided(Decision::Wait) => {
                #[cfg(feature = "causes")]
                self.tell_rest(&phase, EventKind::Waiting, world);
                let advance = self.rest(phase, Rest::Waiting { updates });
                self.cancel_condemned(world);
                Ok(advance)
            }
            Outcome::Decided(Decision::Ask) => self.ask(phase, world),
            Outcome::Decided(Decision::Suspend) => {
                // A suspended flow that was kept from elsewhere has no ticket that could ever end the phase.
                let keeper = self.schedule.keeper.take();
                let keeper = keeper.unwrap_or_else(|| Keeper::abandoned(phase.name()));
                #[cfg(feature = "causes")]
                self.tell_rest(&phase, EventKind::Suspended, world);
                let running = Running { phase, rest: Rest::Suspended(keeper) };
                let mut kept = guard((self, running), |(manager, running)| manager.running = Some(running));
                kept.0.cancel_condemned(world);
                let (manager, Running { phase, rest }) = ScopeGuard::into_inner(kept);
                match rest {
                    Rest::Suspended(keeper) => manager.wait_for_ticket(phase, keeper, world),
                    rest => Ok(manager.rest(phase, rest)),
                }
            }
        }
    }

    /// Tells that a phase rests; of one that was updated and rests as before, that it was updated.
    #[cfg(feature = "causes")]
    fn tell_rest(&mut self, phase: &Stored<W>, kind: EventKind<'_>, world: &W) {
        let kind = match (self.schedule.stage, kind) {
            (Stage::Updating, EventKind::Waiting) | (Stage::UpdatingSuspended, EventKind::Suspended) => {
                EventKind::Updated
            }
            (_, kind) => kind,
        };
        self.schedule.tell_current(phase, kind, world);
    }

    /// Has a ticket that was handed out without a suspended flow become stale, before anything else happens.
    pub(super) fn settle_ticket(&mut self, outcome: &Outcome) {
        self.schedule.pending.remove(Pending::TICKET);
        if !matches!(outcome, Outcome::Decided(Decision::Suspend)) {
            self.schedule.keeper = None;
        }
    }

    /// Follows up on the end of a phase, and keeps it if a parked phase panics that has to be told first.
    pub(super) fn over(
        &mut self,
        phase: Stored<W>,
        ending: Ending,
        world: &mut W,
    ) -> Result<Advance<W>, RunError> {
        let over = Over { phase, ending };
        let mut kept = guard((self, over), |(manager, over)| manager.put_over(over));
        kept.0.cancel_condemned(world);
        let (manager, over) = ScopeGuard::into_inner(kept);
        manager.take_down(over, world)
    }

    /// Has a phase that is over leave, with the hook that it still has to come.
    pub(super) fn take_down(&mut self, over: Over<W>, world: &mut W) -> Result<Advance<W>, RunError> {
        let Over { phase, ending } = over;
        match ending {
            Ending::Ended => {
                self.schedule.stage = Stage::Ending;
                let mut called =
                    guard((self, phase, world), |(manager, phase, world)| manager.unwound(phase, world));
                let (manager, phase, world) = &mut *called;
                phase.get_mut().on_end(world, &mut manager.schedule);
                let (manager, phase, world) = ScopeGuard::into_inner(called);
                Ok(manager.ended(phase, world))
            }
            Ending::Failed(source) => {
                let name = phase.name();
                let causes = self.names_of_causes();
                let (phase, debug) = self.show(phase);
                let error = RunError::Failed { phase: name, source, debug, causes };
                self.give_up(phase, self.current_level(), (Exit::Failed, Some(&error)), world);
                Err(error)
            }
        }
    }

    /// The names of the phases that set off the one that ran last, the nearest first.
    #[cfg(feature = "causes")]
    pub(super) fn names_of_causes(&self) -> Vec<&'static str> {
        self.schedule.causes().map(|cause| cause.name()).collect()
    }

    #[cfg(not(feature = "causes"))]
    #[allow(clippy::unused_self, reason = "nobody knows them")]
    pub(super) fn names_of_causes(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn ended(&mut self, phase: Stored<W>, world: &mut W) -> Advance<W> {
        self.schedule.tell_end(&phase, self.current_level(), (Exit::Ended, None), Some(world));
        self.cancel_condemned(world);
        Advance::Ended(phase)
    }

    fn put_over(&mut self, over: Over<W>) {
        self.over = Some(Box::new(over));
        self.schedule.pending.insert(Pending::OVER);
    }

    pub(super) fn take_over(&mut self) -> Option<Over<W>> {
        self.schedule.pending.remove(Pending::OVER);
        self.over.take().map(|over| *over)
    }
}
