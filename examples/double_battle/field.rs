//! The field, as it is shown at the start of each turn.

use super::battle::Battle;
use super::battler::{Battler, Side};
use super::text::{Line, Tone};

/// What a new battle begins with.
#[must_use]
pub fn title_line(title: &str, seed: u64) -> Line {
    Line::heading(title).and(Tone::Quiet, format!("   seed {seed}"))
}

/// A heading with the number of the turn, and a line for each side with those who stand there.
#[must_use]
pub fn field_lines(battle: &Battle) -> Vec<Line> {
    const WIDTH: usize = 64;
    let title = format!("── Turn {} ", battle.turn);
    let rule = "─".repeat(WIDTH - title.chars().count());
    let mut lines = vec![Line::heading(title + &rule)];
    let widest = |names: &mut dyn Iterator<Item = usize>| names.max().unwrap_or(0);
    let team_width = widest(&mut battle.teams.iter().map(|team| team.name.chars().count()));
    let width = widest(&mut battle.standing().map(|battler| battle[battler].name.chars().count()));
    for side in Side::BOTH {
        let mut line = Line::new(Tone::Quiet, format!("{:team_width$}", battle.team(side).name));
        for battler in battle.standing_on(side) {
            line = and_status(line, battle, battler, width);
        }
        lines.push(line);
    }
    lines
}

fn and_status(line: Line, battle: &Battle, battler: Battler, width: usize) -> Line {
    let creature = &battle[battler];
    line.and(Tone::Quiet, format!("   {battler:?} "))
        .and(Tone::Heading, format!("{:width$}  ", creature.name))
        .and_bar(creature.hp, creature.max_hp)
        .and(Tone::Plain, format!(" {:>7}", format!("{}/{}", creature.hp, creature.max_hp)))
}
