//! The world that the phases act on: all that the game knows, as plain data.

use std::collections::VecDeque;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::battler::{Battler, Side};
use super::creature::Creature;
use super::dice::Dice;
use super::moves::{Move, MoveId};
use super::orders::Plan;
use super::text::Line;

/// A team and its half of the field.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Team {
    /// The name of the team.
    pub name: String,
    /// Its members, in the order in which they are sent in.
    pub creatures: Vec<Creature>,
    /// The members on the field.
    pub field: [Option<usize>; 2],
}

/// What a battle asks the host. All else it decides by itself, by the scenario's turns and its dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Asked {
    /// What the creatures do, and who comes in for the fallen.
    pub players: bool,
    /// How the dice fall.
    pub dice: bool,
}

/// How a battle ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// One side has creatures left and the other has none.
    Win(Side),
    /// No side has creatures left.
    MutualFall,
    /// Both sides have creatures left after the last turn.
    TurnLimit,
}

/// A battle in progress.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Battle {
    /// Home and away.
    pub teams: [Team; 2],
    /// The move book.
    pub moves: Vec<Move>,
    /// How the coming turns are played; those after it are played by chance.
    pub script: VecDeque<Plan>,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The turn after which the battle is a draw.
    pub turn_limit: u32,
    /// Whose ability is on display.
    pub banner: Option<Battler>,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
    /// The only source of chance.
    pub dice: Dice,
    /// What it asks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub asked: Asked,
    /// Whether nobody listens, as to a battle that an AI imagines: then nothing is said.
    #[serde(skip)]
    pub is_muted: bool,
    /// What has been said and not yet been shown; nothing of it is left between two steps of the driver.
    #[serde(skip)]
    pub lines: Vec<Line>,
}

impl Battle {
    /// The team of a side.
    #[must_use]
    pub const fn team(&self, side: Side) -> &Team {
        &self.teams[side.index()]
    }

    /// The creatures of a side that are on the field and have not fallen.
    pub fn standing_on(&self, side: Side) -> impl Iterator<Item = Battler> + '_ {
        let places = self.team(side).field.iter();
        let on_field = places.filter_map(move |place| place.map(|member| Battler { side, member }));
        on_field.filter(|&battler| self[battler].hp > 0)
    }

    /// The creatures of both sides that are on the field and have not fallen.
    pub fn standing(&self) -> impl Iterator<Item = Battler> + '_ {
        self.standing_on(Side::Home).chain(self.standing_on(Side::Away))
    }

    /// Whether a creature is on the field and has not fallen.
    #[must_use]
    pub fn is_standing(&self, battler: Battler) -> bool {
        self.team(battler.side).field.contains(&Some(battler.member)) && self[battler].hp > 0
    }

    /// The other creature of the same side, if it stands.
    #[must_use]
    pub fn partner(&self, battler: Battler) -> Option<Battler> {
        self.standing_on(battler.side).find(|&other| other != battler)
    }

    /// How many places of a side are free.
    #[must_use]
    pub fn gaps(&self, side: Side) -> usize {
        self.team(side).field.iter().filter(|place| place.is_none()).count()
    }

    /// The creatures of a side that could enter.
    pub fn bench(&self, side: Side) -> impl Iterator<Item = Battler> + '_ {
        let team = self.team(side);
        let fit = |&member: &usize| team.creatures[member].hp > 0 && !team.field.contains(&Some(member));
        (0..team.creatures.len()).filter(fit).map(move |member| Battler { side, member })
    }

    /// Who has to enter so that the field is as full as it can be.
    #[must_use]
    pub fn reinforcements(&self) -> Vec<Battler> {
        let of_side = |side| self.bench(side).take(self.gaps(side));
        Side::BOTH.into_iter().flat_map(of_side).collect()
    }

    /// Puts a creature into a free place of its side, if there is one.
    pub fn enter(&mut self, battler: Battler) {
        let field = &mut self.teams[battler.side.index()].field;
        if let Some(place) = field.iter_mut().find(|place| place.is_none()) {
            *place = Some(battler.member);
        }
    }

    /// Takes a creature off the field, and tells whether it was there.
    pub fn leave(&mut self, battler: Battler) -> bool {
        let field = &mut self.teams[battler.side.index()].field;
        let place = field.iter_mut().find(|place| **place == Some(battler.member));
        place.is_some_and(|place| place.take().is_some())
    }

    /// How the battle ends, if a side has no creatures left.
    #[must_use]
    pub fn verdict(&self) -> Option<Outcome> {
        let beaten = |side| self.team(side).creatures.iter().all(|creature| creature.hp == 0);
        match (beaten(Side::Home), beaten(Side::Away)) {
            (true, true) => Some(Outcome::MutualFall),
            (true, false) => Some(Outcome::Win(Side::Away)),
            (false, true) => Some(Outcome::Win(Side::Home)),
            (false, false) => None,
        }
    }

    /// How the battle ended, in words, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<String> {
        Some(match self.outcome? {
            Outcome::Win(side) => format!("{} wins in turn {}.", self.team(side).name, self.turn),
            Outcome::MutualFall => format!("Nobody is left: a draw in turn {}.", self.turn),
            Outcome::TurnLimit => format!("A draw: nobody has won by turn {}.", self.turn_limit),
        })
    }

    /// Says a line, which the driver shows. It is put into words only if somebody hears it: not while moves are tried out.
    pub fn say(&mut self, line: impl FnOnce(&Self) -> Line) {
        if self.is_muted {
            return;
        }
        let line = line(self);
        let line = if self.banner.is_some() { line.under_banner() } else { line };
        self.lines.push(line);
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Index<Battler> for Battle {
    type Output = Creature;

    fn index(&self, battler: Battler) -> &Creature {
        &self.team(battler.side).creatures[battler.member]
    }
}

impl IndexMut<Battler> for Battle {
    fn index_mut(&mut self, battler: Battler) -> &mut Creature {
        &mut self.teams[battler.side.index()].creatures[battler.member]
    }
}

impl Index<MoveId> for Battle {
    type Output = Move;

    fn index(&self, id: MoveId) -> &Move {
        &self.moves[id.0]
    }
}
