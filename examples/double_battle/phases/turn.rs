//! The frame of a turn.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use super::{MovePhase, SwitchInPhase, VictoryPhase};
use crate::double_battle::battle::{Battle, Outcome};
use crate::double_battle::battler::{Battler, Side};
use crate::double_battle::queueing::queue_turn_end;
use crate::double_battle::text::{Line, Tone};

/// A turn begins: shows the field, and pushes the moves of the turn.
#[phase(world = Battle, pushes(MovePhase, TurnEndPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TurnStartPhase;

impl Phase for TurnStartPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let battle = &mut *guard.world;
        battle.turn += 1;
        show_field(battle);
        for order in battle.next_orders() {
            if battle.is_standing(order.user) {
                guard.queue.push(MovePhase::new(order, battle.dice.number()));
            } else {
                let text = format!("{} is not on the field and cannot move.", battle[order.user].name);
                battle.tell(Tone::Quiet, text);
            }
        }
        queue_turn_end(&mut guard.queue);
        guard.end()
    }
}

fn show_field(battle: &mut Battle) {
    const WIDTH: usize = 64;
    let title = format!("── Turn {} ", battle.turn);
    let rule = "─".repeat(WIDTH - title.chars().count());
    battle.say(Line::default());
    battle.say(Line::heading(title + &rule));
    let widest = |names: &mut dyn Iterator<Item = usize>| names.max().unwrap_or(0);
    let team_width = widest(&mut battle.teams.iter().map(|team| team.name.chars().count()));
    let width = widest(&mut battle.standing().map(|battler| battle[battler].name.chars().count()));
    for side in Side::BOTH {
        let mut line = Line::new(Tone::Quiet, format!("{:team_width$}", battle.team(side).name));
        for battler in battle.standing_on(side) {
            line = and_status(line, battle, battler, width);
        }
        battle.say(line);
    }
    battle.say(Line::default());
}

fn and_status(line: Line, battle: &Battle, battler: Battler, width: usize) -> Line {
    let creature = &battle[battler];
    line.and(Tone::Quiet, format!("   {battler:?} "))
        .and(Tone::Heading, format!("{:width$}  ", creature.name))
        .and_bar(creature.hp, creature.max_hp)
        .and(Tone::Plain, format!(" {:>7}", format!("{}/{}", creature.hp, creature.max_hp)))
}

/// A turn is over: fills the gaps in the field, or calls the battle off if it has gone on for too long.
#[phase(world = Battle, unshifts(SwitchInPhase, VictoryPhase), save, clone)]
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
        let newcomers = battle.reinforcements();
        if battle.turn >= battle.turn_limit {
            guard.unshift(VictoryPhase(Outcome::TurnLimit));
        } else if !newcomers.is_empty() {
            guard.unshift(SwitchInPhase(newcomers));
        }
        guard.end()
    }
}
