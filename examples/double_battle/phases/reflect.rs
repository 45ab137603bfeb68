//! A move comes back.

use std::fmt;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::{DamagePhase, FaintPhase, StatChangePhase};
use crate::double_battle::ability::Ability;
use crate::double_battle::battle::Battle;
use crate::double_battle::battler::Battler;
use crate::double_battle::moves::MoveId;
use crate::double_battle::queueing::{MoveHit, queue_effects};
use crate::double_battle::text::Tone;

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
}

impl Phase for MoveReflectPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { bearer, mirror, id, sender } = self;
        let battle = &mut *guard.world;
        let hits = battle.is_standing(sender) && battle.dice.percent(battle.moves[id.0].accuracy);
        let text = format!("{}'s {mirror} throws {} back", battle[bearer].name, battle[id].name);
        let end = if hits {
            format!(" at {}!", battle[sender].name)
        } else {
            format!(", wide of {}.", battle[sender].name)
        };
        battle.tell(Tone::Notable, text + &end);
        if hits {
            let hit = MoveHit { user: bearer, id, target: sender, is_spread: false };
            queue_effects(&mut guard.queue, battle, &hit);
        }
        guard.end()
    }
}

impl fmt::Debug for MoveReflectPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(Self::NAME).field(&self.bearer).finish()
    }
}
