//! The frame of a turn.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use std::fmt;

use super::{CommandPhase, MovePhase, ReplacementPhase, SwitchInPhase, VictoryPhase};
use crate::double_battle::battle::{Battle, Outcome};
use crate::double_battle::battler::Battler;
use crate::double_battle::field::field_lines;
use crate::double_battle::luck::{Cup, Die, HoldsDice, Roll, Rolls, asks_for_dice, roll_and_act, wanted};
use crate::double_battle::orders::Order;
use crate::double_battle::queueing::queue_turn_end;
use crate::double_battle::text::{Line, Tone};

/// A turn begins: shows the field, and pushes the moves of the turn, or has the players asked for them.
#[phase(world = Battle, unshifts(CommandPhase), pushes(MovePhase, TurnEndPhase), save, clone)]
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct TurnStartPhase {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cast: Vec<Roll>,
}

impl Phase for TurnStartPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let battle = &mut *guard.world;
        battle.turn += 1;
        show_field(battle);
        roll_and_act(self, guard)
    }
}

asks_for_dice!(TurnStartPhase);

impl Rolls for TurnStartPhase {
    /// Who moves, with what decides between equals.
    type Luck = Vec<(Mover, u32)>;

    fn luck(&self, battle: &Battle, cup: &mut Cup<'_>) -> Option<Self::Luck> {
        let movers: Vec<Mover> = if battle.asked.players {
            let able = battle.standing().filter(|&user| battle.useful_moves(user).next().is_some());
            able.map(Mover::Asked).collect()
        } else {
            battle.orders(cup)?.into_iter().map(Mover::Told).collect()
        };
        let with_tie_break = |mover| {
            let user = match mover {
                Mover::Told(order) if !battle.is_standing(order.user) => return Some((mover, 0)),
                Mover::Told(Order { user, .. }) | Mover::Asked(user) => user,
            };
            Some((mover, cup.number(Die::TieBreak(user))?))
        };
        movers.into_iter().map(with_tie_break).collect()
    }

    fn act(&mut self, luck: Self::Luck, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let battle = &mut *guard.world;
        if !battle.asked.players {
            battle.script.pop_front();
        }
        let is_asked = luck.iter().any(|(mover, _)| matches!(mover, Mover::Asked(_)));
        for (mover, tie_break) in luck {
            match mover {
                Mover::Asked(user) => guard.queue.unshift(CommandPhase { user, tie_break }),
                Mover::Told(order) if battle.is_standing(order.user) => {
                    guard.queue.push(MovePhase::new(order, tie_break));
                }
                Mover::Told(order) => {
                    battle.say(|battle| {
                        let name = &battle[order.user].name;
                        Line::new(Tone::Quiet, format!("{name} is not on the field and cannot move."))
                    });
                }
            }
        }
        // Whoever is asked will have a move to make, whose end queues it.
        if !is_asked {
            queue_turn_end(&mut guard.queue);
        }
        guard.end()
    }
}

impl fmt::Debug for TurnStartPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAME)
    }
}

/// A creature that moves in a turn.
#[derive(Debug, Clone, Copy)]
pub enum Mover {
    /// It has its order.
    Told(Order),
    /// Its player is to be asked.
    Asked(Battler),
}

fn show_field(battle: &mut Battle) {
    if battle.is_muted {
        return;
    }
    let lines = field_lines(battle);
    for line in [Line::default()].into_iter().chain(lines).chain([Line::default()]) {
        battle.say(|_| line);
    }
}

/// A turn is over: fills the gaps in the field, or calls the battle off if it has gone on for too long.
#[phase(world = Battle, unshifts(ReplacementPhase, SwitchInPhase, VictoryPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TurnEndPhase;

impl Phase for TurnEndPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let battle = &mut *guard.world;
        for team in &mut battle.teams {
            for creature in &mut team.creatures {
                creature.flinched = false;
            }
        }
        if battle.turn >= battle.turn_limit {
            guard.unshift(VictoryPhase(Outcome::TurnLimit));
        } else if battle.asked.players && ReplacementPhase::is_called_for(battle) {
            guard.unshift(ReplacementPhase::default());
        } else {
            let newcomers = battle.reinforcements();
            if !newcomers.is_empty() {
                guard.unshift(SwitchInPhase(newcomers));
            }
        }
        guard.end()
    }
}
