//! What the search has to know of the battle.

use phase_core::prelude::*;
use phase_core::{AnyAnswer, BoxError};

use super::battle::{Battle, Outcome};
use super::battler::{Battler, Side};
use super::dice::Dice;
use super::in_play::InPlay;
use super::phases::MovePhase;
use crate::searcher::{Searchable, Searcher};

impl Searchable for Battle {
    fn score(&self, seat: Seat) -> u64 {
        match self.outcome {
            Some(Outcome::Win(winner)) if winner.seat() == seat => 2,
            Some(Outcome::Win(_)) => 0,
            Some(Outcome::MutualFall | Outcome::TurnLimit) | None => 1,
        }
    }

    /// Hidden from a side is what its foes are told to do in this turn, as long as they have not done it.
    fn imagine(&mut self, phases: &mut PhaseManager<Self>, seat: Seat, seed: u64) {
        self.is_muted = true;
        // Its dice fall by themselves, which is faster than to be asked for each of them.
        self.asked.dice = false;
        self.dice = Dice::new(seed);
        let mut guesses = Dice::new(!seed);
        let foes = Side::of(seat).into_iter().flat_map(|side| self.standing_on(side.foe()));
        let foes: Vec<Battler> = foes.collect();
        for foe in foes {
            let queued = phases.find_mut::<MovePhase>(|queued| queued.order.user == foe && !queued.is_echo);
            if let Some(queued) = queued {
                queued.order = self.any_order(foe, &mut guesses).unwrap_or(queued.order);
            }
        }
    }
}

/// What an AI answers for a seat that the battle asks; nothing if it is not asked.
///
/// The same question in the same battle has the same answer.
///
/// # Errors
///
/// If the battle can't be copied, or a copy fails.
pub fn choose(
    game: &(impl InPlay + ?Sized),
    seat: Seat,
    playouts: u64,
) -> Result<Option<AnyAnswer>, BoxError> {
    choose_for(game.phases(), game.battle(), seat, playouts)
}

/// Likewise, for phases and a battle by themselves.
///
/// # Errors
///
/// Those of [`choose`].
pub fn choose_for(
    phases: &PhaseManager<Battle>,
    battle: &Battle,
    seat: Seat,
    playouts: u64,
) -> Result<Option<AnyAnswer>, BoxError> {
    let Some(question) = phases.question() else { return Ok(None) };
    Searcher::new(playouts, question.number()).choose(phases, battle, seat)
}
