//! The player that tries moves out.

use std::error::Error;

use phase_core::prelude::*;

use crate::double_battle::battle::{Battle, Outcome};
use crate::double_battle::battler::{Battler, Side};
use crate::double_battle::dice::Dice;
use crate::double_battle::game::Game;
use crate::double_battle::orders::Order;
use crate::double_battle::phases::MovePhase;

/// Picks moves by playing the rest of the battle after each of them, many times over.
#[derive(Debug)]
pub struct Searcher {
    /// How many playouts a choice may cost, over all that there is to choose from.
    playouts: u64,
    /// Where the dice of the playouts come from.
    seeds: Dice,
    /// How many playouts there have been.
    played: u64,
}

impl Searcher {
    /// A player that a seed decides.
    #[must_use]
    pub fn new(playouts: u64, seed: u64) -> Self {
        Self { playouts, seeds: Dice::new(seed), played: 0 }
    }

    /// How many playouts there have been.
    #[must_use]
    pub const fn played(&self) -> u64 {
        self.played
    }

    /// The best that a creature with a queued move can do in place of it, or `None` if it can do nothing.
    ///
    /// # Errors
    ///
    /// If the game can't be forked, or a fork fails.
    pub fn choose(&mut self, game: &Game, user: Battler) -> Result<Option<Order>, Box<dyn Error>> {
        let mut options: Vec<(u64, Order)> = game.battle.options(user).map(|order| (0, order)).collect();
        if options.len() > 1 {
            for _ in 0..(self.playouts / options.len() as u64).max(1) {
                // The same dice for each order, so that none of them is just luckier than the others.
                let seed = self.seeds.number().into();
                for (score, order) in &mut options {
                    *score += score_of(play_out(game, *order, seed)?, user.side);
                    self.played += 1;
                }
            }
        }
        // Of equals the last is taken by `max_by_key`, and should be the first.
        Ok(options.into_iter().rev().max_by_key(|&(score, _)| score).map(|(_, order)| order))
    }
}

/// What came of a battle in which a queued move was exchanged for another order.
fn play_out(game: &Game, order: Order, seed: u64) -> Result<Option<Outcome>, Box<dyn Error>> {
    let mut fork = game.fork()?;
    fork.battle.dice = Dice::new(seed);
    let others: Vec<Battler> = fork.battle.standing().filter(|&other| other != order.user).collect();
    for other in others {
        if let Some(queued) = queued_order(&mut fork.phases, other) {
            *queued = fork.battle.auto_order(other).unwrap_or(*queued);
        }
    }
    if let Some(queued) = queued_order(&mut fork.phases, order.user) {
        *queued = order;
    }
    fork.run()?;
    Ok(fork.battle.outcome)
}

/// What a creature is still to do in this turn.
pub fn queued_order(phases: &mut PhaseManager<Battle>, user: Battler) -> Option<&mut Order> {
    let queued = phases.find_mut::<MovePhase>(|queued| queued.order.user == user && !queued.is_echo)?;
    Some(&mut queued.order)
}

const fn score_of(outcome: Option<Outcome>, side: Side) -> u64 {
    match outcome {
        Some(Outcome::Win(winner)) if winner.index() == side.index() => 2,
        Some(Outcome::Win(_)) => 0,
        _ => 1,
    }
}
