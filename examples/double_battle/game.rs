//! A game in progress.

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use serde::{Deserialize, Deserializer, Serialize};

use super::battle::Battle;
use super::battler::Side;
use super::phases::{MovePhase, SwitchInPhase, TurnStartPhase};

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
}

impl Game {
    /// A battle that has not begun: the first creatures enter, and from then on turn follows turn.
    #[must_use]
    pub fn new(battle: Battle) -> Self {
        let mut phases = turn_after_turn(PhaseManager::new());
        phases.push(SwitchInPhase(battle.reinforcements()));
        Self { battle, phases, person: None }
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

    /// The move that starts next, if it is a move that does.
    ///
    /// Moves are [`Ordered`], so it need not be the one at the front: the best on the level goes first, and of equals
    /// the one that was queued first.
    #[must_use]
    pub fn next_move(&self) -> Option<&MovePhase> {
        let (_, level) = self.phases.levels().last()?;
        level.clone().next()?.downcast_ref::<MovePhase>()?;
        let moves = level.rev().filter_map(PhaseRef::downcast_ref::<MovePhase>);
        moves.max_by_key(|queued| queued.key(&self.battle))
    }
}

/// A save holds what is queued, but not what supplies the next turn.
fn restore<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PhaseManager<Battle>, D::Error> {
    PhaseManager::restore(deserializer).map(turn_after_turn)
}

fn turn_after_turn(phases: PhaseManager<Battle>) -> PhaseManager<Battle> {
    phases.when_empty(|_: &mut Battle| TurnStartPhase::default())
}
