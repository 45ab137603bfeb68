//! A creature moves: it sets out, and once all that came of it is done, the move is over.

use std::fmt;
use std::mem;

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::{MoveEffectPhase, TurnEndPhase, VictoryPhase};
use crate::double_battle::battle::Battle;
use crate::double_battle::battler::Battler;
use crate::double_battle::creature::Stat;
use crate::double_battle::luck::{Cup, Die, HoldsDice, Roll, Rolls, asks_for_dice, roll_and_act, wanted};
use crate::double_battle::moves::Target;
use crate::double_battle::orders::Order;
use crate::double_battle::queueing::{queue_message, queue_turn_end};
use crate::double_battle::text::{Line, Tone, list};

/// A creature sets out to do what it was told, if it still can.
///
/// The moves of a turn are pushed in any order, and sorted whenever one of them comes up: so a change of speed counts
/// at once for all who have not moved.
#[phase(world = Battle, unshifts(MoveEffectPhase, MoveEndPhase), pushes(TurnEndPhase), ordered, save, clone)]
#[derive(Clone, Serialize, Deserialize)]
pub struct MovePhase {
    /// What it was told.
    pub order: Order,
    /// Whether it was called to go before all others.
    pub called: bool,
    /// Whether it repeats the move of another.
    pub is_echo: bool,
    /// What decides between equals. It was rolled once: a comparison that rolled would never sort.
    pub tie_break: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cast: Vec<Roll>,
}

impl MovePhase {
    /// A move that a creature was told to make.
    #[must_use]
    pub const fn new(order: Order, tie_break: u32) -> Self {
        Self { order, called: false, is_echo: false, tie_break, cast: Vec::new() }
    }

    /// A move that repeats one of another creature.
    #[must_use]
    pub fn echo(order: Order, tie_break: u32) -> Self {
        Self { is_echo: true, ..Self::new(order, tie_break) }
    }

    fn announcement(&self, battle: &Battle, targets: &[Battler]) -> Line {
        let order = &self.order;
        let used = &battle[order.id];
        let verb = if self.is_echo { "repeats" } else { "uses" };
        let text = format!("{} {verb} {}", battle[order.user].name, used.name);
        if targets.is_empty() || used.target == Target::User {
            return Line::new(Tone::Move, text + ".");
        }
        let on = list(targets.iter().map(|&target| &battle[target]));
        let aside = match order.aim {
            Some(aim) if !targets.contains(&aim) => {
                format!(", since {} is not on the field", battle[aim].name)
            }
            _ => String::new(),
        };
        Line::new(Tone::Move, format!("{text} on {on}{aside}."))
    }
}

impl Ordered for MovePhase {
    /// Whether it was called, the priority of the move, the speed of its user, the tie-break.
    type Key = (bool, i32, u32, u32);

    fn key(&self, battle: &Battle) -> Self::Key {
        let Order { user, id, .. } = self.order;
        (self.called, battle[id].priority, battle[user].stat(Stat::Speed), self.tie_break)
    }
}

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        roll_and_act(self, guard)
    }

    fn on_end(&mut self, _: &mut Battle, queue: &mut Queue<'_, Self>) {
        queue_turn_end(queue);
    }
}

asks_for_dice!(MovePhase);

impl Rolls for MovePhase {
    /// The targets, and whether each is hit.
    type Luck = Vec<(Battler, bool)>;

    fn luck(&self, battle: &Battle, cup: &mut Cup<'_>) -> Option<Self::Luck> {
        if battle[self.order.user].flinched {
            return Some(Vec::new());
        }
        let accuracy = battle[self.order.id].accuracy;
        let targets = battle.targets(&self.order).into_iter();
        targets.map(|target| Some((target, cup.says_yes(Die::Hit(target, accuracy))?))).collect()
    }

    fn act(&mut self, luck: Self::Luck, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let order = &self.order;
        let battle = &mut *guard.world;
        if mem::take(&mut battle[order.user].flinched) {
            let name = &battle[order.user].name;
            queue_message(&mut guard.queue, battle, || format!("{name} flinches and cannot move.").into());
            return guard.end();
        }
        battle.say(|battle| {
            let targets: Vec<Battler> = luck.iter().map(|&(target, _)| target).collect();
            self.announcement(battle, &targets)
        });
        if luck.is_empty() {
            queue_message(&mut guard.queue, battle, || "But there is nobody to receive it.".into());
        }
        let of = |hit| luck.iter().filter(move |(_, is_hit)| *is_hit == hit).map(|&(target, _)| target);
        if of(false).next().is_some() {
            queue_message(&mut guard.queue, battle, || {
                let missed = list(of(false).map(|target| &battle[target]));
                format!("It misses {missed}.").into()
            });
        }
        if of(true).next().is_some() {
            guard.unshift(MoveEffectPhase::new(order.user, order.id, of(true).collect(), self.is_echo));
        }
        guard.unshift(MoveEndPhase(order.user));
        guard.end()
    }
}

impl fmt::Debug for MovePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tuple = f.debug_tuple(Self::NAME);
        tuple.field(&self.order.user);
        for (is_so, word) in [(self.called, "called"), (self.is_echo, "echo")] {
            if is_so {
                tuple.field(&format_args!("{word}"));
            }
        }
        tuple.finish()
    }
}

/// A move is over, with all that came of it; the battle may be, too.
#[phase(world = Battle, unshifts(VictoryPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MoveEndPhase(pub Battler);

impl Phase for MoveEndPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Some(outcome) = guard.world.verdict() {
            guard.unshift(VictoryPhase(outcome));
        }
        guard.end()
    }
}
