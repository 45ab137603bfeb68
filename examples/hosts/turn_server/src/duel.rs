//! The world that the phases act on. It is plain data: it knows nothing of sockets, and nothing that is still secret.

use std::collections::BTreeMap;
use std::fmt;

use phase_core::prelude::*;

use crate::hand::Hand;

/// The two who play.
pub const PLAYERS: [Seat; 2] = [Seat::Player(1), Seat::Player(2)];

/// Whoever watches has a seat as well, from this number on. The library knows that it is not asked.
pub const GUESTS: u32 = 3;

/// So many hits end the game.
const HP: u32 = 2;

/// A game in progress.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The hit points that each player has left.
    pub hp: BTreeMap<Seat, u32>,
    /// What each player has shown in the last round.
    pub shown: BTreeMap<Seat, Hand>,
    /// Who has won, once somebody has.
    pub winner: Option<Seat>,
    /// What has happened, until the host has told it to everybody.
    pub news: Vec<String>,
}

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// This player has beaten the other.
    Won(Seat),
    /// Both players were gone when the time for an answer was up.
    Deserted,
    /// The server was stopped before the end.
    Stopped,
}

impl Default for Duel {
    fn default() -> Self {
        Self {
            hp: PLAYERS.map(|seat| (seat, HP)).into(),
            shown: BTreeMap::new(),
            winner: None,
            news: Vec::new(),
        }
    }
}

/// How the game stands, for everybody to see.
impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hit points:")?;
        for (number, (seat, hp)) in self.hp.iter().enumerate() {
            write!(f, "{} {hp} of {seat}", if number == 0 { "" } else { "," })?;
        }
        f.write_str(".")
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(seat) => write!(f, "The winner is {seat}!"),
            Self::Deserted => f.write_str("Both players are gone."),
            Self::Stopped => f.write_str("The server stops."),
        }
    }
}
