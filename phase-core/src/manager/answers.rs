//! Answers to a phase that asks, from the host.

use alloc::vec::Vec;

use super::PhaseManager;
#[cfg(feature = "serde")]
use super::answer_data::read_answer;
use super::answer_error::AnswerError;
use super::asking::Answered;
use super::drive::{Advance, RunStatus, Step};
#[cfg(feature = "serde")]
use super::refusal::asked_with;
use super::running::{Rest, Running};
use crate::any::Question;
#[cfg(feature = "causes")]
use crate::kernel::AnsweredBy;
use crate::kernel::RunError;
use crate::kernel::{AnyAnswer, Decision, Outcome, SameWorld, Schedule, Seat, Stage, Stored};
use crate::phase::{Asks, put_answer};

impl<W: 'static> PhaseManager<W> {
    /// What the phase that asks wants to know, if one does.
    ///
    /// # Examples
    ///
    /// A page that is drawn anew finds the question where it stands:
    ///
    /// ```
    #[doc = include_str!("../scaffold/table.txt")]
    /// # let mut table = Table::default();
    /// # let mut phases = PhaseManager::new();
    /// assert!(phases.question().is_none());
    ///
    /// phases.push(ShowPhase);
    /// assert_eq!(phases.run(&mut table)?, RunStatus::Asking);
    /// let question = phases.question().unwrap();
    /// for seat in question.seats(&table) {
    ///     println!("{} waits for {seat}", question.name());
    /// }
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a table](crate::guide::games#a-table).
    #[must_use]
    pub fn question(&self) -> Option<Question<'_, W>> {
        let (phase, number) = self.asking()?;
        Some(Question::new(phase.as_ref(), phase.get().asking()?, number))
    }

    /// What [`answer`](Self::answer) does, which stands beside the manager itself: messages about its bounds would name
    /// this module otherwise.
    pub(super) fn answer_typed<P>(
        &mut self,
        world: &mut W,
        seat: Seat,
        answer: P::Answer,
    ) -> Result<Step, AnswerError<P::Answer>>
    where
        P: Asks,
        P::World: SameWorld<W>,
    {
        self.recover(world);
        let answered = match self.check_typed::<P>(seat, &answer, world) {
            Ok(answered) => answered,
            Err(refusal) => {
                self.tell_refused(seat, world);
                return Err(refusal.of(seat, answer));
            }
        };
        #[cfg(feature = "causes")]
        if self.schedule.is_observed() {
            self.tell_answered(seat, AnyAnswer::new(answer.clone()), AnsweredBy::Host, world);
        }
        let put = |phase: &mut Stored<W>, world: &mut W, schedule: &mut Schedule<W>| {
            let phase = phase.get_mut().as_any_mut().downcast_mut::<P>()?;
            let world = <P::World as SameWorld<W>>::world_mut(world);
            let schedule = <P::World as SameWorld<W>>::schedule(schedule);
            Some(put_answer(phase, seat, answer, world, schedule))
        };
        let outcome = self.take_answer(&answered, world, put);
        self.follow_answer(outcome, world)
    }

    /// Like [`answer`](Self::answer), for a host that does not know which phase asks.
    ///
    /// # Errors
    ///
    /// As for [`answer`](Self::answer). An answer of another type than the phase's is none to it, and the error names both.
    ///
    /// # Examples
    ///
    /// A bot that takes the first option:
    ///
    /// ```
    #[doc = include_str!("../scaffold/table.txt")]
    /// # let mut table = Table::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(ShowPhase);
    /// while phases.run(&mut table)? == RunStatus::Asking {
    ///     let question = phases.question().unwrap();
    ///     let seat = question.seats(&table)[0];
    ///     let answer = question.pick(seat, &table, 0).unwrap();
    ///     phases.answer_any(&mut table, seat, answer)?;
    /// }
    /// assert_eq!(table.shown, [Some(Hand::Rock); 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a table](crate::guide::games#a-table).
    pub fn answer_any(
        &mut self,
        world: &mut W,
        seat: Seat,
        answer: AnyAnswer,
    ) -> Result<Step, AnswerError<AnyAnswer>> {
        self.put_answer(world, (seat, None), answer, false)
    }

    /// Puts an answer of a seat, with all who are asked where that is known.
    fn put_answer(
        &mut self,
        world: &mut W,
        (seat, asked): (Seat, Option<Vec<Seat>>),
        answer: AnyAnswer,
        is_fallback: bool,
    ) -> Result<Step, AnswerError<AnyAnswer>> {
        self.recover(world);
        let answered = match self.check_any(seat, asked, &answer, world) {
            Ok(answered) => answered,
            Err(refusal) => {
                self.tell_refused(seat, world);
                return Err(self.refused_any(refusal, seat, answer));
            }
        };
        #[cfg(feature = "causes")]
        if self.schedule.is_observed() {
            let by = if is_fallback { AnsweredBy::Fallback } else { AnsweredBy::Host };
            self.tell_answered(seat, answer.clone(), by, world);
        }
        #[cfg(not(feature = "causes"))]
        let _ = is_fallback;
        let put = |phase: &mut Stored<W>, world: &mut W, schedule: &mut Schedule<W>| {
            phase.get_mut().asking_mut()?.answer(seat, answer, world, schedule).ok()
        };
        let outcome = self.take_answer(&answered, world, put);
        self.follow_answer(outcome, world)
    }

    /// Gives an answer from data: for servers, whose players send it from elsewhere.
    ///
    /// Needs the [feature](crate::guide::features) `serde`.
    ///
    /// The number of the question and the seat come first, so that what comes late, twice or from a stranger is not even
    /// read. Whatever the data is, this does not panic, and nothing has changed after an error.
    ///
    /// # Errors
    ///
    /// [`AnswerError::Late`] if another question stands, or none; [`AnswerError::Unreadable`] if the data is no answer to
    /// it, or answers of its type have no `Deserialize`; and as for [`answer`](Self::answer).
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # pub struct Table { bid: u32 }
    /// # #[phase(world = Table, asks)]
    /// # #[derive(Debug)]
    /// # struct BidPhase;
    /// # impl Asks for BidPhase {
    /// #     type Answer = u32;
    /// #     fn answer(&mut self, _: Seat, bid: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.world.bid = bid;
    /// #         guard.end()
    /// #     }
    /// # }
    /// # let mut table = Table { bid: 0 };
    /// # let mut phases = PhaseManager::new();
    /// phases.push(BidPhase);
    /// phases.run(&mut table)?;
    /// let (number, seat) = (1, Seat::Player(0)); // as the message says, and who sent it
    ///
    /// let mut data = serde_json::Deserializer::from_str("\"all I have\"");
    /// let error = phases.answer_from(&mut table, number, seat, &mut data).unwrap_err();
    /// assert!(matches!(error, AnswerError::Unreadable { phase: "BidPhase", .. }));
    ///
    /// let mut data = serde_json::Deserializer::from_str("70");
    /// phases.answer_from(&mut table, number, seat, &mut data)?;
    /// assert_eq!(table.bid, 70);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "serde")]
    pub fn answer_from<'de, D: serde::Deserializer<'de>>(
        &mut self,
        world: &mut W,
        number: u64,
        seat: Seat,
        deserializer: D,
    ) -> Result<Step, AnswerError<()>> {
        match self.read_answer(world, number, seat, deserializer) {
            Ok(answer) => {
                self.put_answer(world, (seat, None), answer, false).map_err(|error| error.map(drop))
            }
            Err(refusal) => {
                self.tell_refused(seat, world);
                Err(refusal)
            }
        }
    }

    #[cfg(feature = "serde")]
    fn read_answer<'de, D: serde::Deserializer<'de>>(
        &mut self,
        world: &mut W,
        number: u64,
        seat: Seat,
        deserializer: D,
    ) -> Result<AnyAnswer, AnswerError<()>> {
        self.recover(world);
        let standing = self.asking().filter(|(_, standing)| *standing == number);
        let Some((phase, asking)) =
            standing.and_then(|(phase, _)| Some((phase.name(), phase.get().asking()?)))
        else {
            let asking = self.asking().map(|(_, number)| number);
            return Err(AnswerError::Late { number, asking, answer: () });
        };
        asked_with(asking, seat, world).map_err(|refusal| refusal.of(seat, ()))?;
        read_answer(asking, phase, seat, world, deserializer)
    }

    /// Runs, and puts each question to `choose`, seat by seat: the loop of hosts, bots, servers and tests.
    ///
    /// A seat for which it gives `None` stays asked. When no seat of a question answers, this returns
    /// [`Asking`](RunStatus::Asking).
    ///
    /// # Errors
    ///
    /// As for [`answer_any`](Self::answer_any) and [`run`](Self::run).
    ///
    /// # Examples
    ///
    /// One player is a bot, and the other one sits at the keyboard:
    ///
    /// ```
    #[doc = include_str!("../scaffold/table.txt")]
    /// # let mut table = Table::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(ShowPhase);
    /// let status = phases.play(&mut table, |question, seat, table| match seat {
    ///     Seat::Player(0) => None,
    ///     _ => question.pick(seat, table, 1),
    /// })?;
    /// assert_eq!(status, RunStatus::Asking);
    /// assert_eq!(table.shown, [None, Some(Hand::Paper)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a table](crate::guide::games#a-table).
    pub fn play(
        &mut self,
        world: &mut W,
        mut choose: impl FnMut(&Question<'_, W>, Seat, &W) -> Option<AnyAnswer>,
    ) -> Result<RunStatus, AnswerError<AnyAnswer>> {
        loop {
            let status = self.run(world)?;
            let mut is_answered = false;
            if status == RunStatus::Asking {
                self.put_to_seats(world, false, &mut choose, |_, came_to| {
                    is_answered = true;
                    came_to.map(drop)
                })?;
            }
            if !is_answered {
                return Ok(status);
            }
        }
    }

    /// Answers for every seat that is still asked, with what counts if it does not answer in time, and says for which.
    ///
    /// A seat without a [fallback](Asks::fallback) stays asked. What is asked after this question stands: nobody is late
    /// for that. Where nothing asks, nothing happens.
    ///
    /// # Errors
    ///
    /// As for [`answer_any`](Self::answer_any): a fallback has to be one of the options, too. One that is refused keeps no
    /// other seat from its own: the first refusal is told when all the others have been answered for.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/table.txt")]
    /// # let mut table = Table::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(ShowPhase);
    /// # phases.run(&mut table)?;
    /// phases.answer::<ShowPhase>(&mut table, Seat::Player(1), Hand::Paper)?;
    /// assert_eq!(phases.time_out(&mut table)?, [Seat::Player(0)]);
    /// assert_eq!(table.shown, [Some(Hand::Rock), Some(Hand::Paper)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a table](crate::guide::games#a-table).
    pub fn time_out(&mut self, world: &mut W) -> Result<Vec<Seat>, AnswerError<AnyAnswer>> {
        self.recover(world);
        let (mut answered, mut first_refusal) = (Vec::new(), None);
        let fallback = |question: &Question<'_, W>, seat, world: &W| question.fallback(seat, world);
        self.put_to_seats(world, true, fallback, |seat, came_to| {
            match came_to {
                Ok(_) => answered.push(seat),
                Err(AnswerError::Run(error)) => return Err(AnswerError::Run(error)),
                Err(refusal) => _ = first_refusal.get_or_insert(refusal),
            }
            Ok(())
        })?;
        first_refusal.map_or(Ok(answered), Err)
    }

    /// Puts the question that stands to each seat that it asks, and hands on what came of each answer.
    fn put_to_seats(
        &mut self,
        world: &mut W,
        are_fallbacks: bool,
        mut choose: impl FnMut(&Question<'_, W>, Seat, &W) -> Option<AnyAnswer>,
        mut came_to: impl FnMut(Seat, Result<Step, AnswerError<AnyAnswer>>) -> Result<(), AnswerError<AnyAnswer>>,
    ) -> Result<(), AnswerError<AnyAnswer>> {
        let Some((_, number)) = self.asking() else { return Ok(()) };
        let mut put = Vec::new();
        while let Some(question) = self.question().filter(|question| question.number() == number) {
            let asked = question.seats(world);
            let Some(seat) = asked.iter().copied().find(|seat| !put.contains(seat)) else { break };
            if let Some(answer) = choose(&question, seat, world) {
                came_to(seat, self.put_answer(world, (seat, Some(asked)), answer, are_fallbacks))?;
                // Most questions are done with by one answer, and need no list.
                if self.asking().is_none_or(|(_, standing)| standing != number) {
                    break;
                }
            }
            put.push(seat);
        }
        Ok(())
    }

    /// The phase that asks, and the number of its question.
    pub(super) fn asking(&self) -> Option<(&Stored<W>, u64)> {
        match &self.running {
            Some(Running { phase, rest: Rest::Asking { number } }) => Some((phase, *number)),
            _ => None,
        }
    }

    /// Has the phase that asks take an answer that has been found good; nothing if it asks on.
    #[inline]
    fn take_answer(
        &mut self,
        answered: &Answered,
        world: &mut W,
        put: impl FnOnce(&mut Stored<W>, &mut W, &mut Schedule<W>) -> Option<Outcome>,
    ) -> Option<Outcome> {
        #[cfg(feature = "causes")]
        if self.schedule.is_observed() {
            return self.while_phases_queue(|manager| manager.call_with_answer(answered, world, put));
        }
        self.call_with_answer(answered, world, put)
    }

    #[inline]
    fn call_with_answer(
        &mut self,
        answered: &Answered,
        world: &mut W,
        put: impl FnOnce(&mut Stored<W>, &mut W, &mut Schedule<W>) -> Option<Outcome>,
    ) -> Option<Outcome> {
        let called = self.call_in_place(Stage::Answering, world, put);
        // It has just been found to be of this type, so that there is always an outcome.
        let outcome = called.flatten().unwrap_or(Outcome::Decided(Decision::Ask));
        self.settle_ticket(&outcome);
        let asks_on =
            matches!(outcome, Outcome::Decided(Decision::Ask)) && self.put_question(Some(answered), world);
        if asks_on { None } else { Some(outcome) }
    }

    #[inline]
    fn follow_answer<A>(&mut self, outcome: Option<Outcome>, world: &mut W) -> Result<Step, AnswerError<A>> {
        // In parts, as it is read: what is handed on as a whole, right after it was written in parts, has the processor wait.
        match outcome {
            None => Ok(Step::Asking(self.running_name())),
            Some(outcome) => Ok(self.go_on_answered(outcome, world)?),
        }
    }

    /// Does what a phase decides that has been answered and does not just ask on.
    fn go_on_answered(&mut self, outcome: Outcome, world: &mut W) -> Result<Step, RunError> {
        #[cfg(feature = "causes")]
        let advance = self.while_phases_queue(|manager| manager.advance_answered(outcome, world));
        #[cfg(not(feature = "causes"))]
        let advance = self.advance_answered(outcome, world);
        Ok(self.step_of(advance?))
    }

    fn advance_answered(&mut self, outcome: Outcome, world: &mut W) -> Result<Advance<W>, RunError> {
        if matches!(outcome, Outcome::Decided(Decision::Ask)) {
            self.unasked(world)
        } else if let Some(Running { phase, .. }) = self.running.take() {
            self.follow(phase, outcome, 0, world)
        } else {
            self.advance(world)
        }
    }
}
