//! What the moves and teams of a scenario file mean, and the rules that they have to keep.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use toml::Spanned;

use super::Scenario;
use super::check_turns::{Names, plan};
use super::fault::{Wrong, quoted, unknown};
use super::file::{CreatureEntry, File, MoveEntry, StatsEntry, TeamEntry, Whole};
use crate::double_battle::ability::Ability;
use crate::double_battle::battle::{Asked, Battle, Team};
use crate::double_battle::creature::{Creature, MAX_STAGE, PerStat, Stages};
use crate::double_battle::dice::Dice;
use crate::double_battle::moves::{Move, MoveId};

const TEAM_SIZE: RangeInclusive<usize> = 3..=6;
const MOVES_EACH: RangeInclusive<usize> = 1..=4;
const LONGEST_NAME: usize = 24;
const LONGEST_TITLE: usize = 60;
const DEFAULT_TURN_LIMIT: u32 = 50;

/// Turns a file into a battle that is ready to begin.
pub(super) fn scenario(file: File) -> Result<Scenario, Wrong> {
    let title = text(&file.title, "the title", LONGEST_TITLE)?;
    let seed = file.seed.map_or(Ok(0), |seed| whole(&seed, "the seed", 0..=u64::MAX.into()))?;
    let turn_limit = optional(file.turn_limit.as_ref(), "the turn limit", 1..=1000, DEFAULT_TURN_LIMIT)?;
    let moves = file.moves.iter().map(move_of).collect::<Result<Vec<_>, _>>()?;
    no_doubles("move", file.moves.iter().map(|entry| &entry.name))?;
    let [home, away] = file.teams.as_slice() else {
        let message =
            format!("the number of teams is {}; a battle has two, each a `[[team]]`", file.teams.len());
        return Err(match file.teams.get(2) {
            Some(third) => Wrong::at(&third.name, message),
            None => Wrong::somewhere(message),
        });
    };
    no_doubles("team", [&home.name, &away.name])?;
    let creatures = home.creatures.iter().chain(&away.creatures);
    let teams = [team(home, &moves)?, team(away, &moves)?];
    no_doubles("creature", creatures.map(|entry| &entry.name))?;
    let names = Names { moves: &moves, teams: &teams };
    let script = file.turns.iter().map(|turn| plan(turn, &names)).collect::<Result<VecDeque<_>, _>>()?;
    let battle = Battle {
        teams,
        moves,
        script,
        turn: 0,
        turn_limit,
        banner: None,
        outcome: None,
        dice: Dice::new(seed),
        asked: Asked::default(),
        is_muted: false,
        lines: Vec::new(),
    };
    Ok(Scenario { title, seed, battle })
}

fn move_of(entry: &MoveEntry) -> Result<Move, Wrong> {
    let made = Move {
        name: text(&entry.name, "the name of a move", LONGEST_NAME)?,
        target: entry.target,
        accuracy: optional(entry.accuracy.as_ref(), "accuracy", 1..=100, 100)?,
        priority: optional(entry.priority.as_ref(), "priority", -7..=7, 0)?,
        contact: entry.contact,
        power: optional(entry.power.as_ref(), "power", 1..=250, 0)?,
        heal: optional(entry.heal.as_ref(), "heal", 1..=100, 0)?,
        flinch: optional(entry.flinch.as_ref(), "flinch", 1..=100, 0)?,
        stats: stages(&entry.stats)?,
        call: entry.call,
        song: entry.song,
    };
    if made.only_heals() && made.heal == 0 {
        let message =
            format!("`{}` does nothing; give it `power`, `heal`, `flinch`, `stats` or `call`", made.name);
        return Err(Wrong::at(&entry.name, message));
    }
    Ok(made)
}

fn stages(entry: &StatsEntry) -> Result<Stages, Wrong> {
    let stage = |value: &Option<_>, name| {
        let range = -i128::from(MAX_STAGE)..=i128::from(MAX_STAGE);
        optional(value.as_ref(), name, range, 0)
    };
    let attack = stage(&entry.attack, "the change of attack")?;
    let defence = stage(&entry.defence, "the change of defence")?;
    let speed = stage(&entry.speed, "the change of speed")?;
    Ok(PerStat([attack, defence, speed]))
}

fn team(entry: &TeamEntry, moves: &[Move]) -> Result<Team, Wrong> {
    let name = text(&entry.name, "the name of a team", LONGEST_NAME)?;
    let count = entry.creatures.len();
    if !TEAM_SIZE.contains(&count) {
        let (least, most) = TEAM_SIZE.into_inner();
        let message = format!(
            "the size of the team `{name}` is {count}; it has to be from {least} to {most} `[[team.creature]]`"
        );
        return Err(Wrong::at(&entry.name, message));
    }
    let creatures = entry.creatures.iter().map(|entry| creature(entry, moves)).collect::<Result<_, _>>()?;
    Ok(Team { name, creatures, field: [None; 2] })
}

fn creature(entry: &CreatureEntry, moves: &[Move]) -> Result<Creature, Wrong> {
    let name = text(&entry.name, "the name of a creature", LONGEST_NAME)?;
    let stat = |value, stat| whole(value, &format!("the {stat} of `{name}`"), 1..=999);
    let hp = stat(&entry.hp, "hp")?;
    let stats = PerStat([
        stat(&entry.attack, "attack")?,
        stat(&entry.defence, "defence")?,
        stat(&entry.speed, "speed")?,
    ]);
    let second_wind =
        optional(entry.second_wind.as_ref(), &format!("the second wind of `{name}`"), 1..=100, 0)?;
    let ability = entry.ability.as_ref().map(ability).transpose()?;
    let known = entry.moves.get_ref();
    if !MOVES_EACH.contains(&known.len()) {
        let (least, most) = MOVES_EACH.into_inner();
        let message = format!(
            "the number of moves of `{name}` is {}; it has to be from {least} to {most}",
            known.len()
        );
        return Err(Wrong::at(&entry.moves, message));
    }
    no_doubles("move", known)?;
    let moves = known.iter().map(|name| move_id(name, moves)).collect::<Result<_, _>>()?;
    Ok(Creature {
        name,
        max_hp: hp,
        hp,
        stats,
        stages: Stages::default(),
        ability,
        moves,
        flinched: false,
        mirror_spent: false,
        second_wind,
    })
}

fn ability(name: &Spanned<String>) -> Result<Ability, Wrong> {
    let found = Ability::ALL.into_iter().find(|ability| ability.name() == name.get_ref());
    found.ok_or_else(|| unknown("ability", name, &Ability::ALL.map(Ability::name)))
}

/// The move of a name.
pub(super) fn move_id(name: &Spanned<String>, moves: &[Move]) -> Result<MoveId, Wrong> {
    let found = moves.iter().position(|made| made.name == *name.get_ref());
    let known = || moves.iter().map(|made| made.name.as_str()).collect::<Vec<_>>();
    found.map(MoveId).ok_or_else(|| unknown("move", name, &known()))
}

fn text(value: &Spanned<String>, what: &str, longest: usize) -> Result<String, Wrong> {
    let text = value.get_ref();
    let length = text.chars().count();
    if text.trim().is_empty() {
        Err(Wrong::at(value, format!("{what} is empty; write something")))
    } else if text.chars().any(char::is_control) {
        Err(Wrong::at(value, format!("{what} has a control character in it; take that out")))
    } else if length > longest {
        let message = format!("{what} is {length} characters long; use at most {longest}");
        Err(Wrong::at(value, message))
    } else {
        Ok(text.clone())
    }
}

/// A number that has to lie in a range.
fn whole<N: TryFrom<i128>>(
    value: &Spanned<Whole>,
    what: &str,
    range: RangeInclusive<i128>,
) -> Result<N, Wrong> {
    let Whole(number) = *value.get_ref();
    let inside = range.contains(&number).then(|| N::try_from(number).ok()).flatten();
    inside.ok_or_else(|| {
        let (least, most) = range.into_inner();
        Wrong::at(value, format!("{what} is {number}; it has to be from {least} to {most}"))
    })
}

fn optional<N: TryFrom<i128>>(
    value: Option<&Spanned<Whole>>,
    what: &str,
    range: RangeInclusive<i128>,
    otherwise: N,
) -> Result<N, Wrong> {
    value.map_or(Ok(otherwise), |value| whole(value, what, range))
}

fn no_doubles<'a>(kind: &str, names: impl IntoIterator<Item = &'a Spanned<String>>) -> Result<(), Wrong> {
    let mut seen: Vec<&str> = Vec::new();
    for name in names {
        if seen.contains(&name.get_ref().as_str()) {
            let message = format!(
                "a second {kind} {}; every {kind} needs a name of its own",
                quoted(&[name.get_ref()])
            );
            return Err(Wrong::at(name, message));
        }
        seen.push(name.get_ref());
    }
    Ok(())
}
