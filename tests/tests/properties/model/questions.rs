//! Asking, answering, and having nobody to ask.

use super::drive::{Advance, Stop};
use super::{Model, Now, Panic};
use crate::kind::Kind;
use crate::program::{Asked, Door, Hook, Outcome, Refusal, SEATS};

/// What a question was before the answer out of which a phase asks on.
#[derive(Debug, Clone)]
pub(super) struct Before {
    number: u64,
    /// But for the one who has answered.
    seats: Vec<usize>,
}

impl Model<'_> {
    /// Whom the running phase asks.
    pub(super) fn seats(&self) -> Result<Vec<usize>, Panic> {
        let Some(running) = &self.running else { return Ok(vec![]) };
        if self.is_over {
            return Ok(vec![]);
        }
        if self.are_seats_poisoned {
            return Err(Panic);
        }
        Ok((0..SEATS).filter(|&seat| running.asked[seat] && !self.gone[seat]).collect())
    }

    /// The number of the question that stands.
    pub(super) fn number(&self) -> Option<u64> {
        match self.running.as_ref()?.now {
            Now::Asks { number } => Some(number),
            _ => None,
        }
    }

    /// The running phase has said that it asks, in this hook.
    pub(super) fn ask(&mut self, asked: Asked, hook: Hook) -> Result<Advance, Stop> {
        let before = self.before.take();
        // Whatever goes wrong on the way, it asks from now on, and what it asks is a new question until it is known
        // to be an old one.
        let latest = self.questions;
        self.questions += 1;
        let number = self.questions;
        if let Some(running) = &mut self.running {
            if let Asked::These(seats) = asked {
                running.asked = seats;
            }
            running.now = Now::Asks { number };
        }
        self.tell_condemned()?;
        let seats = self.seats()?;
        if let Some(Before { number, seats: before }) = before {
            if seats.iter().all(|seat| before.contains(seat)) {
                self.questions = latest;
                if let Some(running) = &mut self.running {
                    running.now = Now::Asks { number };
                }
            }
        }
        match hook {
            _ if !seats.is_empty() => Ok(Advance::Asking),
            // It has been told just now.
            Hook::Unasked => {
                let running = self.running.take().expect("it asks");
                let fault = self.fault(running.card);
                self.give_up(&running)?;
                Err(Stop::Error(Outcome::Failed {
                    fault,
                    place: "unasked",
                    source: "asks nobody: its `seats` are empty".to_owned(),
                }))
            }
            _ => self.unasked(),
        }
    }

    /// A phase that asks is come back to.
    pub(super) fn ask_on(&mut self, _number: u64) -> Result<Advance, Stop> {
        if self.seats()?.is_empty() { self.unasked() } else { Ok(Advance::Asking) }
    }

    fn unasked(&mut self) -> Result<Advance, Stop> {
        let mut running = self.running.take().expect("it asks");
        let id = running.card.id;
        let turn = self.program.plan(id).unasked.get(running.unasked).cloned().unwrap_or_default();
        running.unasked += 1;
        running.now = Now::Called;
        self.called(Hook::Unasked, id);
        self.take_turn(running, Hook::Unasked, turn, 0)
    }

    pub(super) fn answer(
        &mut self,
        door: Door,
        kind: Option<Kind>,
        seat: usize,
        answer: u8,
    ) -> Result<Outcome, Panic> {
        let asking = self.number().and(self.running.as_ref()).map(|running| running.card.kind);
        let kind = kind.or(asking).unwrap_or(Kind::Plain);
        let given_to = match (door, self.number()) {
            (Door::Data { is_late }, number) => Some(number.unwrap_or(0) + u64::from(is_late)),
            _ => None,
        };
        self.recover()?;
        let Some(number) = self.number() else {
            return Ok(Outcome::Refused(match given_to {
                Some(given_to) => Refusal::Late(given_to, None),
                None => Refusal::NotAsked(None),
            }));
        };
        let asking = self.running.as_ref().expect("it asks").card.kind;
        let is_answer = match door {
            Door::Typed => kind == asking,
            Door::Any => kind.has_wide_answers() == asking.has_wide_answers(),
            // Any number will do.
            Door::Data { .. } => true,
        };
        if !is_answer {
            return Ok(Outcome::Refused(Refusal::NotAsked(Some(asking.name()))));
        }
        if let Some(given_to) = given_to.filter(|given_to| *given_to != number) {
            return Ok(Outcome::Refused(Refusal::Late(given_to, Some(number))));
        }
        self.take_answer(number, seat, answer)
    }

    /// Gives the phase that asks an answer of its type.
    fn take_answer(&mut self, number: u64, seat: usize, answer: u8) -> Result<Outcome, Panic> {
        let card = self.running.as_ref().expect("it asks").card;
        let plan = self.program.plan(card.id);
        let mut seats = self.seats()?;
        if !seats.contains(&seat) && !plan.rules.revises {
            return Ok(Outcome::Refused(Refusal::NotThisSeat(seat)));
        }
        let refused =
            |why: &str| Ok(Outcome::Refused(Refusal::Refused(card.kind.name(), seat, why.to_owned())));
        if plan.rules.options.is_some_and(|options| !options.contains(&answer)) {
            return refused("it is none of the options");
        }
        if plan.rules.rejects == Some(answer) {
            return refused("rejected");
        }
        seats.retain(|other| *other != seat);
        self.before = Some(Before { number, seats });
        let mut running = self.running.take().expect("it asks");
        let turn = plan.answers.get(running.answers).cloned().unwrap_or_default();
        running.answers += 1;
        running.asked[seat] = false;
        running.now = Now::Called;
        let hook = Hook::Answer(seat, answer);
        self.called(hook, card.id);
        let advance = self.take_turn(running, hook, turn, 0);
        self.before = None;
        self.stepped(advance)
    }

    pub(super) fn time_out(&mut self) -> Result<Outcome, Panic> {
        self.recover()?;
        let mut first_refusal = None;
        let fallback = |model: &Self, seat: usize| {
            let card = model.running.as_ref().expect("it asks").card;
            model.program.plan(card.id).rules.fallbacks[seat]
        };
        let put = self.put_to_seats(fallback, |outcome| match outcome {
            Outcome::Refused(_) => {
                first_refusal.get_or_insert(outcome);
                None
            }
            over => Some(over),
        })?;
        Ok(match (put, first_refusal) {
            (Err(failed), _) => failed,
            (Ok(_), Some(refused)) => refused,
            (Ok(answered), None) => Outcome::TimedOut(answered),
        })
    }

    pub(super) fn play_with(&mut self, silent: [bool; SEATS], answer: u8) -> Result<Outcome, Panic> {
        loop {
            let status = self.run()?;
            if status != Outcome::Status("Asking") {
                return Ok(status);
            }
            match self.put_to_seats(|_, seat| (!silent[seat]).then_some(answer), Some)? {
                Ok(answered) if answered.is_empty() => return Ok(status),
                Ok(_) => {}
                Err(refused) => return Ok(refused),
            }
        }
    }

    /// Puts the question that stands to each seat once; those who have answered, or how one was refused or failed, as far
    /// as that ends it.
    fn put_to_seats(
        &mut self,
        choose: impl Fn(&Self, usize) -> Option<u8>,
        mut ends: impl FnMut(Outcome) -> Option<Outcome>,
    ) -> Result<Result<Vec<usize>, Outcome>, Panic> {
        let question = self.number();
        let (mut put, mut answered) = (vec![], vec![]);
        while let Some(number) = self.number().filter(|number| Some(*number) == question) {
            let Some(seat) = self.seats()?.into_iter().find(|seat| !put.contains(seat)) else { break };
            put.push(seat);
            if let Some(answer) = choose(self, seat) {
                match self.take_answer(number, seat, answer)? {
                    Outcome::Stepped(..) => answered.push(seat),
                    refused => {
                        if let Some(outcome) = ends(refused) {
                            return Ok(Err(outcome));
                        }
                    }
                }
            }
        }
        Ok(Ok(answered))
    }
}
