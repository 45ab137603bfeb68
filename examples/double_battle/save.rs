//! A game in a file, in the middle of a turn if need be.

use std::io;
use std::path::Path;

use super::fault::Fault;
use super::game::Game;
use crate::sealed;

/// Writes a game to a file.
///
/// # Errors
///
/// If the file can't be written.
pub fn write(game: &Game, path: &Path) -> io::Result<()> {
    sealed::write(game, path)
}

/// Reads a game from a file.
///
/// # Errors
///
/// What is wrong with the file.
pub fn read(path: &Path) -> Result<Game, Fault> {
    sealed::read(path, "battle", "give the path of a file that `--save-at` wrote")
}
