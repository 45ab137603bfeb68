//! Creatures enter the field.

use std::cmp::Reverse;
use std::fmt;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::StatChangePhase;
use crate::double_battle::ability::Ability;
use crate::double_battle::battle::Battle;
use crate::double_battle::battler::{Battler, Side};
use crate::double_battle::creature::Stat;
use crate::double_battle::queueing::queue_ability_display;
use crate::double_battle::text::{Line, Tone, list};

/// Creatures enter the field together, and what their abilities do on entry follows once all of them are there.
#[phase(world = Battle, unshifts(StatChangePhase), save, clone)]
#[derive(Clone, Serialize, Deserialize)]
pub struct SwitchInPhase(pub Vec<Battler>);

impl Phase for SwitchInPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let battle = &mut *guard.world;
        for &newcomer in &self.0 {
            battle.enter(newcomer);
        }
        for side in Side::BOTH {
            let mut newcomers = self.0.iter().filter(|newcomer| newcomer.side == side).peekable();
            if newcomers.peek().is_some() {
                battle.say(|battle| {
                    let names = list(newcomers.map(|&newcomer| &battle[newcomer]));
                    Line::new(Tone::Plain, format!("{} sends in {names}.", battle.team(side).name))
                });
            }
        }
        self.0.sort_by_key(|&newcomer| Reverse(battle[newcomer].stat(Stat::Speed)));
        for &newcomer in &self.0 {
            if battle[newcomer].ability == Some(Ability::Menace) {
                queue_ability_display(&mut guard.queue, battle, newcomer, |queue, battle| {
                    for target in battle.standing_on(newcomer.side.foe()) {
                        queue.unshift(StatChangePhase { target, stat: Stat::Attack, by: -1 });
                    }
                });
            }
        }
        guard.end()
    }
}

impl fmt::Debug for SwitchInPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tuple = f.debug_tuple(Self::NAME);
        for newcomer in &self.0 {
            tuple.field(newcomer);
        }
        tuple.finish()
    }
}
