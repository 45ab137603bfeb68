//! What a page shows of a battle.

use phase_core::{AnyAnswer, Seat};
use phase_examples::double_battle::battle::{Battle, Outcome};
use phase_examples::double_battle::battler::{Battler, Side};
use phase_examples::double_battle::creature::Creature as Member;
use phase_examples::double_battle::in_play::InPlay;
use phase_examples::double_battle::luck::Roll;
use phase_examples::double_battle::moves::MoveId;
use phase_examples::double_battle::table::{Prompt, chosen_text, creature_text, move_text};
use phase_examples::double_battle::text::Line;
use serde::Serialize;

use crate::session::Session;

/// A battle as the person who plays it sees it.
#[derive(Debug, Serialize)]
pub struct View<'a> {
    /// What it is called; a battle from a save has no name.
    pub title: Option<&'a str>,
    /// What it was begun with, as text; a save does not know.
    pub seed: Option<String>,
    /// The number of the turn, from 1; 0 before the first.
    pub turn: u32,
    /// The turn after which it is a draw.
    pub turn_limit: u32,
    /// The person's team.
    pub yours: Team<'a>,
    /// The other one, which the AI plays.
    pub theirs: Team<'a>,
    /// What the person has told creatures to do that they have not done yet.
    pub chosen: Vec<String>,
    /// What is asked; nothing once the battle is over.
    pub question: Option<Asked<'a>>,
    /// How it ended, in words, once it has.
    pub over: Option<String>,
    /// Whether there is an answer to be undone.
    pub can_undo: bool,
    /// Whether there is an undo to be taken back.
    pub can_redo: bool,
    /// What has been said on the way here.
    pub log: &'a [Line],
}

/// A team and its half of the field.
#[derive(Debug, Serialize)]
pub struct Team<'a> {
    /// Its name.
    pub name: &'a str,
    /// Who stands on the field.
    pub field: Vec<Creature<'a>>,
    /// Who could come in.
    pub bench: Vec<Creature<'a>>,
    /// Who has fallen.
    pub fallen: Vec<&'a str>,
}

/// A creature.
#[derive(Debug, Serialize)]
pub struct Creature<'a> {
    /// Its name.
    pub name: &'a str,
    /// The letter that stands for it in the timeline.
    pub letter: char,
    /// The hp that are left.
    pub hp: u32,
    /// Full hp.
    pub max_hp: u32,
    /// What it is like, in words.
    pub about: String,
}

/// A question.
#[derive(Debug, Serialize)]
pub struct Asked<'a> {
    /// The question in words.
    pub title: String,
    /// Whether it is a die that can be left to chance, by an empty line.
    pub is_die: bool,
    /// What can be answered.
    pub choices: Vec<Choice<'a>>,
}

/// Something that can be answered.
#[derive(Debug, Serialize)]
pub struct Choice<'a> {
    /// What is typed for it.
    pub number: u64,
    /// What it is called.
    pub name: String,
    /// What there is to know about it.
    pub about: String,
    /// Which creature it is, if it is one.
    pub creature: Option<Creature<'a>>,
}

impl<'a> View<'a> {
    pub(crate) fn of(session: &'a Session) -> Self {
        let (battle, phases) = (session.game.battle(), session.game.phases());
        let prompt = Prompt::of(&session.game, session.side);
        Self {
            title: session.title.as_ref().map(|(title, _)| title.as_str()),
            seed: session.title.as_ref().map(|(_, seed)| seed.to_string()),
            turn: battle.turn,
            turn_limit: battle.turn_limit,
            yours: team(session.side, battle),
            theirs: team(session.side.foe(), battle),
            chosen: chosen_text(session.side, battle, phases),
            over: prompt.is_none().then(|| over(session.side, battle)),
            question: prompt.map(|prompt| asked(&prompt, battle)),
            can_undo: session.game.can_undo(),
            can_redo: session.game.can_redo(),
            log: &session.game.log,
        }
    }
}

fn team(side: Side, battle: &Battle) -> Team<'_> {
    let team = battle.team(side);
    Team {
        name: &team.name,
        field: battle.standing_on(side).map(|battler| creature(battler, battle)).collect(),
        bench: battle.bench(side).map(|battler| creature(battler, battle)).collect(),
        fallen: team.creatures.iter().filter(|one| one.hp == 0).map(|one| one.name.as_str()).collect(),
    }
}

fn creature(battler: Battler, battle: &Battle) -> Creature<'_> {
    let Member { name, hp, max_hp, .. } = &battle[battler];
    Creature {
        name,
        letter: battler.label(),
        hp: *hp,
        max_hp: *max_hp,
        about: creature_text(&battle[battler]).join(", "),
    }
}

fn asked<'a>(prompt: &Prompt, battle: &'a Battle) -> Asked<'a> {
    Asked {
        title: prompt.title().to_owned(),
        is_die: prompt.seat() == Seat::Chance,
        choices: prompt.choices().map(|(number, answer)| choice(number, answer, battle)).collect(),
    }
}

fn choice<'a>(number: u64, answer: &AnyAnswer, battle: &'a Battle) -> Choice<'a> {
    let (name, about, creature) = if let Some(&id) = answer.downcast_ref::<MoveId>() {
        (battle[id].name.clone(), move_text(&battle[id]).join(", "), None)
    } else if let Some(&battler) = answer.downcast_ref::<Battler>() {
        let creature = creature(battler, battle);
        (creature.name.to_owned(), creature.about.clone(), Some(creature))
    } else {
        let name = match answer.downcast_ref::<Roll>() {
            Some(Roll::Yes) => "Yes".to_owned(),
            Some(Roll::No) => "No".to_owned(),
            _ => number.to_string(),
        };
        (name, String::new(), None)
    };
    Choice { number, name, about, creature }
}

fn over(side: Side, battle: &Battle) -> String {
    match battle.outcome {
        Some(Outcome::Win(winner)) if winner == side => "You have won.",
        Some(Outcome::Win(_)) => "You have lost.",
        Some(Outcome::MutualFall) => "Nobody is left: it is a draw.",
        Some(Outcome::TurnLimit) => "The last turn is over: it is a draw.",
        None => "The battle can't go on.",
    }
    .to_owned()
}
