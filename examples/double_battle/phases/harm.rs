//! What moves and abilities do to a creature.

use std::fmt;
use std::mem;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::{MovePhase, TurnEndPhase};
use crate::double_battle::battle::Battle;
use crate::double_battle::battler::Battler;
use crate::double_battle::creature::Stat;
use crate::double_battle::queueing::queue_turn_end;
use crate::double_battle::text::{Line, Tone};

/// Shows a creature losing hp, which were taken when this was queued.
#[phase(world = Battle, leaf, save, clone)]
#[derive(Clone, Serialize, Deserialize)]
pub struct DamagePhase {
    /// Who loses hp.
    pub target: Battler,
    /// How many.
    pub amount: u32,
    /// How many are left.
    pub left: u32,
}

impl Phase for DamagePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.say(|battle| {
            let creature = &battle[self.target];
            let text = format!("{} loses {}.  ", creature.name, self.amount);
            Line::new(Tone::Plain, text).and_gauge(self.left, creature.max_hp)
        });
        guard.end()
    }
}

impl fmt::Debug for DamagePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(Self::NAME).field(&self.target).field(&self.amount).finish()
    }
}

/// Raises or lowers a stat of a creature.
#[phase(world = Battle, leaf, save, clone)]
#[derive(Clone, Serialize, Deserialize)]
pub struct StatChangePhase {
    /// Whose stat changes.
    pub target: Battler,
    /// Which one.
    pub stat: Stat,
    /// By how many stages.
    pub by: i32,
}

impl Phase for StatChangePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let battle = &mut *guard.world;
        if !battle.is_standing(self.target) {
            return guard.end();
        }
        let creature = &mut battle[self.target];
        let shifted = creature.shift(self.stat, self.by);
        battle.say(|battle| {
            let (tone, change) = match shifted {
                2.. => (Tone::Good, "rises sharply"),
                1 => (Tone::Good, "rises"),
                0 if self.by > 0 => (Tone::Quiet, "cannot rise any further"),
                0 => (Tone::Quiet, "cannot fall any further"),
                -1 => (Tone::Bad, "falls"),
                _ => (Tone::Bad, "falls sharply"),
            };
            Line::new(tone, format!("{}'s {} {change}.", battle[self.target].name, self.stat.name()))
        });
        guard.end()
    }
}

impl fmt::Debug for StatChangePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tuple = f.debug_tuple(Self::NAME);
        tuple.field(&self.target).field(&format_args!("{} {:+}", self.stat.name(), self.by));
        tuple.finish()
    }
}

/// A fallen creature leaves the field, and the moves that it has still to make are off; unless it gets up again.
#[phase(world = Battle, pushes(TurnEndPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FaintPhase(pub Battler);

impl Phase for FaintPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let Self(fallen) = *self;
        let battle = &mut *guard.world;
        if battle[fallen].second_wind > 0 {
            get_up(battle, fallen);
        } else if battle.leave(fallen) {
            battle.say(|battle| Line::new(Tone::Bad, format!("{} faints!", battle[fallen].name)));
            guard.queue.remove_all::<MovePhase>(|queued| queued.order.user == fallen);
            queue_turn_end(&mut guard.queue);
        }
        guard.end()
    }
}

fn get_up(battle: &mut Battle, fallen: Battler) {
    let creature = &mut battle[fallen];
    let percent = mem::take(&mut creature.second_wind);
    creature.hp = creature.percent_of_hp(percent);
    battle.say(|battle| {
        let creature = &battle[fallen];
        let text = format!("{} falls, but gets its second wind.  ", creature.name);
        Line::new(Tone::Good, text).and_gauge(creature.hp, creature.max_hp)
    });
}
