//! What is kept of a game, and the changes that can happen to it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::key::Lock;
use crate::moment::Moment;

/// The number of a game, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub u64);

/// Whom the player of the first seat plays against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Whoever comes with the invitation.
    Player,
    /// The program.
    Ai,
}

/// What is known of a game before its first answer, and after its last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What decides its dice.
    pub seed: u64,
    /// When it was opened.
    pub opened: Moment,
    /// Who plays.
    pub against: Against,
    /// What opens each seat. The second seat has none until somebody has come.
    pub seats: [Option<Lock>; 2],
    /// What the second player has to know in order to come; nothing against the AI.
    pub invitation: Option<Lock>,
    /// When the second seat was taken, and with it the game began.
    pub began: Option<Moment>,
    /// How it ended, once it has.
    pub end: Option<End>,
}

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// When it ended.
    pub at: Moment,
    /// What came of it.
    pub verdict: Verdict,
}

/// What came of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The player on this seat has won.
    Won(usize),
    /// Nobody has.
    Drawn,
    /// Nobody came to play against.
    Deserted,
    /// It could not go on, for this reason. Its recording is kept.
    Broken(String),
}

/// Who chose an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The player.
    Player,
    /// The program that plays the seat.
    Ai,
    /// The clock: the player did not answer in time.
    Clock,
}

/// An answer that was taken. As text it is a line of JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Given {
    /// The seat that was asked.
    pub seat: usize,
    /// Who chose it.
    pub by: By,
    /// When it was taken; the deadlines follow from it.
    pub at: Moment,
    /// The answer, as JSON.
    pub answer: Box<RawValue>,
}

/// Something that has happened, to be kept.
#[derive(Debug, Clone)]
pub enum Change {
    /// A game is opened.
    Open {
        /// Its number, which no game has had.
        game: GameId,
        /// What is known of it.
        header: Header,
        /// How it is before anything has happened.
        first: Vec<u8>,
    },
    /// What is known of a game is different now: somebody has come, or it has ended.
    Header {
        /// Its number.
        game: GameId,
        /// What is known of it from here on.
        header: Header,
    },
    /// An answer was taken.
    Answer {
        /// The game.
        game: GameId,
        /// How many answers there were before it.
        index: u32,
        /// The answer.
        given: Given,
    },
    /// The game as it is after so many answers, so that nobody has to play it from the beginning.
    Save {
        /// The game.
        game: GameId,
        /// How many answers are in it.
        after: u32,
        /// The save.
        save: Vec<u8>,
    },
}

/// What it takes to go on with a game.
#[derive(Debug, Clone)]
pub struct Stored {
    /// What is known of it.
    pub header: Header,
    /// How many answers are in the save.
    pub after: u32,
    /// The last save: the first state if there is no later one. Empty if the game has ended.
    pub save: Vec<u8>,
    /// The answers since.
    pub answers: Vec<Given>,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for GameId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(seat) => write!(f, "seat {seat} has won"),
            Self::Drawn => f.write_str("nobody has won"),
            Self::Deserted => f.write_str("nobody came to play"),
            Self::Broken(why) => write!(f, "the game could not go on: {why}"),
        }
    }
}
