//! What the players are asked: each of these phases is a question.
//!
//! The host finds out by `question()` who is asked and what there is to choose from, and gives the answer to the manager,
//! which hands it to the phase. Nothing of it goes through the battle.

use std::fmt;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::{MovePhase, SwitchInPhase};
use crate::double_battle::battle::Battle;
use crate::double_battle::battler::{Battler, Side};
use crate::double_battle::moves::MoveId;
use crate::double_battle::orders::Order;

/// A player chooses the move of a creature.
#[phase(world = Battle, asks, unshifts(TargetPhase), pushes(MovePhase), save, clone)]
#[derive(Clone, Serialize, Deserialize)]
pub struct CommandPhase {
    /// Whose move it is.
    pub user: Battler,
    /// What decides between equals once it moves.
    pub tie_break: u32,
}

impl Asks for CommandPhase {
    type Answer = MoveId;

    fn seats(&self, _: &Battle) -> Vec<Seat> {
        vec![self.user.side.seat()]
    }

    fn options(&self, _: Seat, battle: &Battle) -> Option<Vec<MoveId>> {
        Some(battle.useful_moves(self.user).collect())
    }

    fn fallback(&self, _: Seat, battle: &Battle) -> Option<MoveId> {
        battle.useful_moves(self.user).next()
    }

    fn answer(&mut self, _: Seat, id: MoveId, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { user, tie_break } = self;
        let mut aims = guard.world.aims(user, id);
        let (aim, other) = (aims.next(), aims.next());
        drop(aims);
        if other.is_some() {
            guard.unshift(TargetPhase { user, id, tie_break });
        } else {
            guard.push(MovePhase::new(Order { user, id, aim }, tie_break));
        }
        guard.end()
    }
}

impl fmt::Debug for CommandPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(Self::NAME).field(&self.user).finish()
    }
}

/// A player chooses to which foe a move goes.
#[phase(world = Battle, asks, pushes(MovePhase), save, clone)]
#[derive(Clone, Serialize, Deserialize)]
pub struct TargetPhase {
    /// Whose move it is.
    pub user: Battler,
    /// Which move has been chosen.
    pub id: MoveId,
    /// What decides between equals once it moves.
    pub tie_break: u32,
}

impl Asks for TargetPhase {
    type Answer = Battler;

    fn seats(&self, _: &Battle) -> Vec<Seat> {
        vec![self.user.side.seat()]
    }

    fn options(&self, _: Seat, battle: &Battle) -> Option<Vec<Battler>> {
        Some(battle.aims(self.user, self.id).collect())
    }

    fn fallback(&self, _: Seat, battle: &Battle) -> Option<Battler> {
        battle.aims(self.user, self.id).next()
    }

    fn answer(&mut self, _: Seat, aim: Battler, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { user, id, tie_break } = self;
        guard.push(MovePhase::new(Order { user, id, aim: Some(aim) }, tie_break));
        guard.end()
    }
}

impl fmt::Debug for TargetPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(Self::NAME).field(&self.user).finish()
    }
}

/// The players choose who comes in for the fallen, both at once, and as long as a side has more to choose from than
/// places to fill.
#[phase(world = Battle, asks, unshifts(SwitchInPhase), save, clone)]
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct ReplacementPhase {
    /// Who has been chosen so far.
    pub chosen: Vec<Battler>,
}

impl ReplacementPhase {
    /// Whether there is anything to choose.
    #[must_use]
    pub fn is_called_for(battle: &Battle) -> bool {
        !Self::default().seats(battle).is_empty()
    }

    /// How many places of a side are left to fill.
    fn gaps(&self, side: Side, battle: &Battle) -> usize {
        let chosen = self.chosen.iter().filter(|chosen| chosen.side == side).count();
        battle.gaps(side).saturating_sub(chosen)
    }

    /// Who is left of a side.
    fn bench<'a>(&'a self, side: Side, battle: &'a Battle) -> impl Iterator<Item = Battler> + 'a {
        battle.bench(side).filter(|fit| !self.chosen.contains(fit))
    }
}

impl Asks for ReplacementPhase {
    type Answer = Battler;

    fn seats(&self, battle: &Battle) -> Vec<Seat> {
        let has_choice = |&side: &Side| {
            let gaps = self.gaps(side, battle);
            gaps > 0 && self.bench(side, battle).count() > gaps
        };
        Side::BOTH.into_iter().filter(has_choice).map(Side::seat).collect()
    }

    fn options(&self, seat: Seat, battle: &Battle) -> Option<Vec<Battler>> {
        Some(self.bench(Side::of(seat)?, battle).collect())
    }

    fn fallback(&self, seat: Seat, battle: &Battle) -> Option<Battler> {
        self.bench(Side::of(seat)?, battle).next()
    }

    fn answer(&mut self, _: Seat, newcomer: Battler, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.chosen.push(newcomer);
        let battle = &*guard.world;
        if !self.seats(battle).is_empty() {
            return guard.ask();
        }
        let rest = Side::BOTH.into_iter().flat_map(|side| {
            let gaps = self.gaps(side, battle);
            self.bench(side, battle).take(gaps)
        });
        let newcomers = self.chosen.iter().copied().chain(rest).collect();
        guard.queue.unshift(SwitchInPhase(newcomers));
        guard.end()
    }
}

impl fmt::Debug for ReplacementPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAME)
    }
}
