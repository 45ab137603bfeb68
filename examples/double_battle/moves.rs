//! What creatures can be told to do.

use serde::{Deserialize, Serialize};

use super::creature::Stages;

/// The place of a move in the battle's move book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveId(pub usize);

/// Whom a move goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// One foe, which the order names.
    Foe,
    /// Both foes.
    Foes,
    /// The user.
    #[serde(rename = "self")]
    User,
    /// The user's partner.
    Ally,
}

/// A move. All that it does, it does to each target that it hits.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Move {
    /// The name, in scenario files and in the battle.
    pub name: String,
    /// Whom it goes to.
    pub target: Target,
    /// How often it hits, in percent.
    pub accuracy: u32,
    /// Moves of higher priority go first, whatever the speed.
    pub priority: i32,
    /// Whether the user touches the target.
    pub contact: bool,
    /// The strength of its damage; 0 does none.
    pub power: u32,
    /// How much it heals, in percent of full hp.
    pub heal: u32,
    /// How often it makes the target flinch, in percent.
    pub flinch: u32,
    /// By how many stages it changes the target's stats.
    pub stats: Stages,
    /// Whether the target, if it has still to move, moves next.
    pub call: bool,
    /// Whether it is a song, which some abilities repeat.
    pub song: bool,
}

impl Move {
    /// Whether it does nothing to a target in full health.
    #[must_use]
    pub fn only_heals(&self) -> bool {
        self.power == 0 && self.flinch == 0 && self.stats == Stages::default() && !self.call
    }
}
