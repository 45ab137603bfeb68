//! Takes a game on, step by step.

use std::error::Error;

use phase_core::{AnswerError, ForkError, PhaseRef, Seat, Step};

use super::Play;
use super::log::Offspring;
use super::stop::{OtherType, Stop, all, told};
use crate::panics::{self, Panicked};

/// So many phases may start on the way to one point; more are taken for a loop.
const MOST_STARTS: usize = 100_000;
/// A phase may wait for so many updates on the way; one that waits longer is taken to hang.
const MOST_UPDATES: u64 = 1000;

impl<W: 'static> Play<W> {
    /// The queued phase that starts next.
    pub(super) fn next(&self) -> Option<PhaseRef<'_>> {
        self.phases.peek(&self.world)
    }

    /// Whether a phase that has started has ended, and all that it has set off.
    pub(super) fn is_over(&self, offspring: &mut Offspring) -> bool {
        let log = self.log.read();
        log.add_to(offspring);
        let started = self.phases.current().into_iter().chain(self.phases.parked());
        !started.chain(self.next()).any(|phase| log.is_of(phase, offspring))
    }

    /// Goes on until `is_there` says so, or it can't go on.
    pub(super) fn go(&mut self, is_there: impl FnMut(&Self) -> bool) -> Result<(), Stop> {
        self.go_with(MOST_UPDATES, is_there)
    }

    /// Goes on until nothing proceeds.
    pub(super) fn rest(&mut self) -> Result<(), Stop> {
        self.go_with(0, |_| false)
    }

    /// Goes on, and updates a phase that waits for so many times.
    fn go_with(&mut self, updates: u64, mut is_there: impl FnMut(&Self) -> bool) -> Result<(), Stop> {
        let most = self.log.read().count() + MOST_STARTS;
        while !is_there(self) {
            if self.phases.question().is_some() {
                self.give_scripted()?;
                continue;
            }
            let waiting = self.phases.waiting();
            if waiting.is_some_and(|waiting| !waiting.suspended && waiting.updates >= updates) {
                return Err(self.waits());
            }
            self.advance()?;
            if waiting.is_some() && self.phases.waiting() == waiting {
                return Err(self.waits());
            }
            if self.log.read().count() > most {
                return Err(Stop::Limit(MOST_STARTS));
            }
        }
        Ok(())
    }

    fn waits(&self) -> Stop {
        let since = self.phases.current().and_then(|running| self.log.read().place_of(running));
        Stop::waiting(&self.phases, since)
    }

    /// Starts or updates one phase.
    pub(super) fn advance(&mut self) -> Result<(), Stop> {
        match self.catch(|play| play.phases.step(&mut play.world))? {
            Ok(Step::Idle) => {
                self.log.read().came_to_an_end();
                Err(Stop::Idle)
            }
            Ok(Step::Halted) => Err(Stop::Halted),
            Ok(_) => Ok(()),
            Err(error) => Err(Stop::Failed(error)),
        }
    }

    /// Does something that answers the phase that asks.
    pub(super) fn give<A>(
        &mut self,
        give: impl FnOnce(&mut Self) -> Result<Step, AnswerError<A>>,
    ) -> Result<(), Stop>
    where
        AnswerError<A>: Error,
    {
        match self.catch(give)? {
            Ok(_) => Ok(()),
            Err(AnswerError::Run(error)) => Err(Stop::Failed(error)),
            Err(refusal @ AnswerError::NotThisSeat { .. }) => {
                let asked = self.asked()?;
                let be = if asked.len() == 1 { "is" } else { "are" };
                Err(Stop::Refused(format!("{refusal}; {} {be} asked", all(&asked))))
            }
            Err(refusal) => Err(Stop::Refused(told(&refusal))),
        }
    }

    /// Who has still to answer the question that stands.
    fn asked(&mut self) -> Result<Vec<Seat>, Stop> {
        let asked = |play: &mut Self| play.phases.question().map(|question| question.seats(&play.world));
        Ok(self.catch(asked)?.unwrap_or_default())
    }

    /// Gives the first scripted answer that is one to the question that stands.
    fn give_scripted(&mut self) -> Result<(), Stop> {
        let seats = self.asked()?;
        let mut of_other_type = None;
        for number in 0..self.script.lines.len() {
            let line = self.script.lines[number].clone();
            if !seats.contains(&line.seat) {
                continue;
            }
            let question = self.phases.question().filter(|question| !question.is_answer(&line.answer));
            if let Some(question) = question {
                // Perhaps the next one is of this type.
                of_other_type.get_or_insert_with(|| OtherType {
                    line: line.to_string(),
                    given: line.answer.type_name(),
                    phase: question.name(),
                    taken: question.answer_type(),
                });
                continue;
            }
            let given =
                self.give(|play| play.phases.answer_any(&mut play.world, line.seat, line.answer.clone()));
            match given {
                Err(Stop::Refused(refusal)) => {
                    return Err(Stop::Refused(format!("{refusal}, {}", line.origin)));
                }
                given => {
                    self.script.lines.remove(number);
                    return given;
                }
            }
        }
        Err(Stop::asking(&self.phases, seats, of_other_type))
    }

    /// Calls into the game; what it panics with is a reason to stop.
    fn catch<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> Result<T, Stop> {
        panics::catch_aloud(|| call(self)).map_err(|Panicked { message, place }| {
            let phase = match self.phases.fork() {
                Err(ForkError::Unsettled { phase, .. }) => Some(phase),
                _ => None,
            };
            let log = self.log.read();
            let latest = log.latest().filter(|latest| Some(latest.name) == phase);
            let phase = latest.map(ToString::to_string).or_else(|| phase.map(str::to_owned));
            Stop::Panicked { phase, message, place }
        })
    }
}
