//! Answers to a phase that asks, from the host.

use alloc::vec::Vec;

use super::PhaseManager;
#[cfg(feature = "serde")]
use super::answer_data::read_answer;
use super::answer_error::AnswerError;
use super::asking::Answered;
use super::drive::{RunStatus, Step};
use super::running::{Rest, Running};
use crate::any::Question;
#[cfg(feature = "causes")]
use crate::kernel::AnsweredBy;
use crate::kernel::RunError;
use crate::kernel::{AnyAnswer, Ask, Decision, Outcome, SameWorld, Schedule, Seat, Stage, Stored};
use crate::phase::{Asks, put_answer, refusal};

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
        let Some((phase, number)) = self.asking() else {
            return Err(AnswerError::NotAsked { asking: None, answer });
        };
        let Some(phase) = phase.get().as_any().downcast_ref::<P>() else {
            return Err(AnswerError::NotAsked { asking: Some(phase.name()), answer });
        };
        let seen = <P::World as SameWorld<W>>::world(world);
        let left = match left_by(phase, seat, seen) {
            Ok(left) => left,
            Err(NotAsked { is_secret }) => {
                return Err(AnswerError::NotThisSeat { seat, answer, is_secret });
            }
        };
        if let Some(source) = refusal(phase, seat, &answer, seen) {
            let is_secret = phase.secret(seat, seen);
            return Err(AnswerError::Refused { phase: P::NAME, seat, answer, source, is_secret });
        }
        #[cfg(feature = "causes")]
        if self.schedule.is_observed() {
            let shown = AnyAnswer::new(answer.clone()).kept_secret(phase.secret(seat, seen));
            self.tell_answered(seat, &shown, AnsweredBy::Host, world);
        }
        let put = |phase: &mut Stored<W>, world: &mut W, schedule: &mut Schedule<W>| {
            let phase = phase.get_mut().as_any_mut().downcast_mut::<P>()?;
            let world = <P::World as SameWorld<W>>::world_mut(world);
            let schedule = <P::World as SameWorld<W>>::schedule(schedule);
            Some(put_answer(phase, seat, answer, world, schedule))
        };
        Ok(self.take_answer(&Answered { number, left }, world, put)?)
    }

    /// Like [`answer`](Self::answer), for a host that does not know which phase asks.
    ///
    /// # Errors
    ///
    /// As for [`answer`](Self::answer). An answer of another type than the phase's is none to it.
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
        let answered = self.put_answer(world, seat, answer, false);
        self.tell_if_refused(seat, &answered, world);
        answered
    }

    fn put_answer(
        &mut self,
        world: &mut W,
        seat: Seat,
        answer: AnyAnswer,
        is_fallback: bool,
    ) -> Result<Step, AnswerError<AnyAnswer>> {
        self.recover(world);
        let Some((phase, number)) = self.asking() else {
            return Err(AnswerError::NotAsked { asking: None, answer });
        };
        let name = phase.name();
        let Some(asking) = phase.get().asking().filter(|asking| asking.is_answer(&answer)) else {
            return Err(AnswerError::NotAsked { asking: Some(name), answer });
        };
        let left = match left_by(asking, seat, world) {
            Ok(left) => left,
            Err(NotAsked { is_secret }) => {
                return Err(AnswerError::NotThisSeat { seat, answer, is_secret });
            }
        };
        if let Some(source) = asking.refusal(seat, &answer, world) {
            let is_secret = asking.is_secret(seat, world);
            return Err(AnswerError::Refused { phase: name, seat, answer, source, is_secret });
        }
        #[cfg(feature = "causes")]
        if self.schedule.is_observed() {
            let by = if is_fallback { AnsweredBy::Fallback } else { AnsweredBy::Host };
            let shown = answer.clone().kept_secret(asking.is_secret(seat, world));
            self.tell_answered(seat, &shown, by, world);
        }
        #[cfg(not(feature = "causes"))]
        let _ = is_fallback;
        let put = |phase: &mut Stored<W>, world: &mut W, schedule: &mut Schedule<W>| {
            phase.get_mut().asking_mut()?.answer(seat, answer, world, schedule).ok()
        };
        Ok(self.take_answer(&Answered { number, left }, world, put)?)
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
        let answered = self.read_answer(world, number, seat, deserializer);
        self.tell_if_refused(seat, &answered, world);
        answered
    }

    #[cfg(feature = "serde")]
    fn read_answer<'de, D: serde::Deserializer<'de>>(
        &mut self,
        world: &mut W,
        number: u64,
        seat: Seat,
        deserializer: D,
    ) -> Result<Step, AnswerError<()>> {
        self.recover(world);
        let standing = self.asking().filter(|(_, standing)| *standing == number);
        let Some((phase, asking)) =
            standing.and_then(|(phase, _)| Some((phase.name(), phase.get().asking()?)))
        else {
            let asking = self.asking().map(|(_, number)| number);
            return Err(AnswerError::Late { number, asking, answer: () });
        };
        if let Err(NotAsked { is_secret }) = left_by(asking, seat, world) {
            return Err(AnswerError::NotThisSeat { seat, answer: (), is_secret });
        }
        let answer = read_answer(asking, phase, seat, world, deserializer)?;
        self.put_answer(world, seat, answer, false).map_err(|error| error.map(drop))
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
            if status != RunStatus::Asking || self.put_to_seats(world, false, &mut choose, Err)?.is_empty() {
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
        let mut first_refusal = None;
        let fallback = |question: &Question<'_, W>, seat, world: &W| question.fallback(seat, world);
        let answered = self.put_to_seats(world, true, fallback, |error| match error {
            AnswerError::Run(_) => Err(error),
            refusal => {
                first_refusal.get_or_insert(refusal);
                Ok(())
            }
        })?;
        first_refusal.map_or(Ok(answered), Err)
    }

    /// Puts the question that stands to each seat that it asks, and says which have answered.
    fn put_to_seats(
        &mut self,
        world: &mut W,
        are_fallbacks: bool,
        mut choose: impl FnMut(&Question<'_, W>, Seat, &W) -> Option<AnyAnswer>,
        mut refused: impl FnMut(AnswerError<AnyAnswer>) -> Result<(), AnswerError<AnyAnswer>>,
    ) -> Result<Vec<Seat>, AnswerError<AnyAnswer>> {
        let number = self.asking().map(|(_, number)| number);
        let (mut put, mut answered) = (Vec::new(), Vec::new());
        while let Some(question) = self.question().filter(|question| Some(question.number()) == number) {
            let Some(seat) = question.seats(world).into_iter().find(|seat| !put.contains(seat)) else {
                break;
            };
            put.push(seat);
            if let Some(answer) = choose(&question, seat, world) {
                let came_to = self.put_answer(world, seat, answer, are_fallbacks);
                self.tell_if_refused(seat, &came_to, world);
                match came_to {
                    Ok(_) => answered.push(seat),
                    Err(error) => refused(error)?,
                }
            }
        }
        Ok(answered)
    }

    /// Tells those who observe, if an answer was refused.
    #[cfg_attr(not(feature = "causes"), allow(clippy::unused_self, reason = "nobody observes"))]
    pub(super) fn tell_if_refused<A>(
        &mut self,
        seat: Seat,
        answered: &Result<Step, AnswerError<A>>,
        world: &W,
    ) {
        #[cfg(feature = "causes")]
        if self.schedule.is_observed()
            && matches!(answered, Err(error) if !matches!(error, AnswerError::Run(_)))
        {
            self.tell_refused(seat, world);
        }
        #[cfg(not(feature = "causes"))]
        let _ = (seat, answered, world);
    }

    /// The phase that asks, and the number of its question.
    pub(super) fn asking(&self) -> Option<(&Stored<W>, u64)> {
        match &self.running {
            Some(Running { phase, rest: Rest::Asking { number } }) => Some((phase, *number)),
            _ => None,
        }
    }

    /// Has the phase that asks take an answer that has been found good, and does what it decides.
    fn take_answer(
        &mut self,
        answered: &Answered,
        world: &mut W,
        put: impl FnOnce(&mut Stored<W>, &mut W, &mut Schedule<W>) -> Option<Outcome>,
    ) -> Result<Step, RunError> {
        #[cfg(feature = "causes")]
        if self.schedule.is_observed() {
            return self.while_phases_queue(|manager| manager.call_with_answer(answered, world, put));
        }
        self.call_with_answer(answered, world, put)
    }

    fn call_with_answer(
        &mut self,
        answered: &Answered,
        world: &mut W,
        put: impl FnOnce(&mut Stored<W>, &mut W, &mut Schedule<W>) -> Option<Outcome>,
    ) -> Result<Step, RunError> {
        let Some(Running { phase, .. }) = self.running.take() else { return self.step(world) };
        let (phase, outcome) = self.call(phase, Stage::Answering, world, |phase, world, schedule| {
            // It has just been found to be of this type, so that there is always an outcome.
            put(phase, world, schedule).unwrap_or(Outcome::Decided(Decision::Ask))
        });
        self.settle_ticket(&outcome);
        let advance = match outcome {
            Outcome::Decided(Decision::Ask) => self.ask_again(phase, answered, world),
            outcome => self.follow(phase, outcome, 0, world),
        };
        Ok(self.step_of(advance?))
    }
}

/// A seat that is not asked.
struct NotAsked {
    is_secret: bool,
}

/// Who is still asked once this seat has answered.
fn left_by<W: 'static>(asking: &dyn Ask<W>, seat: Seat, world: &W) -> Result<Vec<Seat>, NotAsked> {
    let mut seats = asking.seats(world);
    let asked = seats.len();
    seats.retain(|other| *other != seat);
    if seats.len() == asked && !asking.may_revise(seat, world) {
        return Err(NotAsked { is_secret: asking.is_secret(seat, world) });
    }
    Ok(seats)
}
