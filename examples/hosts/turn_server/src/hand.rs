//! What a player shows in a round.

use std::fmt;
use std::str::FromStr;

/// What a player shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    /// It blunts scissors.
    Rock,
    /// It wraps rock.
    Paper,
    /// They cut paper.
    Scissors,
}

impl Hand {
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
        f.write_str(match self {
            Self::Rock => "rock",
            Self::Paper => "paper",
            Self::Scissors => "scissors",
        })
    }
}

/// A line that is no hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoHand;

impl fmt::Display for NoHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that is no hand: type rock, paper or scissors, or r, p or s")
    }
}

impl std::error::Error for NoHand {}

impl FromStr for Hand {
    type Err = NoHand;

    fn from_str(line: &str) -> Result<Self, NoHand> {
        match line.trim().to_lowercase().as_str() {
            "rock" | "r" => Ok(Self::Rock),
            "paper" | "p" => Ok(Self::Paper),
            "scissors" | "s" => Ok(Self::Scissors),
            _ => Err(NoHand),
        }
    }
}
