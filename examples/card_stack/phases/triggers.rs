//! What allies do by themselves.
//!
//! Triggers wait until all of the action that set them off is done: each is deferred to the [`ResolvePhase`] of that, from
//! however deep. So those of one action stand on one level, and there they go off in the order of the turn: first those of
//! the duelist whose turn it is, whatever their types. One that sets off another adds it to that level.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::effects::hit_all;
use super::{DrawPhase, HitPhase, ResolvePhase, SweepPhase};
use crate::card_stack::action::Target;
use crate::card_stack::cards::Card;
use crate::card_stack::duel::Duel;
use crate::card_stack::player::Player;
use crate::double_battle::text::Tone;

/// All triggers: those of the duelist whose turn it is go first.
#[derive(Debug)]
pub struct Triggers;

impl OrderGroup for Triggers {
    type Key = bool;
}

/// The key of every trigger: those of the duelist whose turn it is come first, and else those that were set off first.
fn goes_first(owner: Player, duel: &Duel) -> bool {
    owner == duel.active
}

/// Has a trigger go off once all of the action is done that set it off.
pub(super) fn after_all<P, T>(queue: &mut Queue<'_, P>, trigger: T)
where
    P: Phase<World = Duel> + Defers<T>,
    T: Phase<World = Duel>,
{
    match queue.within::<ResolvePhase>() {
        Some(mut action) => action.defer(trigger),
        None => queue.defer(trigger),
    }
}

/// Says that a trigger goes off, and notes it for what it sets off.
fn go_off<P: Phase<World = Duel>>(owner: Player, card: Card, does: &str, guard: &mut EndGuard<'_, P>) {
    let duel = &mut *guard.world;
    duel.note_doer(&guard.queue, |_| format!("{owner}'s {card}"));
    duel.tell(&guard.queue, Tone::Notable, |_| format!("{owner}'s {card} {does}."));
}

/// A [Night Owl](Card::NightOwl) has arrived: its owner draws a card.
#[phase(world = Duel, ordered(Triggers), unshifts(DrawPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ArriveTrigger {
    /// Whose ally it is.
    pub owner: Player,
}

impl Ordered for ArriveTrigger {
    type Key = bool;

    fn key(&self, duel: &Duel) -> bool {
        goes_first(self.owner, duel)
    }
}

impl Phase for ArriveTrigger {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        go_off(self.owner, Card::NightOwl, "brings a card", &mut guard);
        guard.unshift(DrawPhase { player: self.owner, left: 1 });
        guard.end()
    }
}

/// The owner of a [Scribe](Card::Scribe) has played a card: the other duelist is hit.
#[phase(world = Duel, ordered(Triggers), unshifts(HitPhase, SweepPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ScribeTrigger {
    /// Whose ally it is.
    pub owner: Player,
}

impl Ordered for ScribeTrigger {
    type Key = bool;

    fn key(&self, duel: &Duel) -> bool {
        goes_first(self.owner, duel)
    }
}

impl Phase for ScribeTrigger {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        go_off(self.owner, Card::Scribe, "takes note", &mut guard);
        hit_all([Target::Duelist(self.owner.other())], 1, &mut guard.queue);
        guard.end()
    }
}

/// A [Briarback](Card::Briarback) has been hurt: the other duelist is hit.
#[phase(world = Duel, ordered(Triggers), unshifts(HitPhase, SweepPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StingTrigger {
    /// Whose ally it is.
    pub owner: Player,
}

impl Ordered for StingTrigger {
    type Key = bool;

    fn key(&self, duel: &Duel) -> bool {
        goes_first(self.owner, duel)
    }
}

impl Phase for StingTrigger {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        go_off(self.owner, Card::Briarback, "stings", &mut guard);
        hit_all([Target::Duelist(self.owner.other())], 1, &mut guard.queue);
        guard.end()
    }
}

/// A [Tinderbox](Card::Tinderbox) has fallen: every ally is hit, of which others may fall.
#[phase(world = Duel, ordered(Triggers), unshifts(HitPhase, SweepPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BurstTrigger {
    /// Whose ally it is.
    pub owner: Player,
}

impl Ordered for BurstTrigger {
    type Key = bool;

    fn key(&self, duel: &Duel) -> bool {
        goes_first(self.owner, duel)
    }
}

impl Phase for BurstTrigger {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        go_off(self.owner, Card::Tinderbox, "bursts", &mut guard);
        let allies = guard.world.allies.iter().map(|ally| Target::Ally(ally.id));
        hit_all(allies, 1, &mut guard.queue);
        guard.end()
    }
}

/// A [Mourner](Card::Mourner) has seen another ally fall: its owner gains life.
#[phase(world = Duel, ordered(Triggers), leaf, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MournTrigger {
    /// Whose ally it is.
    pub owner: Player,
}

impl Ordered for MournTrigger {
    type Key = bool;

    fn key(&self, duel: &Duel) -> bool {
        goes_first(self.owner, duel)
    }
}

impl Phase for MournTrigger {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        go_off(self.owner, Card::Mourner, "mourns, for 1 life", &mut guard);
        guard.world[self.owner].life += 1;
        guard.end()
    }
}
