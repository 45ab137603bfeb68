//! A move comes back.

use std::fmt;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::{DamagePhase, FaintPhase, StatChangePhase};
use crate::double_battle::ability::Ability;
use crate::double_battle::battle::Battle;
use crate::double_battle::battler::Battler;
use crate::double_battle::luck::{Cup, Die, HoldsDice, Roll, Rolls, asks_for_dice, roll_and_act, wanted};
use crate::double_battle::moves::MoveId;
use crate::double_battle::queueing::queue_effects;
use crate::double_battle::rules::{Force, MoveHit};
use crate::double_battle::text::{Line, Tone};

/// A mirror throws a move back at whoever used it, where it can miss like any move.
///
/// It does not go through another `MoveEffectPhase`, so that two mirrors can't keep a move between them for ever.
#[phase(world = Battle, unshifts(DamagePhase, StatChangePhase), defers(FaintPhase), save, clone)]
#[derive(Clone, Serialize, Deserialize)]
pub struct MoveReflectPhase {
    /// Whose mirror it is.
    pub bearer: Battler,
    /// Which mirror.
    pub mirror: Ability,
    /// What it throws back.
    pub id: MoveId,
    /// At whom.
    pub sender: Battler,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cast: Vec<Roll>,
}

impl MoveReflectPhase {
    /// A mirror throws a move back at its sender.
    #[must_use]
    pub const fn new(bearer: Battler, mirror: Ability, id: MoveId, sender: Battler) -> Self {
        Self { bearer, mirror, id, sender, cast: Vec::new() }
    }

    const fn hit(&self) -> MoveHit {
        MoveHit { user: self.bearer, id: self.id, target: self.sender, is_spread: false }
    }
}

impl Phase for MoveReflectPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        roll_and_act(self, guard)
    }
}

asks_for_dice!(MoveReflectPhase);

impl Rolls for MoveReflectPhase {
    /// How hard it hits; nothing if it misses.
    type Luck = Option<Force>;

    fn luck(&self, battle: &Battle, cup: &mut Cup<'_>) -> Option<Self::Luck> {
        let accuracy = battle[self.id].accuracy;
        let hits = battle.is_standing(self.sender) && cup.says_yes(Die::Hit(self.sender, accuracy))?;
        if hits { battle.force(&self.hit(), cup).map(Some) } else { Some(None) }
    }

    fn act(&mut self, luck: Self::Luck, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { bearer, mirror, id, sender, .. } = self;
        let battle = &mut *guard.world;
        battle.say(|battle| {
            let text = format!("{}'s {mirror} throws {} back", battle[bearer].name, battle[id].name);
            let end = match luck {
                Some(_) => format!(" at {}!", battle[sender].name),
                None => format!(", wide of {}.", battle[sender].name),
            };
            Line::new(Tone::Notable, text + &end)
        });
        if let Some(force) = luck {
            queue_effects(&mut guard.queue, battle, &self.hit(), force);
        }
        guard.end()
    }
}

impl fmt::Debug for MoveReflectPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(Self::NAME).field(&self.bearer).finish()
    }
}
