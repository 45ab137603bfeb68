//! A game from its first state on, to look at or to play again.

use std::fmt;

use super::{GameId, Given, Header};

/// A game as it was played. It prints as lines of JSON: what is known of it, its first state, and each answer.
#[derive(Debug, Clone)]
pub struct Recording {
    /// The number of the game.
    pub game: GameId,
    /// What is known of it.
    pub header: Header,
    /// How it was before anything had happened.
    pub first: Vec<u8>,
    /// All answers, in their order.
    pub answers: Vec<Given>,
}

impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# game {}: what is known of it, its first state, and its answers", self.game)?;
        writeln!(f, "{}", serde_json::to_string(&self.header).map_err(|_| fmt::Error)?)?;
        writeln!(f, "{}", String::from_utf8_lossy(&self.first))?;
        for given in &self.answers {
            writeln!(f, "{}", serde_json::to_string(given).map_err(|_| fmt::Error)?)?;
        }
        Ok(())
    }
}
