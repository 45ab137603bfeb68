//! The steps of the game.
//!
//! ```text
//! PickPhase    asks both players at once, and keeps what one has picked to itself until the other has, too
//! └─ unshifts ShowdownPhase    shows both hands; somebody may be hit, and the game over
//! ```

use std::collections::BTreeMap;

use phase_core::prelude::*;

use crate::duel::{Duel, PLAYERS};
use crate::hand::Hand;

/// Both players pick a hand: one question, to two seats.
///
/// The picks stay in here until both are made, and `secret` keeps them out of whatever prints the phase.
#[phase(world = Duel, unshifts(ShowdownPhase), asks, secret)]
#[derive(Debug, Default)]
pub struct PickPhase {
    picks: BTreeMap<Seat, Hand>,
}

impl Asks for PickPhase {
    type Answer = Hand;

    fn seats(&self, _: &Duel) -> Vec<Seat> {
        PLAYERS.into_iter().filter(|seat| !self.picks.contains_key(seat)).collect()
    }

    /// Nobody shows the same hand twice running.
    fn options(&self, seat: Seat, duel: &Duel) -> Option<Vec<Hand>> {
        let last = duel.shown.get(&seat);
        Some(Hand::ALL.into_iter().filter(|hand| Some(hand) != last).collect())
    }

    fn fallback(&self, seat: Seat, duel: &Duel) -> Option<Hand> {
        self.options(seat, duel)?.first().copied()
    }

    fn secret(&self, _: Seat, _: &Duel) -> bool {
        true
    }

    fn answer(&mut self, seat: Seat, hand: Hand, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.picks.insert(seat, hand);
        let [Some(first), Some(second)] = PLAYERS.map(|seat| self.picks.get(&seat).copied()) else {
            return guard.ask();
        };
        guard.unshift(ShowdownPhase { hands: [first, second] });
        guard.end()
    }
}

/// Both players show what they have picked.
#[phase(world = Duel, leaf)]
#[derive(Debug)]
pub struct ShowdownPhase {
    /// In the order of [`PLAYERS`].
    hands: [Hand; 2],
}

impl Phase for ShowdownPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let duel = &mut *guard.world;
        duel.shown = PLAYERS.into_iter().zip(self.hands).collect();
        let ([first, second], [one, other]) = (self.hands, PLAYERS);
        let shown = format!("They show {first} and {second}");
        let (winner, loser) = match () {
            () if first.beats(second) => (one, other),
            () if second.beats(first) => (other, one),
            () => {
                duel.news.push(format!("{shown}: nobody is hit."));
                return guard.end();
            }
        };
        duel.news.push(format!("{shown}: {loser} is hit."));
        let hp = duel.hp.entry(loser).or_default();
        *hp = hp.saturating_sub(1);
        if *hp == 0 {
            duel.winner = Some(winner);
            guard.queue.halt();
        }
        guard.end()
    }
}
