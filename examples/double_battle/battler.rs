//! Who is who: the two sides, and a handle for each creature.

use std::fmt;

use phase_core::Seat;
use serde::{Deserialize, Serialize};

/// One of the two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// The first team of the scenario.
    Home,
    /// The second team of the scenario.
    Away,
}

impl Side {
    /// Both sides, in the order of the scenario.
    pub const BOTH: [Self; 2] = [Self::Home, Self::Away];

    /// The opponents of this side.
    #[must_use]
    pub const fn foe(self) -> Self {
        match self {
            Self::Home => Self::Away,
            Self::Away => Self::Home,
        }
    }

    /// Whom a battle asks what this side does.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::Home => Seat::Player(0),
            Self::Away => Seat::Player(1),
        }
    }

    /// The side that a seat plays; none for the dice.
    #[must_use]
    pub fn of(seat: Seat) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.seat() == seat)
    }

    /// The place of this side in arrays of two.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Home => 0,
            Self::Away => 1,
        }
    }
}

/// A handle for one creature, the same from the first turn to the last.
///
/// Phases hold these rather than places on the field: a place may have a new occupant by the time the phase runs,
/// and then a faint that was meant for the old one would fell the new one.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battler {
    /// The team of the creature.
    pub side: Side,
    /// Its place in the team.
    pub member: usize,
}

impl Battler {
    /// The letter that stands for the creature in printed phases: A, C, E, .. for one side and B, D, F, .. for the
    /// other, so that A and B face each other.
    #[must_use]
    pub fn label(self) -> char {
        let nth = 2 * self.member + self.side.index();
        ('A'..='Z').nth(nth).unwrap_or('?')
    }
}

impl fmt::Debug for Battler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.label())
    }
}
