//! What a player shows in a round.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a player shows. It is typed and told as serde names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    /// It blunts scissors.
    Rock,
    /// It wraps rock.
    Paper,
    /// They cut paper.
    Scissors,
}

impl Hand {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Rock, Self::Paper, Self::Scissors];

    /// Whether it wins against another.
    #[must_use]
    pub fn beats(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Rock, Self::Scissors) | (Self::Paper, Self::Rock) | (Self::Scissors, Self::Paper)
        )
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
