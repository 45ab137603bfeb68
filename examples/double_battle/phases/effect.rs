//! What a move does to those that it has hit.

use std::fmt;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::{DamagePhase, FaintPhase, MovePhase, MoveReflectPhase, StatChangePhase};
use crate::double_battle::ability::Ability;
use crate::double_battle::battle::Battle;
use crate::double_battle::battler::Battler;
use crate::double_battle::luck::{Cup, Die, HoldsDice, Roll, Rolls, asks_for_dice, roll_and_act, wanted};
use crate::double_battle::moves::MoveId;
use crate::double_battle::orders::Order;
use crate::double_battle::queueing::{queue_echoes, queue_effects, queue_faint};
use crate::double_battle::rules::{Force, MoveHit};

/// A move takes effect on all that it has hit.
#[phase(world = Battle, unshifts(MovePhase, MoveReflectPhase, DamagePhase, StatChangePhase), defers(FaintPhase), save, clone)]
#[derive(Clone, Serialize, Deserialize)]
pub struct MoveEffectPhase {
    /// Who used it.
    pub user: Battler,
    /// What was used.
    pub id: MoveId,
    /// Whom it hit.
    pub targets: Vec<Battler>,
    /// Whether it repeats another move; nobody repeats it in turn, or two might go on for ever.
    pub is_echo: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cast: Vec<Roll>,
}

impl MoveEffectPhase {
    /// The effect of a move on those that it has hit.
    #[must_use]
    pub const fn new(user: Battler, id: MoveId, targets: Vec<Battler>, is_echo: bool) -> Self {
        Self { user, id, targets, is_echo, cast: Vec::new() }
    }

    /// The mirror that throws the move back at its user.
    fn mirror_of(&self, target: Battler, battle: &Battle) -> Option<Ability> {
        battle[target].ready_mirror().filter(|_| target.side != self.user.side)
    }

    /// Those who repeat the move, with what decides between equals. Whoever falls to it does not.
    fn echoes(&self, battle: &Battle, effects: &[Effect], cup: &mut Cup<'_>) -> Option<Vec<(Battler, u32)>> {
        if self.is_echo || !battle[self.id].song {
            return Some(Vec::new());
        }
        let fells = |effect: &Effect, other| match effect {
            Effect::Hit(hit, force) => hit.target == other && force.damage >= battle[other].hp,
            Effect::Reflected(..) => false,
        };
        let is_felled = |other| effects.iter().any(|effect| fells(effect, other));
        let can_repeat = |&other: &Battler| {
            other != self.user && battle[other].ability == Some(Ability::Mockingbird) && !is_felled(other)
        };
        let echoing = battle.standing().filter(can_repeat);
        echoing.map(|user| Some((user, cup.number(Die::TieBreak(user))?))).collect()
    }
}

impl Phase for MoveEffectPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        roll_and_act(self, guard)
    }
}

asks_for_dice!(MoveEffectPhase);

impl Rolls for MoveEffectPhase {
    /// What it does to each target, and who repeats it.
    type Luck = (Vec<Effect>, Vec<(Battler, u32)>);

    fn luck(&self, battle: &Battle, cup: &mut Cup<'_>) -> Option<Self::Luck> {
        let &Self { user, id, ref targets, .. } = self;
        let is_spread = targets.len() > 1;
        let effect = |&target: &Battler| {
            if let Some(mirror) = self.mirror_of(target, battle) {
                return Some(Effect::Reflected(target, mirror));
            }
            let hit = MoveHit { user, id, target, is_spread };
            Some(Effect::Hit(hit, battle.force(&hit, cup)?))
        };
        let effects = targets.iter().map(effect).collect::<Option<Vec<_>>>()?;
        let echoes = self.echoes(battle, &effects, cup)?;
        Some((effects, echoes))
    }

    fn act(&mut self, (effects, echoes): Self::Luck, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { user, id, ref targets, .. } = self;
        let battle = &mut *guard.world;
        let queue = &mut guard.queue;
        for effect in effects {
            match effect {
                Effect::Hit(hit, force) => queue_effects(queue, battle, &hit, force),
                Effect::Reflected(bearer, mirror) => {
                    battle[bearer].mirror_spent = true;
                    queue.unshift(MoveReflectPhase::new(bearer, mirror, id, user));
                    if mirror == Ability::GlassMirror {
                        battle[bearer].hp = 0;
                        queue_faint(queue, bearer);
                    }
                }
            }
        }
        queue_echoes(queue, battle, &Order { user, id, aim: targets.first().copied() }, echoes);
        guard.end()
    }
}

/// What a move does to one of those that it has hit.
#[derive(Debug, Clone, Copy)]
pub enum Effect {
    /// The target takes it.
    Hit(MoveHit, Force),
    /// The mirror of the target throws it back.
    Reflected(Battler, Ability),
}

impl fmt::Debug for MoveEffectPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(Self::NAME).field(&self.user).finish()
    }
}
