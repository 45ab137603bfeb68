//! A game with its two seats: who is asked, what is taken, and since when each has been asked.

use std::collections::VecDeque;
use std::fmt;
use std::mem;

use phase_core::prelude::*;
use phase_core::{AnyAnswer, BoxError};
use phase_examples::double_battle::ai;
use phase_examples::double_battle::battle::Outcome;
use phase_examples::double_battle::battler::Side;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::text::Line;
use serde::{Deserialize, Serialize};

use super::fault::{Fault, chain};
use crate::moment::Moment;
use crate::store::Verdict;

/// The seats of a game: the first is that of the home side.
pub const SEATS: [usize; 2] = [0, 1];

/// So many phases may start between two questions. A turn of a double battle starts fewer than 100.
const MOST_STARTS: usize = 10_000;
/// So many phases in a row may set each other off, however many questions come between.
const LONGEST_CHAIN: usize = 1_000;
/// So many lines whoever comes back is told of what has happened.
const MOST_LINES: usize = 24;

/// A game in progress.
#[derive(Debug)]
pub struct Table {
    pub(super) game: Game,
    seats: [SeatState; 2],
    recent: VecDeque<Line>,
}

/// What a seat has done so far.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct SeatState {
    /// How many questions it has answered. The next one has the number after it.
    ///
    /// The library counts the questions of a game. A seat that saw that count could tell how much the other one has been
    /// asked, and so what it has picked.
    given: u32,
    /// Since when it is asked, if it is.
    asked: Option<Moment>,
}

#[derive(Serialize)]
struct SaveRef<'a> {
    game: &'a Game,
    seats: &'a [SeatState; 2],
}

#[derive(Deserialize)]
struct Save {
    game: Game,
    seats: [SeatState; 2],
}

/// What came of an answer that was taken.
#[derive(Debug)]
pub struct Taken {
    /// What has happened, for everybody to see.
    pub lines: Vec<Line>,
    /// What came of the game, if it is over.
    pub verdict: Option<Verdict>,
}

/// Why an answer was not taken.
#[derive(Debug)]
pub enum Refusal {
    /// The seat is not asked, or was asked something else. Nothing has changed.
    NotAsked(String),
    /// It is no answer to this question. Nothing has changed.
    NotAnAnswer(String),
    /// It was taken, and then the game failed. It can't go on.
    Broken(Fault),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAsked(why) | Self::NotAnAnswer(why) => f.write_str(why),
            Self::Broken(fault) => write!(f, "the game can't go on: {fault}"),
        }
    }
}

impl std::error::Error for Refusal {}

impl Table {
    /// A game that nobody has played so far.
    #[must_use]
    pub fn new(mut game: Game) -> Self {
        game.phases.set_start_limit(MOST_STARTS);
        game.phases.set_chain_limit(LONGEST_CHAIN);
        Self { game, seats: Default::default(), recent: VecDeque::new() }
    }

    /// Lets the game begin: it goes on up to its first question.
    ///
    /// # Errors
    ///
    /// If the game fails.
    pub fn begin(&mut self, now: Moment) -> Result<Taken, Fault> {
        self.go_on(now)
    }

    /// A game as [`save`](Self::save) wrote it.
    ///
    /// # Errors
    ///
    /// If the bytes are no such save.
    pub fn load(bytes: &[u8]) -> Result<Self, Fault> {
        let Save { game, seats } = serde_json::from_slice(bytes)
            .map_err(|error| Fault::new(format!("its save can't be read: {error}")))?;
        Ok(Self { seats, ..Self::new(game) })
    }

    /// The game as bytes.
    ///
    /// # Errors
    ///
    /// If something in it can't be written.
    pub fn save(&self) -> Result<Vec<u8>, Fault> {
        let save = SaveRef { game: &self.game, seats: &self.seats };
        serde_json::to_vec(&save).map_err(|error| Fault::new(format!("it can't be saved: {error}")))
    }

    /// The number of the question that a seat is asked, if it is asked: how many it has answered before, and one.
    #[must_use]
    pub fn asked(&self, seat: usize) -> Option<u32> {
        let state = self.seats.get(seat)?;
        state.asked.map(|_| state.given + 1)
    }

    /// Since when a seat is asked, if it is.
    #[must_use]
    pub fn asked_since(&self, seat: usize) -> Option<Moment> {
        self.seats.get(seat)?.asked
    }

    /// How many questions a seat has answered.
    #[must_use]
    pub fn given(&self, seat: usize) -> u32 {
        self.seats.get(seat).map_or(0, |state| state.given)
    }

    /// The last lines of what has happened, for whoever comes back.
    pub fn recent(&self) -> impl Iterator<Item = &Line> {
        self.recent.iter()
    }

    /// Takes an answer: JSON, from a seat, to the question of this number. Then the game goes on up to the next question.
    ///
    /// # Errors
    ///
    /// If the answer is refused. Unless the game has broken, nothing has changed.
    pub fn answer(&mut self, seat: usize, number: u32, answer: &str, now: Moment) -> Result<Taken, Refusal> {
        let next = self.given(seat) + 1;
        match self.asked(seat) {
            _ if number < next => {
                return Err(Refusal::NotAsked(format!("question {number} has been answered already")));
            }
            _ if number > next => {
                return Err(Refusal::NotAsked(format!(
                    "there is no question {number} yet; the next is {next}"
                )));
            }
            None => return Err(Refusal::NotAsked("you are not asked now".into())),
            Some(_) => {}
        }
        let not_asked = || Refusal::NotAsked("nothing is asked now".into());
        let question = self.game.phases.question().ok_or_else(not_asked)?.number();
        let mut data = serde_json::Deserializer::from_str(answer);
        let Game { phases, battle, .. } = &mut self.game;
        match phases.answer_from(battle, question, core_seat(seat), &mut data) {
            Ok(_) => {}
            Err(AnswerError::Run(error)) => return Err(Refusal::Broken(Fault::by(&error))),
            Err(refused) => return Err(Refusal::NotAnAnswer(chain(&refused))),
        }
        let state = &mut self.seats[seat];
        *state = SeatState { given: state.given + 1, asked: None };
        self.go_on(now).map_err(Refusal::Broken)
    }

    /// What counts for a seat that does not answer in time, as JSON; nothing if it is not asked, or the question has no
    /// fallback.
    ///
    /// # Errors
    ///
    /// If the game fails.
    pub fn fallback(&self, seat: usize) -> Result<Option<String>, Fault> {
        let question = self.game.phases.question().filter(|_| self.asked(seat).is_some());
        question
            .and_then(|question| question.fallback(core_seat(seat), &self.game.battle))
            .map(json)
            .transpose()
    }

    /// What the AI answers for a seat, as JSON; nothing if it is not asked.
    ///
    /// # Errors
    ///
    /// If the game can't be tried out.
    pub fn choose(&self, seat: usize, playouts: u64) -> Result<Option<String>, Fault> {
        let failed = |error: BoxError| Fault::new(format!("the AI failed: {}", chain(&*error)));
        ai::choose(&self.game, core_seat(seat), playouts).map_err(failed)?.map(json).transpose()
    }

    fn go_on(&mut self, now: Moment) -> Result<Taken, Fault> {
        let status = self.game.run().map_err(|error| Fault::by(&error))?;
        let lines = mem::take(&mut self.game.battle.lines);
        self.recent.extend(lines.iter().filter(|line| !line.is_empty()).cloned());
        self.recent.drain(..self.recent.len().saturating_sub(MOST_LINES));
        let verdict = match status {
            RunStatus::Asking => None,
            RunStatus::Idle | RunStatus::Halted => Some(self.verdict()),
            RunStatus::Waiting => return Err(Fault::new("it waits for something that is no answer")),
        };
        let question = self.game.phases.question();
        let asked = question.map(|question| question.seats(&self.game.battle)).unwrap_or_default();
        for (seat, state) in self.seats.iter_mut().enumerate() {
            // The clock of a seat goes on while another one answers the same question.
            state.asked = asked.contains(&core_seat(seat)).then(|| state.asked.unwrap_or(now));
        }
        if verdict.is_none() && self.seats.iter().all(|state| state.asked.is_none()) {
            return Err(Fault::new("it asks somebody who has no seat"));
        }
        Ok(Taken { lines, verdict })
    }

    fn verdict(&self) -> Verdict {
        match self.game.battle.outcome {
            Some(Outcome::Win(side)) => Verdict::Won(side.index()),
            Some(Outcome::MutualFall | Outcome::TurnLimit) | None => Verdict::Drawn,
        }
    }
}

/// The seat as the game calls it.
pub(super) fn core_seat(seat: usize) -> Seat {
    side(seat).seat()
}

/// The side that a seat plays.
pub(super) const fn side(seat: usize) -> Side {
    if seat == 0 { Side::Home } else { Side::Away }
}

#[expect(clippy::needless_pass_by_value, reason = "it is the end of a chain of calls")]
fn json(answer: AnyAnswer) -> Result<String, Fault> {
    serde_json::to_string(&answer).map_err(|error| Fault::new(format!("an answer can't be written: {error}")))
}
