//! A game in progress.

use std::io;
use std::mem;
use std::path::Path;

use phase_core::prelude::*;
use phase_core::{AnyAnswer, ForkError};
use serde::{Deserialize, Deserializer, Serialize};

use super::battle::Battle;
use super::battler::Side;
use super::in_play::InPlay;
use super::phases::{SwitchInPhase, TurnStartPhase};
use super::save;
use super::text::Line;

/// A battle and its phases: together they are all that decides how it goes on, at any moment.
#[derive(Debug, Serialize, Deserialize)]
pub struct Game {
    /// What the phases act on.
    pub battle: Battle,
    /// What is still to happen.
    #[serde(deserialize_with = "restore")]
    pub phases: PhaseManager<Battle>,
    /// Which side a person plays, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<Side>,
    /// The moments that somebody may want to go back to.
    #[serde(skip, default = "history")]
    history: History<Battle>,
}

const fn history() -> History<Battle> {
    const MOST_UNDOS: usize = 1000;
    History::new(MOST_UNDOS)
}

impl Game {
    /// A battle that has not begun: the first creatures enter, and from then on turn follows turn.
    #[must_use]
    pub fn new(battle: Battle) -> Self {
        let mut phases = turn_after_turn(PhaseManager::new());
        phases.push(SwitchInPhase(battle.reinforcements()));
        Self { battle, phases, person: None, history: history() }
    }

    /// Goes on by one phase.
    ///
    /// # Errors
    ///
    /// If the phase fails.
    pub fn step(&mut self) -> Result<Step, RunError> {
        self.phases.step(&mut self.battle)
    }

    /// Goes on to the end of the battle.
    ///
    /// # Errors
    ///
    /// If a phase fails.
    pub fn run(&mut self) -> Result<RunStatus, RunError> {
        self.phases.run(&mut self.battle)
    }

    /// Answers the question that stands, for one of the seats that it asks.
    ///
    /// # Errors
    ///
    /// If the answer is not taken, or the phase that takes it fails.
    pub fn answer(&mut self, seat: Seat, answer: AnyAnswer) -> Result<Step, AnswerError<AnyAnswer>> {
        self.phases.answer_any(&mut self.battle, seat, answer)
    }
}

impl InPlay for Game {
    fn battle(&self) -> &Battle {
        &self.battle
    }

    fn phases(&self) -> &PhaseManager<Battle> {
        &self.phases
    }

    fn step(&mut self) -> Result<Step, RunError> {
        Self::step(self)
    }

    fn answer(&mut self, seat: Seat, answer: AnyAnswer) -> Result<Step, AnswerError<AnyAnswer>> {
        Self::answer(self, seat, answer)
    }

    fn cast(&mut self, sides: u32) -> u32 {
        self.battle.dice.below(sides)
    }

    fn said(&mut self) -> Vec<Line> {
        mem::take(&mut self.battle.lines)
    }

    fn remember(&mut self) -> Result<(), ForkError> {
        self.history.checkpoint(&self.phases, &self.battle)
    }

    fn undo(&mut self) -> bool {
        self.history.undo(&mut self.phases, &mut self.battle)
    }

    fn redo(&mut self) -> bool {
        self.history.redo(&mut self.phases, &mut self.battle)
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        save::write(self, path)
    }
}

/// A save holds what is queued, but not what supplies the next turn.
fn restore<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PhaseManager<Battle>, D::Error> {
    PhaseManager::restore(deserializer).map(turn_after_turn)
}

fn turn_after_turn(phases: PhaseManager<Battle>) -> PhaseManager<Battle> {
    phases.when_empty_with(|battle: &mut Battle, queue| {
        // The halt at the end is for the run that it ends: a save of a finished battle holds the outcome alone.
        if battle.outcome.is_none() {
            queue.push(TurnStartPhase::default());
        }
    })
}
