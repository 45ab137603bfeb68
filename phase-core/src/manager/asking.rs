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
    /// Who has answered.
    pub(super) seat: Seat,
    /// Who was asked until then.
    pub(super) asked: Vec<Seat>,
}

impl Answered {
    /// Whether this seat was asked, and still is.
    fn leaves(&self, seat: Seat) -> bool {
        seat != self.seat && self.asked.contains(&seat)
    }
}

impl<W: 'static> PhaseManager<W> {
    /// Has a phase ask a new question.
    pub(super) fn ask(&mut self, phase: Stored<W>, world: &mut W) -> Result<Advance<W>, RunError> {
        self.rest(phase, Rest::Asking { number: self.questions });
        if self.put_question(None, world) { Ok(Advance::Asking) } else { self.unasked(world) }
    }

    /// Has a phase that asks wait on for answers.
    pub(super) fn ask_on(
        &mut self,
        phase: Stored<W>,
        number: u64,
        world: &mut W,
    ) -> Result<Advance<W>, RunError> {
        self.rest(phase, Rest::Asking { number });
        if self.seats(world).is_empty() { self.unasked(world) } else { Ok(Advance::Asking) }
    }

    /// Has the phase that asks, which stays where it is, put a question: the same one, if it has just been answered and
    /// nobody new is asked. Says whether anybody is asked.
    #[inline]
    pub(super) fn put_question(&mut self, answered: Option<&Answered>, world: &mut W) -> bool {
        // Before the seats are known, so that a panic in those leaves a phase that asks.
        let before = self.questions;
        self.number_question(before.saturating_add(1));
        // It is what `question` gives from now on.
        let mut asks = guard((self, world), |(manager, world)| manager.tell_asking(world));
        let (manager, world) = &mut *asks;
        manager.cancel_condemned(world);
        let seats = manager.seats(world);
        let (manager, world) = ScopeGuard::into_inner(asks);
        if let Some(answered) = answered.filter(|answered| seats.iter().all(|seat| answered.leaves(*seat))) {
            manager.number_question(answered.number);
            manager.questions = before;
        }
        if !seats.is_empty() {
            manager.tell_asking(world);
        }
        !seats.is_empty()
    }

    /// Gives the question of the phase that asks a number, as the newest.
    fn number_question(&mut self, newest: u64) {
        self.questions = newest;
        if let Some(Running { rest: Rest::Asking { number }, .. }) = &mut self.running {
            *number = newest;
        }
    }

    /// Who is asked by the phase that asks.
    fn seats(&self, world: &W) -> Vec<Seat> {
        self.running.as_ref().map(|running| seats(&running.phase, world)).unwrap_or_default()
    }

    /// Tells that a phase asks.
    #[cfg_attr(not(feature = "causes"), allow(clippy::unused_self, reason = "nobody observes"))]
    fn tell_asking(&mut self, world: &W) {
        #[cfg(feature = "causes")]
        if let Some(Running { phase, rest: Rest::Asking { number } }) = &self.running {
            self.schedule.tell_current(phase, EventKind::Asking { number: *number }, world);
        }
        #[cfg(not(feature = "causes"))]
        let _ = world;
    }

    /// Tells the phase that asks that there is nobody to ask, and does what it decides.
    #[cold]
    pub(super) fn unasked(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        // It is called where a phase asks; this only keeps it total.
        let Some(Running { phase, .. }) = self.running.take() else { return self.advance(world) };
        let call = |phase: &mut Stored<W>, world: &mut W, schedule: &mut Schedule<W>| match phase
            .get_mut()
            .asking_mut()
        {
            Some(asking) => asking.unasked(world, schedule),
            None => Outcome::Decided(Decision::Fail(Box::new(NOBODY.into()))),
        };
        let (phase, outcome) = self.call(phase, Stage::Unasked, world, call);
        self.settle_ticket(&outcome);
        if !matches!(outcome, Outcome::Decided(Decision::Ask)) {
            return self.follow(phase, outcome, 0, world);
        }
        self.rest(phase, Rest::Asking { number: self.questions });
        if self.put_question(None, world) {
            return Ok(Advance::Asking);
        }
        // It was told, and asked all the same: it could go on so for ever.
        let Some(Running { phase, .. }) = self.running.take() else { return self.advance(world) };
        let failure = Failure::new(NOBODY.into(), Stage::Unasked.method());
        self.over(phase, Ending::Failed(failure), world)
    }
}

/// Who is asked by a phase.
pub(super) fn seats<W: 'static>(phase: &Stored<W>, world: &W) -> Vec<Seat> {
    phase.get().asking().map(|asking| asking.seats(world)).unwrap_or_default()
}
