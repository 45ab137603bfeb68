//! Cards that come to a hand, and go from it.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::VerdictPhase;
use crate::card_stack::cards::Card;
use crate::card_stack::duel::{Duel, Outcome};
use crate::card_stack::player::Player;
use crate::double_battle::text::Tone;

/// A duelist draws so many cards, each of which is a question to chance: so a test says what is drawn, and a search need
/// not know how a deck is shuffled. Who can't draw has lost.
#[phase(world = Duel, unshifts(VerdictPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DrawPhase {
    /// Who draws.
    pub player: Player,
    /// How many cards are still to be drawn.
    pub left: u32,
}

impl DrawPhase {
    fn go_on(&self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.left == 0 {
            return guard.end();
        }
        if guard.world[self.player].deck.is_empty() {
            guard
                .world
                .tell(&guard.queue, Tone::Bad, |_| format!("{} has no card left to draw.", self.player));
            guard.queue.finish();
            guard.unshift(VerdictPhase(Outcome::Win(self.player.other())));
            return guard.end();
        }
        guard.ask()
    }
}

impl Phase for DrawPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.go_on(guard)
    }
}

impl Asks for DrawPhase {
    type Answer = Card;

    fn seats(&self, _: &Duel) -> Vec<Seat> {
        vec![Seat::Chance]
    }

    fn options(&self, _: Seat, duel: &Duel) -> Option<Vec<Card>> {
        Some(duel[self.player].deck.clone())
    }

    /// Only whoever draws it may know it.
    fn secret(&self, _: Seat, _: &Duel) -> bool {
        true
    }

    fn answer(&mut self, _: Seat, card: Card, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let player = self.player;
        let duelist = &mut guard.world[player];
        if let Some(place) = duelist.deck.iter().position(|other| *other == card) {
            duelist.deck.remove(place);
            duelist.hand.push(card);
        }
        guard.world.tell_apart(
            &guard.queue,
            |_| format!("{player} draws a card."),
            player,
            |_| format!("{player} draws {card}."),
        );
        self.left -= 1;
        self.go_on(guard)
    }
}

/// A duelist chooses cards to discard.
#[phase(world = Duel, leaf, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DiscardPhase {
    /// Who discards.
    pub player: Player,
    /// How many cards are still to be discarded.
    pub left: usize,
}

impl DiscardPhase {
    fn go_on(&self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let has_to = self.left > 0 && !guard.world[self.player].hand.is_empty();
        if has_to { guard.ask() } else { guard.end() }
    }
}

impl Phase for DiscardPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.go_on(guard)
    }
}

impl Asks for DiscardPhase {
    type Answer = Card;

    fn seats(&self, _: &Duel) -> Vec<Seat> {
        vec![self.player.seat()]
    }

    fn options(&self, _: Seat, duel: &Duel) -> Option<Vec<Card>> {
        let mut hand = duel[self.player].hand.clone();
        hand.sort_unstable();
        hand.dedup();
        Some(hand)
    }

    fn fallback(&self, seat: Seat, duel: &Duel) -> Option<Card> {
        self.options(seat, duel)?.first().copied()
    }

    fn answer(&mut self, _: Seat, card: Card, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let player = self.player;
        let duelist = &mut guard.world[player];
        if let Some(place) = duelist.hand.iter().position(|held| *held == card) {
            duelist.hand.remove(place);
            duelist.pile.push(card);
        }
        guard.world.tell(&guard.queue, Tone::Plain, |_| format!("{player} discards {card}."));
        self.left -= 1;
        self.go_on(guard)
    }
}
