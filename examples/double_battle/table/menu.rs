//! A question as a person sees it.

use std::io::{self, Write};

use phase_core::{AnyAnswer, Question, Seat};

use crate::double_battle::battle::Battle;
use crate::double_battle::battler::{Battler, Side};
use crate::double_battle::creature::Stat;
use crate::double_battle::luck::{Die, Roll};
use crate::double_battle::moves::{Move, MoveId, Target};
use crate::double_battle::phases::{CommandPhase, ReplacementPhase, TargetPhase, die_of};
use crate::double_battle::text::{Line, Tone, paragraph};

/// A question, with a number for each thing that can be answered.
#[derive(Debug)]
pub(super) struct Menu {
    title: String,
    choices: Vec<Choice>,
    /// Whether the numbers speak for themselves, as those of a die do.
    is_bare: bool,
}

#[derive(Debug)]
struct Choice {
    number: u64,
    lines: Vec<Line>,
    answer: AnyAnswer,
}

impl Menu {
    /// What a seat is asked.
    pub(super) fn of(question: &Question<'_, Battle>, seat: Seat, battle: &Battle) -> Self {
        // Dice list the same thing more than once where it is more likely.
        let mut options: Vec<AnyAnswer> = Vec::new();
        for option in question.options(seat, battle).unwrap_or_default() {
            if !options.contains(&option) {
                options.push(option);
            }
        }
        let number_of = |option: &AnyAnswer| match option.downcast_ref() {
            Some(Roll::Number(number)) => Some(u64::from(*number)),
            _ => None,
        };
        let is_bare = options.iter().any(|option| number_of(option).is_some());
        let width = options.iter().map(|option| name_of(option, battle).chars().count()).max().unwrap_or(0);
        let choice = |(place, answer): (u64, AnyAnswer)| {
            let number = number_of(&answer).unwrap_or(place);
            Choice { number, lines: row(number, &answer, width, battle), answer }
        };
        Self {
            title: title(question, seat, battle),
            choices: (1..).zip(options).map(choice).collect(),
            is_bare,
        }
    }

    /// The question in words.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// What can be answered, each with its number.
    pub(super) fn choices(&self) -> impl Iterator<Item = (u64, &AnyAnswer)> {
        self.choices.iter().map(|choice| (choice.number, &choice.answer))
    }

    /// The answer of a number.
    pub(super) fn answer(&self, number: u64) -> Option<AnyAnswer> {
        let choice = self.choices.iter().find(|choice| choice.number == number);
        choice.map(|choice| choice.answer.clone())
    }

    /// The numbers that answer, in words.
    pub(super) fn range(&self) -> String {
        match (self.choices.first(), self.choices.last()) {
            (Some(first), Some(last)) if first.number < last.number => {
                format!("{} to {}", first.number, last.number)
            }
            (Some(only), _) => only.number.to_string(),
            (None, _) => "nothing".to_owned(),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        Line::new(Tone::Heading, &self.title).write(0, out)?;
        let shown = self.choices.iter().filter(|_| !self.is_bare);
        shown.flat_map(|choice| &choice.lines).try_for_each(|line| line.write(0, out))
    }

    /// Writes how a die has fallen.
    pub(super) fn write_outcome(&self, roll: &AnyAnswer, out: &mut dyn Write) -> io::Result<()> {
        let fallen = roll.downcast_ref().map_or_else(String::new, |&roll| roll_text(roll));
        Line::new(Tone::Quiet, format!("⚄ {} {fallen}", self.title)).write(0, out)
    }
}

fn title(question: &Question<'_, Battle>, seat: Seat, battle: &Battle) -> String {
    let phase = question.phase();
    if let Some(die) = die_of(phase, battle) {
        die_text(die, battle)
    } else if let Some(command) = phase.downcast_ref::<CommandPhase>() {
        format!("What does {} do?", battle[command.user].name)
    } else if let Some(target) = phase.downcast_ref::<TargetPhase>() {
        format!("Whom does {}'s {} go to?", battle[target.user].name, battle[target.id].name)
    } else if phase.is::<ReplacementPhase>() {
        let team = Side::of(seat).map_or("nobody", |side| &battle.team(side).name);
        format!("Whom does {team} send in?")
    } else {
        format!("{phase:?}?")
    }
}

fn die_text(die: Die, battle: &Battle) -> String {
    let name = |battler: Battler| &battle[battler].name;
    match die {
        Die::Order(user, count) => format!("Which of {count} things does {} do?", name(user)),
        Die::TieBreak(user) => format!("How early is {} among equals, from 1 to 100?", name(user)),
        Die::Hit(target, percent) => format!("Is {} hit ({percent} in 100)?", name(target)),
        Die::Critical(target, percent) => {
            format!("Is it a critical hit on {} ({percent} in 100)?", name(target))
        }
        Die::Strength(target) => format!("How hard is {} hit, from 85 to 100?", name(target)),
        Die::Flinch(target, percent) => format!("Does {} flinch ({percent} in 100)?", name(target)),
    }
}

fn roll_text(roll: Roll) -> String {
    match roll {
        Roll::Yes => "Yes.".to_owned(),
        Roll::No => "No.".to_owned(),
        Roll::Number(number) => format!("{number}."),
    }
}

fn name_of<'a>(option: &AnyAnswer, battle: &'a Battle) -> &'a str {
    if let Some(&id) = option.downcast_ref::<MoveId>() {
        &battle[id].name
    } else if let Some(&battler) = option.downcast_ref::<Battler>() {
        &battle[battler].name
    } else {
        ""
    }
}

fn row(number: u64, option: &AnyAnswer, width: usize, battle: &Battle) -> Vec<Line> {
    let line = Line::new(Tone::Notable, format!("{number:>3}  "));
    let name = name_of(option, battle);
    if let Some(&id) = option.downcast_ref::<MoveId>() {
        paragraph(line.and(Tone::Move, format!("{name:width$}  ")), &move_text(&battle[id]))
    } else if let Some(&battler) = option.downcast_ref::<Battler>() {
        let creature = &battle[battler];
        let line =
            line.and(Tone::Quiet, format!("{battler:?} ")).and(Tone::Plain, format!("{name:width$}  "));
        vec![line.and_gauge(creature.hp, creature.max_hp)]
    } else if let Some(&roll) = option.downcast_ref::<Roll>() {
        vec![line.and(Tone::Plain, roll_text(roll))]
    } else {
        vec![line.and(Tone::Plain, format!("{option:?}"))]
    }
}

/// What a move does, piece by piece.
#[must_use]
pub fn move_text(made: &Move) -> Vec<String> {
    let mut parts = vec![
        match made.target {
            Target::Foe => "one foe",
            Target::Foes => "both foes",
            Target::User => "itself",
            Target::Ally => "its partner",
        }
        .to_owned(),
    ];
    let mut add = |is_so: bool, part: String| parts.extend(is_so.then_some(part));
    add(made.power > 0, format!("power {}", made.power));
    add(made.accuracy < 100, format!("hits {} in 100", made.accuracy));
    add(made.heal > 0, format!("heals {} %", made.heal));
    add(made.flinch > 0, format!("{} in 100 flinch", made.flinch));
    for stat in Stat::ALL {
        let by = made.stats.get(stat);
        add(by != 0, format!("{} {by:+}", stat.name()));
    }
    add(made.contact, "contact".to_owned());
    add(made.call, "the target moves next".to_owned());
    add(made.song, "a song".to_owned());
    add(made.priority != 0, format!("priority {:+}", made.priority));
    parts
}
