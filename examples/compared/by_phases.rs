//! The duel by phases.

use phase_core::prelude::*;

use super::duel::{Action, Duel};

/// A player is asked what to do.
#[phase(world = Duel, asks, unshifts(StrikePhase), pushes(TurnPhase))]
#[derive(Debug)]
pub struct TurnPhase {
    /// Whose turn it is.
    pub player: u32,
}

impl Asks for TurnPhase {
    type Answer = Action;

    fn seats(&self, _: &Duel) -> Vec<Seat> {
        vec![Seat::Player(self.player)]
    }

    fn options(&self, _: Seat, duel: &Duel) -> Option<Vec<Action>> {
        Some(duel.options(self.player as usize))
    }

    fn answer(&mut self, _: Seat, action: Action, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let by = self.player as usize;
        match action {
            Action::Strike => guard.unshift(StrikePhase { by }),
            Action::Rest => guard.world.rest(by),
        }
        guard.push(TurnPhase { player: 1 - self.player });
        guard.end()
    }
}

#[phase(world = Duel, unshifts(DamagePhase))]
#[derive(Debug)]
struct StrikePhase {
    by: usize,
}

impl Phase for StrikePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.say(format!("{} strikes", self.by));
        guard.unshift(DamagePhase { to: 1 - self.by, amount: 4, by_thorns: false });
        guard.end()
    }
}

#[phase(world = Duel, unshifts(DamagePhase), defers(FaintPhase))]
#[derive(Debug)]
struct DamagePhase {
    to: usize,
    amount: i32,
    by_thorns: bool,
}

impl Phase for DamagePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let duel = &mut *guard.world;
        duel.hp[self.to] -= self.amount;
        duel.say(format!("{} has {} left", self.to, duel.hp[self.to]));
        if duel.hp[self.to] <= 0 {
            guard.defer(FaintPhase { who: self.to });
        }
        if !self.by_thorns {
            guard.unshift(DamagePhase { to: 1 - self.to, amount: 1, by_thorns: true });
        }
        guard.end()
    }
}

#[phase(world = Duel, leaf)]
#[derive(Debug)]
struct FaintPhase {
    who: usize,
}

impl Phase for FaintPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.say(format!("{} faints", self.who));
        guard.queue.finish();
        guard.end()
    }
}
