//! Hits, and who falls of them.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::stack::capital;
use super::triggers::{BurstTrigger, MournTrigger, StingTrigger, after_all};
use crate::card_stack::action::Target;
use crate::card_stack::cards::Card;
use crate::card_stack::duel::{Ally, Duel, Outcome};
use crate::double_battle::text::Tone;

/// A duelist or an ally is hit. Who has set it off is known to the queue.
#[phase(world = Duel, defers(StingTrigger), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HitPhase {
    /// Who is hit.
    pub target: Target,
    /// How hard.
    pub amount: u32,
}

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let &mut Self { target, amount } = self;
        let duel = &mut *guard.world;
        let Some(hit) = duel.hit(target, amount) else { return guard.end() };
        if hit.prevented > 0 {
            duel.tell(&guard.queue, Tone::Good, |duel| {
                format!("A ward keeps {} from {}.", hit.prevented, duel.name_of(target, [].iter()))
            });
        }
        if hit.taken > 0 {
            duel.tell(&guard.queue, Tone::Bad, |duel| {
                let (name, from) = (duel.name_of(target, [].iter()), duel.doers_of(&guard.queue));
                format!("{} takes {} from {from}.", capital(&name), hit.taken)
            });
            if let Target::Ally(id) = target {
                let sting = duel.ally(id).filter(|ally| ally.card == Card::Briarback);
                if let Some(&Ally { owner, .. }) = sting {
                    after_all(&mut guard.queue, StingTrigger { owner });
                }
            }
        }
        guard.end()
    }
}

/// An ally strikes in an attack.
#[phase(world = Duel, unshifts(HitPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StrikePhase {
    /// What it is called.
    pub by: String,
    /// Whom it strikes.
    pub target: Target,
    /// How hard.
    pub amount: u32,
}

impl Phase for StrikePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note_doer(&guard.queue, |_| self.by.clone());
        guard.unshift(HitPhase { target: self.target, amount: self.amount });
        guard.end()
    }
}

/// Whoever has been hit too hard falls, all of them at once; and if that is a duelist, the duel is over.
#[phase(world = Duel, unshifts(VerdictPhase), defers(BurstTrigger, MournTrigger), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SweepPhase;

impl Phase for SweepPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let duel = &mut *guard.world;
        let (fallen, standing): (Vec<Ally>, Vec<Ally>) =
            duel.allies.drain(..).partition(|ally| ally.toughness() == 0);
        duel.allies = standing;
        for ally in &fallen {
            duel[ally.owner].pile.push(ally.card);
            duel.tell(&guard.queue, Tone::Notable, |_| format!("{} falls.", ally.title()));
            if ally.card == Card::Tinderbox {
                after_all(&mut guard.queue, BurstTrigger { owner: ally.owner });
            }
            for mourner in duel.allies.iter().filter(|ally| ally.card == Card::Mourner) {
                after_all(&mut guard.queue, MournTrigger { owner: mourner.owner });
            }
        }
        if let Some(outcome) = duel.verdict() {
            // What is still queued would be about a duel that is over, and no turn follows.
            guard.queue.finish();
            guard.unshift(VerdictPhase(outcome));
        }
        guard.end()
    }
}

/// The duel is over: what is said of it is all that still happens.
#[phase(world = Duel, leaf, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct VerdictPhase(pub Outcome);

impl Phase for VerdictPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let outcome = self.0;
        guard.world.outcome = Some(outcome);
        guard.world.tell(&guard.queue, Tone::Heading, |duel| match outcome {
            Outcome::Win(winner) => format!("{winner} wins in turn {}.", duel.turn),
            Outcome::BothFell => format!("Both fall in turn {}, and nobody wins.", duel.turn),
        });
        guard.end()
    }
}
