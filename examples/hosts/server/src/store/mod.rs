//! What lasts: the games with all their answers.
//!
//! [`Store`] is the seam behind which a database stands; [`Redb`] is the one that comes with the server, a file, and
//! [`Memory`] one that forgets. [`Ledger`] writes for everybody who waits at once.

mod change;
mod ledger;
mod memory;
mod recording;
mod redb;

use std::error::Error;
use std::fmt;

pub use change::{Against, By, Change, End, GameId, Given, Header, Stored, Verdict};
pub use ledger::{Ledger, Written};
pub use memory::Memory;
pub use recording::Recording;
pub use redb::Redb;

use crate::moment::Moment;

/// Keeps games.
///
/// Whoever implements it promises one thing above all: when [`commit`](Self::commit) has returned `Ok`, what it was given
/// is there after a crash of the process or the machine. It may block; the server calls it on threads of its own.
pub trait Store: fmt::Debug + Send + Sync + 'static {
    /// Makes all of these changes last, in their order, or none of them.
    ///
    /// An answer whose place in the order is taken, or is not the next one, is an error: some other process has played on
    /// with this game.
    ///
    /// # Errors
    ///
    /// If they can't be made to last. Nobody knows then what a later commit would build on, so the server stops.
    fn commit(&self, changes: &[Change]) -> Result<(), StoreError>;

    /// The games that have not ended, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    fn unfinished(&self) -> Result<Vec<GameId>, StoreError>;

    /// What it takes to go on with a game: its last save and the answers since, or of a game that has ended the header
    /// alone; nothing of one that was never opened or is forgotten.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    fn load(&self, game: GameId) -> Result<Option<Stored>, StoreError>;

    /// A game from its first state on, with each answer, whether it has ended or not.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    fn recording(&self, game: GameId) -> Result<Option<Recording>, StoreError>;

    /// The highest number that a game has had so far; 0 before the first one.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    fn last_game(&self) -> Result<GameId, StoreError>;

    /// Forgets the games that ended well before a moment, and tells how many those were. What went wrong stays.
    ///
    /// # Errors
    ///
    /// If they can't be removed.
    fn forget(&self, before: Moment) -> Result<usize, StoreError>;
}

/// Why something could not be kept, or read.
#[derive(Debug)]
pub struct StoreError {
    what: String,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl StoreError {
    /// An error with a reason in words.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), source: None }
    }

    /// An error of a database.
    pub fn by(what: impl Into<String>, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { what: what.into(), source: Some(source.into()) }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn Error + 'static))
    }
}
