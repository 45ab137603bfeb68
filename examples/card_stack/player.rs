//! The two duelists.

use std::fmt;

use phase_core::Seat;
use serde::{Deserialize, Serialize};

/// One of the two who duel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Player {
    /// The first.
    Wren,
    /// The second.
    Alder,
}

impl Player {
    /// Both of them.
    pub const BOTH: [Self; 2] = [Self::Wren, Self::Alder];

    /// The place in arrays of one thing per duelist.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The one that this one duels with.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Wren => Self::Alder,
            Self::Alder => Self::Wren,
        }
    }

    /// Who answers for this duelist.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::Player(self as u32)
    }

    /// The duelist that a seat answers for.
    #[must_use]
    pub fn of(seat: Seat) -> Option<Self> {
        Self::BOTH.into_iter().find(|player| player.seat() == seat)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
