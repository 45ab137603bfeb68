//! What the duel says, and in which words it calls things.

use phase_core::prelude::*;

use super::action::{Action, Deed, Target};
use super::duel::{Ally, Duel};
use super::phases::{AttackPhase, CastPhase, CopyPhase};
use super::player::Player;
use crate::double_battle::text::Tone;

/// Something that the duel says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// How many answers to answers deep it is.
    pub depth: usize,
    /// How it is meant.
    pub tone: Tone,
    /// The words.
    pub text: String,
    /// The words for one of the duelists, who may know more.
    pub private: Option<(Player, String)>,
}

impl Duel {
    /// Says something, set in by how many answers to answers deep the running phase is.
    pub fn tell<P: PhaseInfo<World = Self>>(
        &mut self,
        queue: &Queue<'_, P>,
        tone: Tone,
        text: impl FnOnce(&Self) -> String,
    ) {
        if !self.is_muted {
            self.said.push(Said { depth: depth(queue), tone, text: text(self), private: None });
        }
    }

    /// Says something of the action that the running phase resolves, on the level on which that was done.
    pub fn tell_of_action<P: PhaseInfo<World = Self>>(
        &mut self,
        queue: &Queue<'_, P>,
        tone: Tone,
        text: impl FnOnce(&Self) -> String,
    ) {
        if !self.is_muted {
            let depth = depth(queue).saturating_sub(1);
            self.said.push(Said { depth, tone, text: text(self), private: None });
        }
    }

    /// Says something in other words to one of the duelists, who may know more.
    pub fn tell_apart<P: PhaseInfo<World = Self>>(
        &mut self,
        queue: &Queue<'_, P>,
        text: impl FnOnce(&Self) -> String,
        player: Player,
        private: impl FnOnce(&Self) -> String,
    ) {
        if !self.is_muted {
            let private = Some((player, private(self)));
            self.said.push(Said { depth: depth(queue), tone: Tone::Plain, text: text(self), private });
        }
    }

    /// Notes what the running phase does, for all that it sets off.
    pub fn note_doer<P: PhaseInfo<World = Self>>(
        &mut self,
        queue: &Queue<'_, P>,
        text: impl FnOnce(&Self) -> String,
    ) {
        if !self.is_muted {
            let text = text(self);
            self.doers.insert(queue.id(), text);
        }
    }

    /// What has set the running phase off, the nearest first.
    #[must_use]
    pub fn doers_of<P: PhaseInfo<World = Self>>(&self, queue: &Queue<'_, P>) -> String {
        let mut doers: Vec<&str> =
            queue.causes().filter_map(|cause| self.doers.get(&cause.id()).map(String::as_str)).collect();
        // Who attacks need not be told twice.
        doers.dedup_by(|outer, inner| outer.ends_with(*inner));
        doers.join(", set off by ")
    }

    /// What an action is called.
    #[must_use]
    pub fn title(&self, action: &Action) -> String {
        match action.deed {
            Deed::Card(card) if action.is_copy => format!("{}'s copy of {card}", action.by),
            Deed::Card(card) => format!("{}'s {card}", action.by),
            Deed::Attack(id) => match self.ally(id) {
                Some(ally) => format!("the attack of {}", ally.title()),
                None => "the attack of an ally that is gone".to_owned(),
            },
        }
    }

    /// What a target is called; `stack` is where cards on the stack are looked up.
    #[must_use]
    pub fn name_of<'a>(&self, target: Target, mut stack: impl Iterator<Item = &'a Action>) -> String {
        let gone = || "what is gone".to_owned();
        match target {
            Target::Duelist(player) => player.to_string(),
            Target::Ally(id) => self.ally(id).map_or_else(gone, Ally::title),
            Target::Spell(id) => {
                let action = stack.find(|action| action.id == id);
                action.map_or_else(gone, |action| self.title(action))
            }
        }
    }
}

impl Ally {
    /// What it is called.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{}'s {}", self.owner, self.card)
    }
}

/// How many actions on the stack have set each other off, down to the running phase.
fn depth<P: PhaseInfo>(queue: &Queue<'_, P>) -> usize {
    let is_action =
        |cause: &Causer| cause.is::<CastPhase>() || cause.is::<AttackPhase>() || cause.is::<CopyPhase>();
    queue.causes().filter(is_action).count()
}
