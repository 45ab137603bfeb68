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

/// Gives the text of the file that [`write()`] writes, for hosts that keep their saves elsewhere.
///
/// # Errors
///
/// If something in the game can't be written.
pub fn to_text(game: &Game) -> serde_json::Result<String> {
    sealed::to_text(game)
}

/// Reads a game from the text of a save; where that comes from is for messages alone.
///
/// # Errors
///
/// What is wrong with the text.
pub fn from_text(text: &str, place: &str) -> Result<Game, Fault> {
    sealed::from_text(text, place, "battle", "give the whole text of a save, as it was written")
}
