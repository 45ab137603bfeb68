//! What the search has to know of the duel.

use phase_core::prelude::*;
use phase_core::{AnyAnswer, BoxError};

use super::duel::{Duel, Outcome};
use super::game::Game;
use super::phases::KeepPhase;
use super::player::Player;
use crate::double_battle::dice::Dice;
use crate::searcher::{Searchable, Searcher};

impl Searchable for Duel {
    fn score(&self, seat: Seat) -> u64 {
        match self.outcome {
            Some(Outcome::Win(winner)) if winner.seat() == seat => 2,
            Some(Outcome::Win(_)) => 0,
            Some(Outcome::BothFell) | None => 1,
        }
    }

    /// Hidden from a duelist is the hand of the other one, which is as good as drawn anew. What will be drawn is nowhere
    /// yet.
    fn imagine(&mut self, _: &mut PhaseManager<Self>, seat: Seat, seed: u64) {
        self.is_muted = true;
        let Some(player) = Player::of(seat) else { return };
        let mut guesses = Dice::new(!seed);
        let other = &mut self[player.other()];
        let held = other.hand.len();
        other.deck.append(&mut other.hand);
        // The same cards, however they were divided before.
        other.deck.sort_unstable();
        for _ in 0..held {
            let place = guesses.below(u32::try_from(other.deck.len()).unwrap_or(u32::MAX));
            let card = other.deck.swap_remove(place as usize);
            other.hand.push(card);
        }
    }
}

/// What an AI answers for a seat that the duel asks; nothing if it is not asked.
///
/// The same question in the same duel has the same answer.
///
/// # Errors
///
/// If the duel can't be copied, or a copy fails.
pub fn choose(game: &Game, seat: Seat, playouts: u64) -> Result<Option<AnyAnswer>, BoxError> {
    choose_for(&game.phases, &game.duel, seat, playouts)
}

/// Likewise, for phases and a duel by themselves.
///
/// # Errors
///
/// Those of [`choose`].
pub fn choose_for(
    phases: &PhaseManager<Duel>,
    duel: &Duel,
    seat: Seat,
    playouts: u64,
) -> Result<Option<AnyAnswer>, BoxError> {
    let Some(question) = phases.question().filter(|question| question.seats(duel).contains(&seat)) else {
        return Ok(None);
    };
    if question.phase().is::<KeepPhase>() {
        // The other one may have answered, and a search would see it.
        return Ok(Player::of(seat).and_then(|player| {
            let cheap = duel[player].hand.iter().filter(|card| card.print().cost <= 2).count();
            question.pick(seat, duel, usize::from(cheap < 2))
        }));
    }
    Searcher::new(playouts, question.number()).choose(phases, duel, seat)
}
