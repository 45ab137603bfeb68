//! How a duel begins.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::DrawPhase;
use crate::card_stack::duel::Duel;
use crate::card_stack::player::Player;
use crate::double_battle::text::Tone;

/// How many cards a hand is at first.
const HAND: u32 = 4;

/// The duel begins: both draw, and may then change their hands; chance says who has the first turn.
#[phase(world = Duel, unshifts(DrawPhase, KeepPhase, FirstPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OpeningPhase;

impl Phase for OpeningPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for player in Player::BOTH {
            guard.unshift(DrawPhase { player, left: HAND });
        }
        guard.unshift(KeepPhase::default());
        guard.unshift(FirstPhase);
        guard.end()
    }
}

/// Both duelists say at once whether they keep their hands, so neither knows what the other one does: what has been
/// answered stays in here, and is not shown, until both have.
#[phase(world = Duel, asks, secret, unshifts(DrawPhase), save, clone)]
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct KeepPhase {
    keeps: [Option<bool>; 2],
}

impl Asks for KeepPhase {
    type Answer = bool;

    fn seats(&self, _: &Duel) -> Vec<Seat> {
        let is_open = |player: &Player| self.keeps[player.index()].is_none();
        Player::BOTH.into_iter().filter(is_open).map(Player::seat).collect()
    }

    fn options(&self, _: Seat, _: &Duel) -> Option<Vec<bool>> {
        Some(vec![true, false])
    }

    fn fallback(&self, _: Seat, _: &Duel) -> Option<bool> {
        Some(true)
    }

    fn secret(&self, _: Seat, _: &Duel) -> bool {
        true
    }

    fn answer(&mut self, seat: Seat, keeps: bool, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Some(player) = Player::of(seat) {
            self.keeps[player.index()] = Some(keeps);
        }
        if self.keeps.contains(&None) {
            return guard.ask();
        }
        for player in Player::BOTH {
            let keeps = self.keeps[player.index()] == Some(true);
            guard.world.tell(&guard.queue, Tone::Plain, |_| {
                format!("{player} {}.", if keeps { "keeps the hand" } else { "draws another hand" })
            });
            if !keeps {
                let duelist = &mut guard.world[player];
                duelist.deck.append(&mut duelist.hand);
                guard.unshift(DrawPhase { player, left: HAND });
            }
        }
        guard.end()
    }
}

/// Chance says who has the first turn.
#[phase(world = Duel, asks, leaf, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FirstPhase;

impl Asks for FirstPhase {
    type Answer = Player;

    fn seats(&self, _: &Duel) -> Vec<Seat> {
        vec![Seat::Chance]
    }

    fn options(&self, _: Seat, _: &Duel) -> Option<Vec<Player>> {
        Some(Player::BOTH.to_vec())
    }

    fn answer(&mut self, _: Seat, first: Player, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.tell(&guard.queue, Tone::Plain, |_| format!("{first} begins."));
        // The next turn is always that of the other one.
        guard.world.active = first.other();
        guard.end()
    }
}
