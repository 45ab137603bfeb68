//! The messages between a player and the server: JSON, one message a WebSocket frame of text.

use phase_examples::double_battle::text::Line;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::game::View;
use crate::store::{Against, GameId};

/// A message may have so many bytes. Each that a player has to send is shorter than a tenth of that.
pub const LONGEST_MESSAGE: usize = 2048;

/// What a player sends.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Request<'a> {
    /// Opens a game, and takes its first seat.
    Open {
        /// Whom to play against.
        against: Against,
    },
    /// Takes the second seat of a game.
    Join {
        /// The number of the game.
        game: GameId,
        /// What the one who opened it was given for the other.
        invitation: &'a str,
    },
    /// Comes back to a seat.
    Sit {
        /// The number of the game.
        game: GameId,
        /// What was given when the seat was taken.
        key: &'a str,
    },
    /// Answers a question.
    Answer {
        /// The number of the question.
        number: u32,
        /// One of its options, as it was told.
        #[serde(borrow)]
        answer: &'a RawValue,
    },
}

/// What the server sends.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply<'a> {
    /// The player has a seat.
    Seated {
        /// The number of the game.
        game: GameId,
        /// The seat: 0 or 1.
        seat: usize,
        /// What to come back by. It is told once.
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<&'a str>,
        /// What the other player needs in order to come. It is told once.
        #[serde(skip_serializing_if = "Option::is_none")]
        invitation: Option<&'a str>,
    },
    /// How the game stands.
    Game {
        /// Whether both players have come.
        has_begun: bool,
        /// How many milliseconds are left for an answer, if there is one to give.
        left: Option<u64>,
        /// What the seat may see.
        view: &'a View,
        /// What has happened since the last of these messages; with the first one after sitting down, what happened last.
        lines: &'a [Line],
    },
    /// An answer was taken, and is on the disk.
    Taken {
        /// The number of its question.
        number: u32,
    },
    /// Something was not done, and nothing has changed.
    Refused {
        /// The number of the question, of an answer that could be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
        /// Why.
        reason: &'a str,
    },
    /// The game is over; nothing comes after this.
    Over {
        /// What came of it for this seat: `won`, `lost`, `drawn`, `deserted` or `broken`.
        result: &'a str,
        /// The same in words.
        text: &'a str,
    },
}

impl Reply<'_> {
    /// The message as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        // It is made of numbers and text, which JSON has.
        serde_json::to_string(self).unwrap_or_default()
    }
}
