//! What a seat may see of a game.
//!
//! Both fields are there for everybody to see, and so is who is left. Not in here: what the other one is asked, how much
//! of it has been answered, what it has picked for this turn, whom it sends in as long as not both have chosen, and
//! the dice.

use phase_core::{AnyAnswer, Question};
use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::battler::{self, Battler};
use phase_examples::double_battle::creature::Stat;
use phase_examples::double_battle::moves::{Move, MoveId, Target};
use phase_examples::double_battle::phases::{CommandPhase, ReplacementPhase, TargetPhase};
use phase_examples::double_battle::table::{chosen_text, creature_text};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::fault::Fault;
use super::table::{Table, core_seat, side};

/// A game as one seat sees it.
#[derive(Debug, Clone, Serialize)]
pub struct View {
    /// The number of the turn, from 1; 0 before the first.
    pub turn: u32,
    /// The turn after which it is a draw.
    pub turn_limit: u32,
    /// The side of this seat.
    pub yours: Side,
    /// The other side.
    pub theirs: Side,
    /// What this seat has told its creatures to do in this turn, and they have not done yet.
    pub chosen: Vec<String>,
    /// What it is asked, if it is.
    pub question: Option<Asked>,
}

/// A side as everybody sees it.
#[derive(Debug, Clone, Serialize)]
pub struct Side {
    /// The name of the team.
    pub name: String,
    /// Who stands on the field.
    pub field: Vec<Creature>,
    /// Who could come in.
    pub bench: Vec<Creature>,
    /// Who has fallen.
    pub fallen: Vec<String>,
}

/// A creature as everybody sees it.
#[derive(Debug, Clone, Serialize)]
pub struct Creature {
    /// Its name.
    pub name: String,
    /// The letter that stands for it.
    pub letter: char,
    /// The hp that are left.
    pub hp: u32,
    /// Full hp.
    pub max_hp: u32,
    /// What it is like, in words.
    pub about: String,
}

/// A question to this seat.
#[derive(Debug, Clone, Serialize)]
pub struct Asked {
    /// How many this seat has been asked, with this one.
    pub number: u32,
    /// The question in words.
    pub title: String,
    /// What can be answered.
    pub options: Vec<Choice>,
}

/// Something that can be answered.
#[derive(Debug, Clone, Serialize)]
pub struct Choice {
    /// The answer, to be sent back as it is.
    pub answer: Box<RawValue>,
    /// What it is called.
    pub name: String,
    /// What there is to know about it.
    pub about: String,
}

impl Table {
    /// The game as a seat sees it.
    ///
    /// # Errors
    ///
    /// If an option can't be written.
    pub fn view(&self, seat: usize) -> Result<View, Fault> {
        let battle = &self.game.battle;
        let own = side(seat);
        let question = self.game.phases.question().zip(self.asked(seat));
        Ok(View {
            turn: battle.turn,
            turn_limit: battle.turn_limit,
            yours: Side::of(own, battle),
            theirs: Side::of(own.foe(), battle),
            chosen: chosen_text(own, battle, &self.game.phases),
            question: question.map(|(question, number)| ask(&question, number, seat, battle)).transpose()?,
        })
    }
}

impl Side {
    fn of(side: battler::Side, battle: &Battle) -> Self {
        let team = battle.team(side);
        Self {
            name: team.name.clone(),
            field: battle.standing_on(side).map(|battler| creature(battler, battle)).collect(),
            bench: battle.bench(side).map(|battler| creature(battler, battle)).collect(),
            fallen: team.creatures.iter().filter(|one| one.hp == 0).map(|one| one.name.clone()).collect(),
        }
    }
}

fn creature(battler: Battler, battle: &Battle) -> Creature {
    let member = &battle[battler];
    Creature {
        name: member.name.clone(),
        letter: battler.label(),
        hp: member.hp,
        max_hp: member.max_hp,
        about: creature_text(member).join(", "),
    }
}

fn ask(question: &Question<'_, Battle>, number: u32, seat: usize, battle: &Battle) -> Result<Asked, Fault> {
    let phase = question.phase();
    let title = if let Some(command) = phase.downcast_ref::<CommandPhase>() {
        format!("What does {} do?", battle[command.user].name)
    } else if let Some(target) = phase.downcast_ref::<TargetPhase>() {
        format!("Whom does {}'s {} go to?", battle[target.user].name, battle[target.id].name)
    } else if phase.is::<ReplacementPhase>() {
        "Whom do you send in?".into()
    } else {
        question.name().to_owned()
    };
    let options = question.options(core_seat(seat), battle).unwrap_or_default();
    let options = options.iter().map(|option| describe(option, battle)).collect::<Result<_, _>>()?;
    Ok(Asked { number, title, options })
}

fn describe(option: &AnyAnswer, battle: &Battle) -> Result<Choice, Fault> {
    let (name, about) = if let Some(&id) = option.downcast_ref::<MoveId>() {
        (battle[id].name.clone(), about_move(&battle[id]))
    } else if let Some(&battler) = option.downcast_ref::<Battler>() {
        let member = &battle[battler];
        (member.name.clone(), format!("{} of {} hp", member.hp, member.max_hp))
    } else {
        (format!("{option:?}"), String::new())
    };
    let answer =
        to_raw_value(option).map_err(|error| Fault::new(format!("an option can't be written: {error}")))?;
    Ok(Choice { answer, name, about })
}

fn about_move(made: &Move) -> String {
    let target = match made.target {
        Target::Foe => "one foe",
        Target::Foes => "both foes",
        Target::User => "itself",
        Target::Ally => "its partner",
    };
    let mut parts = vec![target.to_owned()];
    let mut add = |is_so: bool, part: String| parts.extend(is_so.then_some(part));
    add(made.power > 0, format!("power {}", made.power));
    add(made.accuracy < 100, format!("hits {} in 100", made.accuracy));
    add(made.heal > 0, format!("heals {} %", made.heal));
    add(made.flinch > 0, format!("{} in 100 flinch", made.flinch));
    for stat in Stat::ALL {
        let by = made.stats.get(stat);
        add(by != 0, format!("{} {by:+}", stat.name()));
    }
    add(made.contact, "contact".into());
    add(made.call, "the target moves next".into());
    add(made.priority != 0, format!("priority {:+}", made.priority));
    parts.join(", ")
}
