//! What is going on, for a person who asks.

use phase_core::PhaseManager;

use crate::double_battle::battle::Battle;
use crate::double_battle::battler::{Battler, Side};
use crate::double_battle::creature::{Creature, Stat};
use crate::double_battle::field::field_lines;
use crate::double_battle::in_play::InPlay;
use crate::double_battle::moves::MoveId;
use crate::double_battle::phases::MovePhase;
use crate::double_battle::text::{Line, Tone, paragraph};

/// The field, what those who stand there are like, who is left, and what this side has chosen in this turn.
pub(super) fn overview(game: &dyn InPlay, side: Side) -> Vec<Line> {
    let (battle, phases) = (game.battle(), game.phases());
    let mut lines = field_lines(battle);
    lines.push(Line::default());
    for battler in battle.standing() {
        lines.extend(creature_lines(battler, battle));
    }
    lines.push(Line::default());
    for team in Side::BOTH {
        lines.extend(bench_lines(team, battle));
    }
    lines.extend(chosen_lines(side, battle, phases));
    lines
}

fn creature_lines(battler: Battler, battle: &Battle) -> Vec<Line> {
    let creature = &battle[battler];
    let head =
        Line::new(Tone::Quiet, format!("{battler:?} ")).and(Tone::Heading, format!("{}  ", creature.name));
    let mut parts = creature_text(creature);
    parts.extend((creature.second_wind > 0).then(|| "second wind".to_owned()));
    let knows = |(place, &id): (usize, &MoveId)| {
        let knows = if place == 0 { "knows " } else { "" };
        format!("{knows}{}", battle[id].name)
    };
    parts.extend(creature.moves.iter().enumerate().map(knows));
    paragraph(head, &parts)
}

/// What a creature is like now, piece by piece: its stats, and its ability.
#[must_use]
pub fn creature_text(creature: &Creature) -> Vec<String> {
    let mut parts: Vec<String> = Stat::ALL.iter().map(|&stat| stat_text(creature, stat)).collect();
    parts.extend(creature.ability.map(|ability| ability.to_string()));
    parts
}

fn stat_text(creature: &Creature, stat: Stat) -> String {
    let (value, stage) = (creature.stat(stat), creature.stages.get(stat));
    let change = if stage == 0 { String::new() } else { format!(" ({stage:+})") };
    format!("{} {value}{change}", stat.name())
}

fn bench_lines(side: Side, battle: &Battle) -> Vec<Line> {
    let head = Line::new(Tone::Plain, format!("{} has in reserve: ", battle.team(side).name));
    let status = |fit: Battler| format!("{} {}/{}", battle[fit].name, battle[fit].hp, battle[fit].max_hp);
    let mut fit: Vec<String> = battle.bench(side).map(status).collect();
    if fit.is_empty() {
        fit.push("nobody".to_owned());
    }
    paragraph(head, &fit)
}

/// What a side has chosen in this turn and is still to come, move by move.
#[must_use]
pub fn chosen_text(side: Side, battle: &Battle, phases: &PhaseManager<Battle>) -> Vec<String> {
    let queued = phases.find_all::<MovePhase>().map(|queued| queued.order);
    let chosen = queued.filter(|order| order.user.side == side).map(|order| {
        let on = order.aim.map_or_else(String::new, |aim| format!(" on {}", battle[aim].name));
        format!("{}: {}{on}", battle[order.user].name, battle[order.id].name)
    });
    chosen.collect()
}

fn chosen_lines(side: Side, battle: &Battle, phases: &PhaseManager<Battle>) -> Vec<Line> {
    let mut lines: Vec<Line> = chosen_text(side, battle, phases).into_iter().map(Line::from).collect();
    if !lines.is_empty() {
        lines.insert(0, Line::from("Still to come of what you have chosen:".to_owned()));
    }
    lines
}
