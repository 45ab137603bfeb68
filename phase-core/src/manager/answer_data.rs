//! Answers as data, for hosts that keep them or get them from elsewhere.

use super::answer_error::AnswerError;
use crate::any::Question;
use crate::kernel::{AnyAnswer, Ask, Seat};
use crate::phase::read_data;

impl<W: 'static> Question<'_, W> {
    /// The same answer, which can then be written if answers to this question can: one made by [`AnyAnswer::new`] does not
    /// know how.
    ///
    /// An answer of another type than those to this question stays as it is.
    ///
    /// # Examples
    ///
    /// A server that keeps a log of what was answered:
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # #[phase(asks)]
    /// # #[derive(Debug)]
    /// # struct BidPhase;
    /// # impl Asks for BidPhase {
    /// #     type Answer = u32;
    /// #     fn answer(&mut self, _: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(BidPhase);
    /// # phases.run(&mut ())?;
    /// let bid = AnyAnswer::new(70_u32);
    /// assert!(serde_json::to_string(&bid).is_err());
    /// let bid = phases.question().unwrap().writable(bid);
    /// assert_eq!(serde_json::to_string(&bid)?, "70");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn writable(&self, answer: AnyAnswer) -> AnyAnswer {
        if self.asking().is_answer(&answer) { answer.written_by(self.asking().writer()) } else { answer }
    }

    /// Reads an answer to this question from data, without giving it.
    ///
    /// # Errors
    ///
    /// [`AnswerError::Unreadable`] if the data is no answer to it, or answers of its type have no `Deserialize`. What is wrong
    /// with a [secret](crate::Asks::secret) answer of the seat is not told.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # #[phase(asks)]
    /// # #[derive(Debug)]
    /// # struct BidPhase;
    /// # impl Asks for BidPhase {
    /// #     type Answer = u32;
    /// #     fn answer(&mut self, _: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(BidPhase);
    /// # phases.run(&mut ())?;
    /// let question = phases.question().unwrap();
    /// let mut data = serde_json::Deserializer::from_str("70");
    /// assert_eq!(question.read(Seat::Player(0), &(), &mut data)?, AnyAnswer::new(70_u32));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read<'de, D: serde::Deserializer<'de>>(
        &self,
        seat: Seat,
        world: &W,
        deserializer: D,
    ) -> Result<AnyAnswer, AnswerError<()>> {
        read_answer(self.asking(), self.name(), seat, world, deserializer)
    }
}

/// Reads an answer of a seat to a phase that asks.
pub(super) fn read_answer<'de, W: 'static, D: serde::Deserializer<'de>>(
    asking: &dyn Ask<W>,
    phase: &'static str,
    seat: Seat,
    world: &W,
    deserializer: D,
) -> Result<AnyAnswer, AnswerError<()>> {
    let unreadable = |message| AnswerError::Unreadable { phase, message };
    let Some(read) = asking.reader() else {
        return Err(unreadable("answers of its type have no `Deserialize`".into()));
    };
    let answer = read_data(deserializer, read).map_err(|message| {
        // It may well quote what it can't read.
        unreadable(if asking.is_secret(seat, world) { SECRET.into() } else { message })
    })?;
    Ok(answer.written_by(asking.writer()))
}

/// What is said of data that is no secret answer.
const SECRET: &str = "it can't be read, and what is wrong with it is not told, since it would be secret";
