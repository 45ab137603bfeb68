//! What a server reports to whoever runs it.

use std::io;

use phase_core::prelude::*;

use crate::duel::Outcome;

/// What a server has to report.
#[derive(Debug)]
pub enum News {
    /// A game is over.
    Over {
        /// Its number, from 1.
        game: u64,
        /// How it ended, or why it could not go on.
        outcome: Result<Outcome, BoxError>,
    },
    /// Somebody has come, and could not be let in.
    NotLetIn(io::Error),
}
