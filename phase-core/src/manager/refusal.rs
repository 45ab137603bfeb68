//! Whether the phase that asks takes an answer, and why it does not.

use alloc::vec::Vec;

use super::PhaseManager;
use super::answer_error::AnswerError;
use super::asking::Answered;
#[cfg(feature = "causes")]
use super::running::{Rest, Running};
#[cfg(feature = "causes")]
use crate::kernel::EventKind;
use crate::kernel::{AnyAnswer, Ask, BoxError, SameWorld, Seat};
use crate::phase::{Asks, refusal};

/// Why an answer is not taken, without the answer.
pub(super) enum Refusal {
    NotAsked { asking: Option<&'static str> },
    NotThisSeat { is_secret: bool },
    Refused { phase: &'static str, source: BoxError, is_secret: bool },
}

impl Refusal {
    /// The error that says so of this answer.
    #[cold]
    pub(super) fn of<A>(self, seat: Seat, answer: A) -> AnswerError<A> {
        match self {
            Self::NotAsked { asking } => AnswerError::NotAsked { asking, answer, types: None },
            Self::NotThisSeat { is_secret } => AnswerError::NotThisSeat { seat, answer, is_secret },
            Self::Refused { phase, source, is_secret } => {
                AnswerError::Refused { phase, seat, answer, source, is_secret }
            }
        }
    }
}

impl<W: 'static> PhaseManager<W> {
    /// Whether a `P` asks, and takes this answer.
    #[inline]
    pub(super) fn check_typed<P>(
        &self,
        seat: Seat,
        answer: &P::Answer,
        world: &W,
    ) -> Result<Answered, Refusal>
    where
        P: Asks,
        P::World: SameWorld<W>,
    {
        let Some((phase, number)) = self.asking() else {
            return Err(Refusal::NotAsked { asking: None });
        };
        let Some(phase) = phase.get().as_any().downcast_ref::<P>() else {
            return Err(Refusal::NotAsked { asking: Some(phase.name()) });
        };
        let world = <P::World as SameWorld<W>>::world(world);
        let asked = asked_with(phase, seat, world)?;
        if let Some(source) = refusal(phase, seat, answer, world) {
            return Err(Refusal::Refused { phase: P::NAME, source, is_secret: phase.secret(seat, world) });
        }
        Ok(Answered { number, seat, asked })
    }

    /// Whether a phase asks, and takes this answer; of a seat that is among those who are asked, where they are known.
    pub(super) fn check_any(
        &self,
        seat: Seat,
        asked: Option<Vec<Seat>>,
        answer: &AnyAnswer,
        world: &W,
    ) -> Result<Answered, Refusal> {
        let Some((phase, number)) = self.asking() else {
            return Err(Refusal::NotAsked { asking: None });
        };
        let Some(asking) = phase.get().asking().filter(|asking| asking.is_answer(answer)) else {
            return Err(Refusal::NotAsked { asking: Some(phase.name()) });
        };
        let asked = match asked {
            Some(asked) => asked,
            None => asked_with(asking, seat, world)?,
        };
        if let Some(source) = asking.refusal(seat, answer, world) {
            let is_secret = asking.is_secret(seat, world);
            return Err(Refusal::Refused { phase: phase.name(), source, is_secret });
        }
        Ok(Answered { number, seat, asked })
    }

    /// The error that says so of an answer of any type, and of which type it should have been.
    #[cold]
    pub(super) fn refused_any(
        &self,
        refusal: Refusal,
        seat: Seat,
        answer: AnyAnswer,
    ) -> AnswerError<AnyAnswer> {
        match (refusal, self.question()) {
            (Refusal::NotAsked { asking }, Some(question)) => {
                let types = (question.answer_type(), answer.type_name());
                // Two types can have one name, and then it says nothing.
                let types = Some(types).filter(|(asked, given)| asked != given);
                AnswerError::NotAsked { asking, answer, types }
            }
            (refusal, _) => refusal.of(seat, answer),
        }
    }

    /// Tells those who observe that an answer was refused to the phase that asks, if one does.
    #[cold]
    #[cfg_attr(not(feature = "causes"), allow(clippy::unused_self, reason = "nobody observes"))]
    pub(super) fn tell_refused(&mut self, seat: Seat, world: &W) {
        #[cfg(feature = "causes")]
        if let Self { schedule, running: Some(Running { phase, rest: Rest::Asking { .. } }), .. } = self {
            schedule.tell_current(phase, EventKind::Refused { seat }, world);
        }
        #[cfg(not(feature = "causes"))]
        let _ = (seat, world);
    }
}

/// Who is asked, if this seat is, or may answer again.
#[inline]
pub(super) fn asked_with<W: 'static>(
    asking: &dyn Ask<W>,
    seat: Seat,
    world: &W,
) -> Result<Vec<Seat>, Refusal> {
    let seats = asking.seats(world);
    if !seats.contains(&seat) && !asking.may_revise(seat, world) {
        return Err(Refusal::NotThisSeat { is_secret: asking.is_secret(seat, world) });
    }
    Ok(seats)
}
