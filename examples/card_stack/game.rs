//! A game in progress.

use phase_core::prelude::*;
use serde::{Deserialize, Deserializer, Serialize};

use super::duel::Duel;
use super::phases::{OpeningPhase, TurnPhase};
use super::player::Player;

/// A duel and its phases: together they are all that decides how it goes on, at any question.
#[derive(Debug, Serialize, Deserialize)]
pub struct Game {
    /// What the phases act on.
    pub duel: Duel,
    /// What is still to happen, with the stack in it.
    #[serde(deserialize_with = "restore")]
    pub phases: PhaseManager<Duel>,
    /// Which of the duelists are persons; an AI plays the others.
    pub persons: Vec<Player>,
}

impl Game {
    /// A duel that has not begun.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut phases = turn_after_turn(PhaseManager::new());
        phases.push(OpeningPhase);
        Self { duel: Duel::new(seed), phases, persons: vec![] }
    }

    /// Goes on to the next question, or to the end of the duel.
    ///
    /// # Errors
    ///
    /// If a phase fails.
    pub fn run(&mut self) -> Result<RunStatus, RunError> {
        self.phases.run(&mut self.duel)
    }
}

/// A save holds what is queued, but not what supplies the next turn.
fn restore<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PhaseManager<Duel>, D::Error> {
    PhaseManager::restore(deserializer).map(turn_after_turn)
}

/// Where nothing is left of a turn, the next one is that of the other duelist; another turn of the same one has been
/// pushed, and so is there before.
fn turn_after_turn(phases: PhaseManager<Duel>) -> PhaseManager<Duel> {
    phases.when_empty(|duel: &mut Duel| TurnPhase { player: duel.active.other() })
}
