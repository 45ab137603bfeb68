//! What an action does when it resolves.

use phase_core::prelude::*;

use super::stack::{capital, counter};
use super::triggers::after_all;
use super::{
    ArriveTrigger, CopyPhase, DiscardPhase, DrawPhase, HitPhase, ResolvePhase, StrikePhase, SweepPhase,
    TurnPhase,
};
use crate::card_stack::action::{Action, Deed, Target};
use crate::card_stack::cards::Card;
use crate::card_stack::duel::{AllyId, Duel};
use crate::card_stack::player::Player;
use crate::double_battle::text::Tone;

type Guard<'run> = EndGuard<'run, ResolvePhase>;

/// Does what an action does.
pub(super) fn resolve(action: &Action, guard: &mut Guard<'_>) {
    match action.deed {
        Deed::Attack(attacker) => attack(action, attacker, guard),
        Deed::Card(card) if card.is_ally() => arrive(action, card, guard),
        Deed::Card(card) => {
            guard.world.use_up(action);
            say(guard, |duel| format!("{} resolves.", duel.title(action)));
            cast(action, card, guard);
        }
    }
}

fn cast(action: &Action, card: Card, guard: &mut Guard<'_>) {
    match card {
        Card::Spark => hit_all(action.at, 2, &mut guard.queue),
        Card::Bonfire => hit_all(action.at, 5, &mut guard.queue),
        Card::Hailstorm => {
            let allies = guard.world.allies.iter().map(|ally| Target::Ally(ally.id));
            hit_all(allies.chain(Player::BOTH.map(Target::Duelist)), 2, &mut guard.queue);
        }
        Card::SnuffOut => {
            if let Some(Target::Spell(id)) = action.at {
                counter(id, guard.world, &mut guard.queue);
            }
        }
        Card::Ward => ward(action.at, guard.world),
        Card::CallHome => call_home(action.at, guard),
        Card::Echo => echo(action, guard),
        Card::Curfew => end_the_turn(guard),
        Card::LongNoon => guard.push(TurnPhase { player: action.by }),
        Card::Rummage => guard.unshift(DiscardPhase { player: action.by.other(), left: 1 }),
        Card::Study => guard.unshift(DrawPhase { player: action.by, left: 2 }),
        Card::LampGuard
        | Card::Mourner
        | Card::Briarback
        | Card::Tinderbox
        | Card::Scribe
        | Card::NightOwl => {}
    }
}

/// Hits so many at once: nobody falls before all have been hit.
pub(super) fn hit_all<P>(targets: impl IntoIterator<Item = Target>, amount: u32, queue: &mut Queue<'_, P>)
where
    P: Phase<World = Duel> + Unshifts<HitPhase> + Unshifts<SweepPhase>,
{
    for target in targets {
        queue.unshift(HitPhase { target, amount });
    }
    queue.unshift(SweepPhase);
}

/// Both strike at once, each as hard as it was before.
fn attack(action: &Action, attacker: AllyId, guard: &mut Guard<'_>) {
    let duel = &*guard.world;
    let (Some(attacker), Some(target)) = (duel.ally(attacker), action.at) else { return };
    guard.queue.unshift(StrikePhase { by: attacker.title(), target, amount: attacker.strength() });
    if let Target::Ally(id) = target {
        if let Some(foe) = duel.ally(id) {
            let (target, amount) = (Target::Ally(attacker.id), foe.strength());
            guard.queue.unshift(StrikePhase { by: foe.title(), target, amount });
        }
    }
    guard.queue.unshift(SweepPhase);
}

fn arrive(action: &Action, card: Card, guard: &mut Guard<'_>) {
    guard.world.arrive(action.by, card);
    say(guard, |duel| format!("{} arrives.", duel.title(action)));
    if card == Card::NightOwl {
        after_all(&mut guard.queue, ArriveTrigger { owner: action.by });
    }
}

fn ward(target: Option<Target>, duel: &mut Duel) {
    const PREVENTED: u32 = 3;
    match target {
        Some(Target::Duelist(player)) => duel[player].ward += PREVENTED,
        Some(Target::Ally(id)) => {
            if let Some(ally) = duel.ally_mut(id) {
                ally.ward += PREVENTED;
            }
        }
        Some(Target::Spell(_)) | None => {}
    }
}

fn call_home(target: Option<Target>, guard: &mut Guard<'_>) {
    let duel = &mut *guard.world;
    let Some(Target::Ally(id)) = target else { return };
    let Some(ally) = duel.leave(id) else { return };
    duel[ally.owner].hand.push(ally.card);
    duel.tell(&guard.queue, Tone::Plain, |_| format!("{} goes back to the hand.", ally.title()));
}

fn echo(action: &Action, guard: &mut Guard<'_>) {
    let Some(Target::Spell(id)) = action.at else { return };
    let copied = guard.queue.find::<ResolvePhase>(|queued| queued.0.id == id).map(|queued| queued.0);
    if let Some(Action { deed, at, .. }) = copied {
        let copy = Action { is_copy: true, ..guard.world.act(action.by, deed, at) };
        guard.unshift(CopyPhase(copy));
    }
}

/// All that the turn has set off is dropped, but for its clean-up, which it has deferred.
fn end_the_turn(guard: &mut Guard<'_>) {
    let on_stack: Vec<Action> = guard.queue.find_all::<ResolvePhase>().map(|queued| queued.0).collect();
    for action in &on_stack {
        guard.world.use_up(action);
        guard.world.tell(&guard.queue, Tone::Bad, |duel| {
            format!("{} is gone with the turn.", capital(&duel.title(action)))
        });
    }
    if let Some(mut turn) = guard.queue.within::<TurnPhase>() {
        turn.skip();
    }
    guard.world.tell(&guard.queue, Tone::Notable, |_| "The turn ends now.".to_owned());
}

fn say(guard: &mut Guard<'_>, text: impl FnOnce(&Duel) -> String) {
    guard.world.tell_of_action(&guard.queue, Tone::Plain, |duel| capital(&text(duel)));
}
