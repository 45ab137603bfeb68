//! The helpers of this game: what several phases queue in the same way, written once.
//!
//! A helper is generic over the phase `P` that runs, and its bounds say what that phase must have declared. Phases
//! that are `common` need no declaration, so helpers that queue only those ask for the world alone.

use phase_core::prelude::*;

use super::ability::Ability;
use super::battle::Battle;
use super::battler::Battler;
use super::creature::Stat;
use super::moves::{Move, Target};
use super::orders::Order;
use super::phases::{
    DamagePhase, FaintPhase, HideAbilityPhase, MessagePhase, MoveEndPhase, MovePhase, ShowAbilityPhase,
    StatChangePhase, TurnEndPhase,
};
use super::rules::{Force, MoveHit};
use super::text::{Line, Tone};

/// Queues a message that stands by itself, after what the running phase has unshifted so far; nothing where nobody would
/// hear it.
pub fn queue_message<P>(queue: &mut Queue<'_, P>, battle: &Battle, message: impl FnOnce() -> Line)
where
    P: Phase<World = Battle>,
{
    if !battle.is_muted {
        queue.common().unshift(MessagePhase(message()));
    }
}

/// Queues the display of an ability around what `effect` queues; that alone where nobody would see it.
pub fn queue_ability_display<P>(
    queue: &mut Queue<'_, P>,
    battle: &mut Battle,
    bearer: Battler,
    effect: impl FnOnce(&mut Queue<'_, P>, &mut Battle),
) where
    P: Phase<World = Battle>,
{
    if battle.is_muted {
        return effect(queue, battle);
    }
    queue.common().unshift(ShowAbilityPhase(bearer));
    effect(queue, battle);
    queue.common().unshift(HideAbilityPhase(bearer));
}

/// Queues the faint of a creature. It is deferred: first comes all that there is still to see of what felled it.
pub fn queue_faint<P>(queue: &mut Queue<'_, P>, fallen: Battler)
where
    P: Phase<World = Battle> + Defers<FaintPhase>,
{
    queue.defer(FaintPhase(fallen));
}

/// Takes hp off a creature at once, and queues what there is to see of it.
///
/// At once, so that whatever is decided next already knows; a second hit must not fell the creature again.
pub fn queue_damage<P>(queue: &mut Queue<'_, P>, battle: &mut Battle, target: Battler, amount: u32)
where
    P: Phase<World = Battle> + Unshifts<DamagePhase> + Defers<FaintPhase>,
{
    let creature = &mut battle[target];
    let amount = amount.min(creature.hp);
    if amount == 0 {
        return;
    }
    creature.hp -= amount;
    let left = creature.hp;
    if !battle.is_muted {
        queue.unshift(DamagePhase { target, amount, left });
    }
    if left == 0 {
        queue_faint(queue, target);
    }
}

/// Queues all that a move does to a target that it has hit.
pub fn queue_effects<P>(queue: &mut Queue<'_, P>, battle: &mut Battle, hit: &MoveHit, force: Force)
where
    P: Phase<World = Battle> + Unshifts<DamagePhase> + Unshifts<StatChangePhase> + Defers<FaintPhase>,
{
    let &MoveHit { user, id, target, .. } = hit;
    let &Move { power, heal, stats, contact, call, .. } = &battle[id];
    if power > 0 {
        queue_damage(queue, battle, target, force.damage);
        if force.is_critical {
            queue_message(queue, battle, || Line::new(Tone::Notable, "A critical hit!"));
        }
        if contact {
            queue_thorns(queue, battle, target, user);
        }
    }
    if !battle.is_standing(target) {
        return;
    }
    if heal > 0 {
        queue_heal(queue, battle, target, heal);
    }
    for stat in Stat::ALL {
        let by = stats.get(stat);
        if by != 0 {
            queue.unshift(StatChangePhase { target, stat, by });
        }
    }
    if force.flinches {
        battle[target].flinched = true;
    }
    if call {
        queue_call(queue, battle, target);
    }
}

/// Queues the end of the turn, if no creature is still to move.
///
/// Whatever takes a move out of the queue calls it, rather than the start of the turn once: so the end of the turn
/// stays last, also if moves are queued, reordered or dropped in between.
pub fn queue_turn_end<P>(queue: &mut Queue<'_, P>)
where
    P: Phase<World = Battle> + Pushes<TurnEndPhase>,
{
    if !queue.contains::<MovePhase>(|_| true) && !queue.contains::<TurnEndPhase>(|_| true) {
        queue.push(TurnEndPhase);
    }
}

/// Has creatures repeat a move that they have just seen, right after it.
///
/// The end of that move is queued on a lower level than this phase can unshift or defer to, so the echoes are put
/// behind it by a look-up. Of several, the fastest goes first: they are moves of one level, and so they are sorted.
pub fn queue_echoes<P>(queue: &mut Queue<'_, P>, battle: &Battle, seen: &Order, echoing: Vec<(Battler, u32)>)
where
    P: Phase<World = Battle> + Unshifts<MovePhase>,
{
    for (user, tie_break) in echoing {
        let aim = if user.side == seen.user.side { seen.aim } else { Some(seen.user) };
        let aim = aim.filter(|_| battle[seen.id].target == Target::Foe);
        queue.insert_after::<MoveEndPhase>(MovePhase::echo(Order { user, aim, ..*seen }, tie_break));
    }
}

/// Puts the queued move of a creature in front of all others, wherever in the queue it is.
fn queue_call<P>(queue: &mut Queue<'_, P>, battle: &Battle, target: Battler)
where
    P: Phase<World = Battle>,
{
    let queued = queue.find_mut::<MovePhase>(|queued| queued.order.user == target);
    let has_move = queued.is_some();
    if let Some(queued) = queued {
        queued.called = true;
    }
    queue_message(queue, battle, || {
        let name = &battle[target].name;
        let what =
            if has_move { "is called to move next" } else { "is called, but has no move left to make" };
        format!("{name} {what}.").into()
    });
}

fn queue_thorns<P>(queue: &mut Queue<'_, P>, battle: &mut Battle, touched: Battler, by: Battler)
where
    P: Phase<World = Battle> + Unshifts<DamagePhase> + Defers<FaintPhase>,
{
    const SHARE: u32 = 12;
    if battle[touched].ability == Some(Ability::Thorns) && battle.is_standing(by) {
        let amount = battle[by].percent_of_hp(SHARE);
        queue_ability_display(queue, battle, touched, |queue, battle| {
            queue_damage(queue, battle, by, amount);
        });
    }
}

fn queue_heal<P>(queue: &mut Queue<'_, P>, battle: &mut Battle, target: Battler, percent: u32)
where
    P: Phase<World = Battle>,
{
    let creature = &mut battle[target];
    let amount = creature.percent_of_hp(percent).min(creature.max_hp - creature.hp);
    creature.hp += amount;
    queue_message(queue, battle, || {
        let creature = &battle[target];
        if amount == 0 {
            return format!("{} is in full health already.", creature.name).into();
        }
        let text = format!("{} regains {amount}.  ", creature.name);
        Line::new(Tone::Good, text).and_gauge(creature.hp, creature.max_hp)
    });
}
