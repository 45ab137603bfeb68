//! The world that the phases act on: two players, and how to reach them.

use std::fmt;
use std::ops::{Index, IndexMut};

use phase_core::prelude::*;
use tokio::sync::oneshot;

use crate::hand::Hand;
use crate::player::Link;

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Who came first.
    Red,
    /// Who came second.
    Blue,
}

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// This side has beaten the other.
    Won(Side),
    /// This side has left before the end.
    Left(Side),
}

/// A game in progress.
#[derive(Debug)]
pub struct Duel {
    players: [Player; 2],
    /// The number of the round, from 1.
    pub round: u32,
    /// How the game ended, once it has.
    pub outcome: Option<Outcome>,
}

/// A player as the game sees one.
#[derive(Debug)]
pub struct Player {
    /// The hit points left.
    pub hp: u32,
    /// What the player shows in this round, once that is decided.
    pub hand: Option<Hand>,
    link: Link,
}

impl Side {
    /// Both, in the order in which they are asked.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Blue];

    /// The side on the other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

impl Duel {
    /// A game between two players who have joined.
    #[must_use]
    pub fn new(red: Link, blue: Link) -> Self {
        let player = |link| Player { hp: 3, hand: None, link };
        Self { players: [player(red), player(blue)], round: 0, outcome: None }
    }

    /// Tells both players.
    pub fn tell_both(&self, line: &str) {
        for player in &self.players {
            player.tell(line);
        }
    }
}

impl Player {
    /// Tells this player. Whoever has left is told nothing.
    pub fn tell(&self, line: impl Into<String>) {
        self.link.tell(line.into());
    }

    /// Asks this player for a hand. The ticket is ended once the answer is there, and dropped if none will come.
    #[must_use]
    pub fn ask(&self, ticket: Ticket) -> oneshot::Receiver<Hand> {
        self.link.ask(ticket)
    }
}

impl Index<Side> for Duel {
    type Output = Player;

    fn index(&self, side: Side) -> &Player {
        &self.players[side as usize]
    }
}

impl IndexMut<Side> for Duel {
    fn index_mut(&mut self, side: Side) -> &mut Player {
        &mut self.players[side as usize]
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "Red",
            Self::Blue => "Blue",
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(side) => write!(f, "{side} wins!"),
            Self::Left(side) => write!(f, "{side} has left, so {} wins.", side.other()),
        }
    }
}
