//! What the manager does with a phase that asks, without knowing its type.

use alloc::vec::Vec;

use super::any_answer::AnyAnswer;
#[cfg(feature = "serde")]
use super::any_answer::{ReadAnswer, WriteAnswer};
use super::decision::{BoxError, Outcome};
use super::schedule::Schedule;
use super::seat::Seat;

/// What the manager does with a phase that asks, without knowing its type.
pub(crate) trait Ask<W: 'static>: Send + Sync {
    fn seats(&self, world: &W) -> Vec<Seat>;
    fn may_revise(&self, seat: Seat, world: &W) -> bool;
    fn is_secret(&self, seat: Seat, world: &W) -> bool;
    fn options(&self, seat: Seat, world: &W) -> Option<Vec<AnyAnswer>>;
    fn count(&self, seat: Seat, world: &W) -> Option<usize>;
    /// The option of the index that is chosen once it is known how many there are.
    fn pick(&self, seat: Seat, world: &W, choose: &mut dyn FnMut(usize) -> usize) -> Option<AnyAnswer>;
    fn fallback(&self, seat: Seat, world: &W) -> Option<AnyAnswer>;
    /// Whether the answer is of the type of the phase's answers.
    fn is_answer(&self, answer: &AnyAnswer) -> bool;
    /// The name of the type of the phase's answers.
    fn answer_type(&self) -> &'static str;
    /// Why the answer is refused; nothing if it is not, or is of another type.
    fn refusal(&self, seat: Seat, answer: &AnyAnswer, world: &W) -> Option<BoxError>;
    /// Calls `Asks::answer`, and `on_end` right behind it where nothing has to come between the two.
    ///
    /// # Errors
    ///
    /// Gives an answer of another type back.
    fn answer(
        &mut self,
        seat: Seat,
        answer: AnyAnswer,
        world: &mut W,
        schedule: &mut Schedule<W>,
    ) -> Result<Outcome, AnyAnswer>;
    /// How an answer is read; nothing if answers of its type can't be.
    #[cfg(feature = "serde")]
    fn reader(&self) -> Option<ReadAnswer>;
    /// How an answer is written; nothing if answers of its type can't be.
    #[cfg(feature = "serde")]
    fn writer(&self) -> Option<WriteAnswer>;
    /// Calls `Asks::unasked`, and `on_end` likewise.
    fn unasked(&mut self, world: &mut W, schedule: &mut Schedule<W>) -> Outcome;
}
