//! Why a duel was not played on.

use std::fmt;
use std::io;
use std::path::PathBuf;

use phase_core::BoxError;

/// Why a duel was not played on.
#[derive(Debug)]
pub enum TableError {
    /// The input could not be read.
    Input(io::Error),
    /// The output could not be written.
    Output(io::Error),
    /// The save could not be written to this file.
    Save(PathBuf, io::Error),
    /// A phase went wrong, or the AI.
    Game(BoxError),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => write!(f, "cannot read what is typed: {error}"),
            Self::Output(error) => write!(f, "cannot write the duel: {error}"),
            Self::Save(path, error) => write!(f, "{}: cannot write the save: {error}", path.display()),
            Self::Game(error) => match error.source() {
                Some(source) => write!(f, "{error}: {source}"),
                None => error.fmt(f),
            },
        }
    }
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// An error of the game.
pub(super) fn game_error(error: impl Into<BoxError>) -> TableError {
    TableError::Game(error.into())
}
