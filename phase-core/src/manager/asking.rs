//! Phases that ask, as the drive loop sees them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use scopeguard::{ScopeGuard, guard};

use super::PhaseManager;
use super::drive::Advance;
use super::running::{Ending, Rest, Running};
#[cfg(feature = "causes")]
use crate::kernel::EventKind;
use crate::kernel::{Decision, Outcome, Schedule, Seat, Stage, Stored};
use crate::kernel::{Failure, RunError};
use crate::phase::NOBODY;

/// A question to which an answer has just been given.
pub(super) struct Answered {
    pub(super) number: u64,
    /// Who was asked, but for the one who has answered.
    pub(super) left: Vec<Seat>,
}

impl<W: 'static> PhaseManager<W> {
    /// Has a phase ask a new question.
    pub(super) fn ask(&mut self, phase: Stored<W>, world: &mut W) -> Result<Advance<W>, RunError> {
        self.put_question(phase, None, Nobody::IsTold, world)
    }

    /// Has a phase ask on that has just been answered: the same question, if nobody new is asked.
    pub(super) fn ask_again(
        &mut self,
        phase: Stored<W>,
        answered: &Answered,
        world: &mut W,
    ) -> Result<Advance<W>, RunError> {
        self.put_question(phase, Some(answered), Nobody::IsTold, world)
    }

    /// Has a phase that asks wait on for answers.
    pub(super) fn ask_on(
        &mut self,
        phase: Stored<W>,
        number: u64,
        world: &mut W,
    ) -> Result<Advance<W>, RunError> {
        let running = Running { phase, rest: Rest::Asking { number } };
        let kept = guard((self, running), |(manager, running)| manager.running = Some(running));
        let seats = seats(&kept.1.phase, world);
        let (manager, running) = ScopeGuard::into_inner(kept);
        manager.wait_for_answers(running, &seats, Nobody::IsTold, world)
    }

    fn put_question(
        &mut self,
        phase: Stored<W>,
        answered: Option<&Answered>,
        nobody: Nobody,
        world: &mut W,
    ) -> Result<Advance<W>, RunError> {
        // Before the seats are known, so that a panic in those leaves a phase that asks.
        let before = self.questions;
        self.questions = before.saturating_add(1);
        let running = Running { phase, rest: Rest::Asking { number: self.questions } };
        let mut kept = guard((self, running, world), |(manager, running, world)| {
            // It is what `question` gives from now on.
            manager.tell_asking(&running, world);
            manager.running = Some(running);
        });
        let (manager, running, world) = &mut *kept;
        manager.cancel_condemned(world);
        let seats = seats(&running.phase, world);
        let (manager, mut running, world) = ScopeGuard::into_inner(kept);
        if let Some(Answered { number, left }) = answered {
            if seats.iter().all(|seat| left.contains(seat)) {
                manager.questions = before;
                running.rest = Rest::Asking { number: *number };
            }
        }
        if !seats.is_empty() {
            manager.tell_asking(&running, world);
        }
        manager.wait_for_answers(running, &seats, nobody, world)
    }

    /// Tells that a phase asks.
    #[cfg_attr(not(feature = "causes"), allow(clippy::unused_self, reason = "nobody observes"))]
    fn tell_asking(&mut self, running: &Running<W>, world: &W) {
        #[cfg(feature = "causes")]
        if let Running { phase, rest: Rest::Asking { number } } = running {
            self.schedule.tell_current(phase, EventKind::Asking { number: *number }, world);
        }
        #[cfg(not(feature = "causes"))]
        let _ = (running, world);
    }

    fn wait_for_answers(
        &mut self,
        running: Running<W>,
        seats: &[Seat],
        nobody: Nobody,
        world: &mut W,
    ) -> Result<Advance<W>, RunError> {
        let Running { phase, rest } = running;
        match (seats, nobody) {
            ([_, ..], _) => Ok(self.rest(phase, rest)),
            ([], Nobody::IsTold) => self.unasked(phase, world),
            ([], Nobody::Fails) => {
                let failure = Failure::new(NOBODY.into(), Stage::Unasked.method());
                self.over(phase, Ending::Failed(failure), world)
            }
        }
    }

    /// Tells a phase that there is nobody to ask, and does what it decides.
    fn unasked(&mut self, phase: Stored<W>, world: &mut W) -> Result<Advance<W>, RunError> {
        let call = |phase: &mut Stored<W>, world: &mut W, schedule: &mut Schedule<W>| match phase
            .get_mut()
            .asking_mut()
        {
            Some(asking) => asking.unasked(world, schedule),
            None => Outcome::Decided(Decision::Fail(Box::new(NOBODY.into()))),
        };
        let (phase, outcome) = self.call(phase, Stage::Unasked, world, call);
        self.settle_ticket(&outcome);
        if matches!(outcome, Outcome::Decided(Decision::Ask)) {
            return self.put_question(phase, None, Nobody::Fails, world);
        }
        self.follow(phase, outcome, 0, world)
    }
}

/// What comes of a question without seats.
#[derive(Clone, Copy)]
enum Nobody {
    /// The phase is told.
    IsTold,
    /// The phase was told, and asked all the same: it fails, since it could go on so for ever.
    Fails,
}

/// Who is asked by a phase.
pub(super) fn seats<W: 'static>(phase: &Stored<W>, world: &W) -> Vec<Seat> {
    phase.get().asking().map(|asking| asking.seats(world)).unwrap_or_default()
}
