//! How a phase that asks is called by a manager that does not know its type.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::asks::Asks;
use super::calls::end_at_once;
use super::guard::guard;
use crate::kernel::{AnyAnswer, Ask, BoxError, Outcome, Schedule, Seat};
#[cfg(feature = "serde")]
use crate::kernel::{ReadAnswer, WriteAnswer};

impl<P: Asks> Ask<P::World> for P {
    fn seats(&self, world: &P::World) -> Vec<Seat> {
        Asks::seats(self, world)
    }

    fn may_revise(&self, seat: Seat, world: &P::World) -> bool {
        Asks::may_revise(self, seat, world)
    }

    fn is_secret(&self, seat: Seat, world: &P::World) -> bool {
        Asks::secret(self, seat, world)
    }

    fn options(&self, seat: Seat, world: &P::World) -> Option<Vec<AnyAnswer>> {
        Some(Asks::options(self, seat, world)?.into_iter().map(any_answer::<P>).collect())
    }

    fn count(&self, seat: Seat, world: &P::World) -> Option<usize> {
        Asks::options(self, seat, world).map(|options| options.len())
    }

    fn pick(
        &self,
        seat: Seat,
        world: &P::World,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<AnyAnswer> {
        let options = Asks::options(self, seat, world)?;
        let index = choose(options.len());
        options.into_iter().nth(index).map(any_answer::<P>)
    }

    fn fallback(&self, seat: Seat, world: &P::World) -> Option<AnyAnswer> {
        Asks::fallback(self, seat, world).map(any_answer::<P>)
    }

    fn is_answer(&self, answer: &AnyAnswer) -> bool {
        answer.is::<P::Answer>()
    }

    fn answer_type(&self) -> &'static str {
        core::any::type_name::<P::Answer>()
    }

    fn refusal(&self, seat: Seat, answer: &AnyAnswer, world: &P::World) -> Option<BoxError> {
        refusal(self, seat, answer.downcast_ref::<P::Answer>()?, world)
    }

    fn answer(
        &mut self,
        seat: Seat,
        answer: AnyAnswer,
        world: &mut P::World,
        schedule: &mut Schedule<P::World>,
    ) -> Result<Outcome, AnyAnswer> {
        Ok(put_answer(self, seat, answer.downcast()?, world, schedule))
    }

    #[cfg(feature = "serde")]
    fn reader(&self) -> Option<ReadAnswer> {
        P::__DESCRIPTION.asking?.read
    }

    #[cfg(feature = "serde")]
    fn writer(&self) -> Option<WriteAnswer> {
        P::__DESCRIPTION.asking?.write
    }

    fn unasked(&mut self, world: &mut P::World, schedule: &mut Schedule<P::World>) -> Outcome {
        let flow = Asks::unasked(self, guard(world, schedule));
        end_at_once(self, flow, world, schedule)
    }
}

/// Why a phase does not take an answer; nothing if it does.
pub(crate) fn refusal<P: Asks>(
    phase: &P,
    seat: Seat,
    answer: &P::Answer,
    world: &P::World,
) -> Option<BoxError> {
    if let Some(options) = phase.options(seat, world) {
        if !options.contains(answer) {
            return Some(NotAnOption.into());
        }
    }
    phase.check(seat, answer, world).err()
}

/// Calls `Asks::answer`, and `on_end` right behind it where nothing has to come between the two.
pub(crate) fn put_answer<P: Asks>(
    phase: &mut P,
    seat: Seat,
    answer: P::Answer,
    world: &mut P::World,
    schedule: &mut Schedule<P::World>,
) -> Outcome {
    let flow = phase.answer(seat, answer, guard(world, schedule));
    end_at_once(phase, flow, world, schedule)
}

/// Why an answer is refused that is not listed. In a box it takes no memory.
#[derive(Debug)]
struct NotAnOption;

impl fmt::Display for NotAnOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is none of the options")
    }
}

impl Error for NotAnOption {}

fn any_answer<P: Asks>(answer: P::Answer) -> AnyAnswer {
    let answer = AnyAnswer::new(answer);
    #[cfg(feature = "serde")]
    let answer = answer.written_by(P::__DESCRIPTION.asking.and_then(|asking| asking.write));
    answer
}
