//! The stack of answers, which is the level tree itself.
//!
//! Whoever does something queues, one level up, first the question whether somebody answers it and then its resolving. An
//! answer does the same one level further up. So the last answer resolves first, however many there are, and nothing
//! has to keep a list: what is on the stack is what is queued as [`ResolvePhase`].

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::effects::resolve;
use super::{
    ArriveTrigger, DiscardPhase, DrawPhase, HitPhase, ScribeTrigger, StrikePhase, SweepPhase, TurnPhase,
};
use crate::card_stack::action::{Action, ActionId, Choice, Deed, Moment, Target};
use crate::card_stack::cards::Card;
use crate::card_stack::duel::Duel;
use crate::card_stack::player::Player;
use crate::double_battle::text::Tone;

/// A card is played: it is paid for, goes on the stack, and may be answered.
#[phase(world = Duel, unshifts(ScribeTrigger, RespondPhase, ResolvePhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CastPhase {
    /// What stands on the stack from now on.
    pub action: Action,
    /// The card.
    pub card: Card,
}

impl Phase for CastPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { action, card } = self;
        let duel = &mut *guard.world;
        let duelist = &mut duel[action.by];
        duelist.power = duelist.power.saturating_sub(card.print().cost);
        if let Some(place) = duelist.hand.iter().position(|held| *held == card) {
            duelist.hand.remove(place);
        }
        let is_answer = guard.queue.contains::<ResolvePhase>(|_| true);
        duel.tell(&guard.queue, Tone::Move, |duel| {
            let verb = if is_answer { "answers with" } else { "plays" };
            format!("{} {verb} {card}{}.", action.by, at(&action, duel, &guard.queue))
        });
        for scribe in duel.allies_of(action.by).filter(|ally| ally.card == Card::Scribe) {
            guard.queue.unshift(ScribeTrigger { owner: scribe.owner });
        }
        put_on_stack(action, &mut guard.queue);
        guard.end()
    }
}

/// An ally attacks, which may be answered like a card.
#[phase(world = Duel, unshifts(RespondPhase, ResolvePhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AttackPhase(pub Action);

impl Phase for AttackPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let action = self.0;
        let duel = &mut *guard.world;
        if let Deed::Attack(id) = action.deed {
            if let Some(ally) = duel.ally_mut(id) {
                ally.is_ready = false;
            }
            duel.tell(&guard.queue, Tone::Move, |duel| {
                let attacker = duel.name_of(Target::Ally(id), [].iter());
                let target = action.at.map_or_else(String::new, |target| duel.name_of(target, [].iter()));
                format!("{attacker} attacks {target}.")
            });
        }
        put_on_stack(action, &mut guard.queue);
        guard.end()
    }
}

/// A copy goes on the stack, above what it is a copy of, and may be answered like that.
#[phase(world = Duel, unshifts(RespondPhase, ResolvePhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CopyPhase(pub Action);

impl Phase for CopyPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let copy = self.0;
        guard.world.tell(&guard.queue, Tone::Move, |duel| {
            format!("{} goes on the stack.", capital(&duel.title(&copy)))
        });
        put_on_stack(copy, &mut guard.queue);
        guard.end()
    }
}

/// Puts an action on the stack: it resolves once it has been answered, if it still stands there then.
fn put_on_stack<P>(action: Action, queue: &mut Queue<'_, P>)
where
    P: Phase<World = Duel> + Unshifts<RespondPhase> + Unshifts<ResolvePhase>,
{
    queue.unshift(RespondPhase { to: action.id, by: action.by.other(), stack: vec![] });
    queue.unshift(ResolvePhase(action));
}

/// A duelist may answer an action of the other one, again and again until they pass.
#[phase(world = Duel, unshifts(CastPhase, RespondPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RespondPhase {
    /// What may be answered.
    pub to: ActionId,
    /// By whom.
    pub by: Player,
    /// What is on the stack while this is asked, the topmost first.
    pub stack: Vec<Action>,
}

impl Phase for RespondPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        // Options are read from the phase and the world, so the phase takes with it what only the queue knows.
        self.stack = guard.queue.find_all::<ResolvePhase>().map(|queued| queued.0).collect();
        let can_answer = guard.world.choices(self.by, Moment::Response(&self.stack)).len() > 1;
        if can_answer { guard.ask() } else { guard.end() }
    }
}

impl Asks for RespondPhase {
    type Answer = Choice;

    fn seats(&self, _: &Duel) -> Vec<Seat> {
        vec![self.by.seat()]
    }

    fn options(&self, _: Seat, duel: &Duel) -> Option<Vec<Choice>> {
        Some(duel.choices(self.by, Moment::Response(&self.stack)))
    }

    fn fallback(&self, _: Seat, _: &Duel) -> Option<Choice> {
        Some(Choice::Pass)
    }

    fn answer(&mut self, _: Seat, choice: Choice, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { to, by, .. } = self;
        if let Choice::Play(card, target) = choice {
            let action = guard.world.act(by, Deed::Card(card), target);
            guard.unshift(CastPhase { action, card });
            // Once that is over, this is asked again: on the level of what it asks about, right before that resolves.
            guard.queue.insert_before::<ResolvePhase>(RespondPhase { to, by, stack: vec![] });
        }
        guard.end()
    }
}

/// Nobody answers an action any more: it does what it does, unless what it goes to is gone.
///
/// What it sets off takes place right away, and nobody can answer that. What has to wait until all of it is done, such as
/// triggers, is deferred to here.
#[phase(
    world = Duel,
    unshifts(HitPhase, StrikePhase, SweepPhase, DrawPhase, DiscardPhase, CopyPhase),
    defers(ArriveTrigger),
    pushes(TurnPhase),
    save,
    clone
)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ResolvePhase(pub Action);

impl Phase for ResolvePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let action = self.0;
        let duel = &mut *guard.world;
        if let Some(gone) = gone(&action, duel, &guard.queue) {
            duel.tell_of_action(&guard.queue, Tone::Quiet, |duel| {
                let what = action.card().map_or_else(|| "the attack".to_owned(), |_| duel.title(&action));
                format!("Nothing comes of {what}: {gone} is gone.")
            });
            duel.use_up(&action);
            return guard.end();
        }
        duel.note_doer(&guard.queue, |duel| duel.title(&action));
        resolve(&action, &mut guard);
        guard.end()
    }
}

/// What an action needs and does not find any more.
fn gone(action: &Action, duel: &Duel, queue: &Queue<'_, ResolvePhase>) -> Option<&'static str> {
    let is_there = |target| match target {
        Target::Duelist(_) => true,
        Target::Ally(id) => duel.ally(id).is_some(),
        Target::Spell(id) => queue.contains::<ResolvePhase>(|queued| queued.0.id == id),
    };
    match action.deed {
        Deed::Attack(attacker) if duel.ally(attacker).is_none() => Some("the attacker"),
        _ if !action.at.is_none_or(is_there) => Some("what it went to"),
        _ => None,
    }
}

/// Takes an action off the stack, with the question whether somebody answers it.
pub(super) fn counter<P: Phase<World = Duel>>(id: ActionId, duel: &mut Duel, queue: &mut Queue<'_, P>) {
    let countered = queue.find::<ResolvePhase>(|queued| queued.0.id == id).map(|queued| queued.0);
    queue.retain(|phase| {
        let resolves = phase.downcast_ref::<ResolvePhase>().is_some_and(|queued| queued.0.id == id);
        let asks = phase.downcast_ref::<RespondPhase>().is_some_and(|queued| queued.to == id);
        !resolves && !asks
    });
    if let Some(action) = countered {
        duel.use_up(&action);
        duel.tell(queue, Tone::Bad, |duel| format!("{} is countered.", capital(&duel.title(&action))));
    }
}

/// ` on Alder`, for an action that goes to something.
fn at<P: PhaseInfo<World = Duel>>(action: &Action, duel: &Duel, queue: &Queue<'_, P>) -> String {
    let on_stack = || queue.find_all::<ResolvePhase>().map(|queued| &queued.0);
    action.at.map_or_else(String::new, |target| format!(" on {}", duel.name_of(target, on_stack())))
}

/// The words, as they begin a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
