//! A creature moves: it sets out, the move takes effect, the move is over.

use std::fmt;
use std::mem;

use phase_core::prelude::*;

use super::{DamagePhase, FaintPhase, MoveReflectPhase, StatChangePhase, TurnEndPhase, VictoryPhase};
use crate::double_battle::ability::Ability;
use crate::double_battle::battle::Battle;
use crate::double_battle::battler::Battler;
use crate::double_battle::moves::{MoveId, Target};
use crate::double_battle::orders::Order;
use crate::double_battle::queueing::{MoveHit, queue_effects, queue_faint, queue_message, queue_turn_end};
use crate::double_battle::text::{Line, Tone, list};

/// A creature sets out to do what it was told, if it still can.
#[phase(world = Battle, unshifts(MoveEffectPhase, MoveEndPhase), pushes(TurnEndPhase))]
pub struct MovePhase(pub Order);

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let order = &self.0;
        let battle = &mut *guard.world;
        if !battle.is_standing(order.user) {
            return guard.end();
        }
        let user = &mut battle[order.user];
        if mem::take(&mut user.flinched) {
            queue_message(&mut guard.queue, format!("{} flinches and cannot move.", user.name));
            return guard.end();
        }
        let targets = battle.targets(order);
        battle.say(announcement(battle, order, &targets));
        if targets.is_empty() {
            queue_message(&mut guard.queue, "But there is nobody to receive it.".to_owned());
        }
        let (hit, missed): (Vec<_>, Vec<_>) =
            targets.into_iter().partition(|_| battle.dice.percent(battle.moves[order.id.0].accuracy));
        if !missed.is_empty() {
            let missed = list(missed.into_iter().map(|target| &battle[target]));
            queue_message(&mut guard.queue, format!("It misses {missed}."));
        }
        if !hit.is_empty() {
            guard.unshift(MoveEffectPhase { user: order.user, id: order.id, targets: hit });
        }
        guard.unshift(MoveEndPhase(order.user));
        guard.end()
    }

    fn on_end(&mut self, _: &mut Battle, queue: &mut Queue<'_, Self>) {
        queue_turn_end(queue);
    }
}

impl fmt::Debug for MovePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(Self::NAME).field(&self.0.user).finish()
    }
}

fn announcement(battle: &Battle, order: &Order, targets: &[Battler]) -> Line {
    let used = &battle[order.id];
    let text = format!("{} uses {}", battle[order.user].name, used.name);
    if targets.is_empty() || used.target == Target::User {
        return Line::new(Tone::Move, text + ".");
    }
    let on = list(targets.iter().map(|&target| &battle[target]));
    let aside = match order.aim {
        Some(aim) if !targets.contains(&aim) => format!(", since {} is not on the field", battle[aim].name),
        _ => String::new(),
    };
    Line::new(Tone::Move, format!("{text} on {on}{aside}."))
}

/// A move takes effect on all that it has hit.
#[phase(world = Battle, unshifts(MoveReflectPhase, DamagePhase, StatChangePhase), defers(FaintPhase))]
pub struct MoveEffectPhase {
    /// Who used it.
    pub user: Battler,
    /// What was used.
    pub id: MoveId,
    /// Whom it hit.
    pub targets: Vec<Battler>,
}

impl Phase for MoveEffectPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { user, id, ref targets } = self;
        let battle = &mut *guard.world;
        let queue = &mut guard.queue;
        let is_spread = targets.len() > 1;
        for &target in targets {
            let mirror = battle[target].ready_mirror().filter(|_| target.side != user.side);
            let Some(mirror) = mirror else {
                queue_effects(queue, battle, &MoveHit { user, id, target, is_spread });
                continue;
            };
            battle[target].mirror_spent = true;
            queue.unshift(MoveReflectPhase { bearer: target, mirror, id, sender: user });
            if mirror == Ability::GlassMirror {
                battle[target].hp = 0;
                queue_faint(queue, target);
            }
        }
        guard.end()
    }
}

impl fmt::Debug for MoveEffectPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(Self::NAME).field(&self.user).finish()
    }
}

/// A move is over, with all that came of it; the battle may be, too.
#[phase(world = Battle, unshifts(VictoryPhase))]
#[derive(Debug)]
pub struct MoveEndPhase(pub Battler);

impl Phase for MoveEndPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Some(outcome) = guard.world.verdict() {
            guard.unshift(VictoryPhase(outcome));
        }
        guard.end()
    }
}
