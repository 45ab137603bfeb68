//! The frame of a turn.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::{AttackPhase, CastPhase, DiscardPhase, DrawPhase};
use crate::card_stack::action::{Choice, Deed, Moment};
use crate::card_stack::duel::Duel;
use crate::card_stack::player::Player;
use crate::double_battle::text::Tone;

/// A turn: all of it is set off by this phase, so that it can be ended from anywhere in it, and the clean-up is deferred,
/// so that it is not dropped then.
#[phase(world = Duel, unshifts(DrawPhase, MainPhase), defers(CleanUpPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TurnPhase {
    /// Whose turn it is.
    pub player: Player,
}

impl Phase for TurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let player = self.player;
        let duel = &mut *guard.world;
        duel.turn += 1;
        duel.active = player;
        let duelist = &mut duel[player];
        duelist.most_power = (duelist.most_power + 1).min(Duel::MOST_POWER);
        duelist.power = duelist.most_power;
        for ally in duel.allies.iter_mut().filter(|ally| ally.owner == player) {
            ally.is_ready = true;
        }
        duel.tell(&guard.queue, Tone::Heading, |duel| {
            let lives = Player::BOTH.map(|player| format!("{player} {}", duel[player].life));
            format!("Turn {} is {player}'s. Life: {}.", duel.turn, lives.join(", "))
        });
        guard.unshift(DrawPhase { player, left: 1 });
        guard.unshift(MainPhase { player });
        guard.defer(CleanUpPhase { player });
        guard.end()
    }
}

/// A duelist does something in the own turn, again and again until they pass.
#[phase(world = Duel, asks, unshifts(CastPhase, AttackPhase, MainPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MainPhase {
    /// Whose turn it is.
    pub player: Player,
}

impl Asks for MainPhase {
    type Answer = Choice;

    fn seats(&self, _: &Duel) -> Vec<Seat> {
        vec![self.player.seat()]
    }

    fn options(&self, _: Seat, duel: &Duel) -> Option<Vec<Choice>> {
        Some(duel.choices(self.player, Moment::Main))
    }

    fn fallback(&self, _: Seat, _: &Duel) -> Option<Choice> {
        Some(Choice::Pass)
    }

    fn answer(&mut self, _: Seat, choice: Choice, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let player = self.player;
        match choice {
            Choice::Pass => return guard.end(),
            Choice::Play(card, target) => {
                let action = guard.world.act(player, Deed::Card(card), target);
                guard.unshift(CastPhase { action, card });
            }
            Choice::Attack(ally, target) => {
                let action = guard.world.act(player, Deed::Attack(ally), Some(target));
                guard.unshift(AttackPhase(action));
            }
        }
        // Once that is over, this is asked again; on its own level, so that the tree grows no higher with every choice.
        if let Some(mut turn) = guard.queue.within::<TurnPhase>() {
            turn.unshift(MainPhase { player });
        }
        guard.end()
    }
}

/// A turn is over, however that has come: wounds heal, wards end, and whoever holds too many cards discards.
#[phase(world = Duel, unshifts(DiscardPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CleanUpPhase {
    /// Whose turn it was.
    pub player: Player,
}

impl Phase for CleanUpPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let player = self.player;
        let duel = &mut *guard.world;
        for ally in &mut duel.allies {
            (ally.damage, ally.ward) = (0, 0);
        }
        for duelist in &mut duel.duelists {
            duelist.ward = 0;
        }
        duel.doers.clear();
        let left = duel[player].hand.len().saturating_sub(Duel::MOST_CARDS);
        if left > 0 {
            guard.unshift(DiscardPhase { player, left });
        }
        guard.end()
    }
}
