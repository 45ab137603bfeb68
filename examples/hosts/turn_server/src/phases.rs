//! The steps of the game.
//!
//! ```text
//! RoundPhase ── unshifts ─> ChoosePhase(Red), ChoosePhase(Blue)   each suspended until its player has decided
//!            └─ defers ───> ShowdownPhase ── unshifts ─> EndPhase
//! ```

use phase_core::prelude::*;
use tokio::sync::oneshot;

use crate::duel::{Duel, Outcome, Side};
use crate::hand::Hand;

/// A round begins: both players are told, and asked one after the other.
#[phase(world = Duel, unshifts(ChoosePhase), defers(ShowdownPhase))]
#[derive(Debug)]
pub struct RoundPhase;

impl Phase for RoundPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let duel = &mut *guard.world;
        duel.round += 1;
        for side in Side::BOTH {
            let (you, other) = (duel[side].hp, duel[side.other()].hp);
            duel[side].tell(format!(
                "Round {}. You have {you} hp, {} has {other}. Rock, paper or scissors?",
                duel.round,
                side.other(),
            ));
            guard.queue.unshift(ChoosePhase::of(side));
        }
        guard.defer(ShowdownPhase);
        guard.end()
    }
}

/// Waits for the hand of one player.
///
/// Phases run one at a time, so Blue is asked when Red has decided. Whatever Blue types meanwhile waits with Blue's
/// task, and then this phase is over as soon as it has started.
#[phase(world = Duel, leaf)]
#[derive(Debug)]
pub struct ChoosePhase {
    side: Side,
    /// Where the hand comes in. A ticket carries no value, so the value takes a way of its own.
    answer: Option<oneshot::Receiver<Hand>>,
}

impl ChoosePhase {
    fn of(side: Side) -> Self {
        Self { side, answer: None }
    }
}

impl Phase for ChoosePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|duel, ticket| self.answer = Some(duel[self.side].ask(ticket)))
    }

    fn on_end(&mut self, duel: &mut Duel, _: &mut Queue<'_, Self>) {
        duel[self.side].hand = self.answer.take().and_then(|mut answer| answer.try_recv().ok());
    }

    /// The ticket was dropped: the player has left. The error that the run ends with names the phase, but not whose.
    fn on_cancel(&mut self, duel: &mut Duel) {
        duel.outcome = Some(Outcome::Left(self.side));
    }
}

/// Both players show their hands.
#[phase(world = Duel, unshifts(EndPhase))]
#[derive(Debug)]
pub struct ShowdownPhase;

impl Phase for ShowdownPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let duel = &mut *guard.world;
        let [Some(red), Some(blue)] = Side::BOTH.map(|side| duel[side].hand.take()) else {
            return guard.fail("a player has no hand to show");
        };
        let loser = match () {
            () if red.beats(blue) => Some(Side::Blue),
            () if blue.beats(red) => Some(Side::Red),
            () => None,
        };
        let hands = format!("Red shows {red}, Blue shows {blue}");
        let Some(loser) = loser else {
            duel.tell_both(&format!("{hands}: nobody is hit."));
            return guard.end();
        };
        duel.tell_both(&format!("{hands}: {loser} is hit."));
        duel[loser].hp -= 1;
        if duel[loser].hp == 0 {
            guard.unshift(EndPhase(Outcome::Won(loser.other())));
        }
        guard.end()
    }
}

/// The game is over, this way.
#[phase(world = Duel, leaf)]
#[derive(Debug)]
pub struct EndPhase(pub Outcome);

impl Phase for EndPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.outcome = Some(self.0);
        guard.world.tell_both(&self.0.to_string());
        guard.queue.halt();
        guard.end()
    }
}
