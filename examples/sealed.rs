//! A game in a file, with a seal.
//!
//! The file is JSON: the game, and a checksum of its text. Reading takes care that the text is that of a game, but not
//! that its numbers fit together, so that each thing that a phase speaks of exists; the checksum makes sure that
//! they are the numbers that were written.

use std::fs;
use std::io;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::double_battle::fault::Fault;

#[derive(Serialize, Deserialize)]
struct Sealed<G> {
    checksum: String,
    game: G,
}

/// Writes a game to a file.
///
/// # Errors
///
/// If the file can't be written.
pub fn write<G: Serialize>(game: &G, path: &Path) -> io::Result<()> {
    fs::write(path, to_text(game)?)
}

/// Gives the text that [`write()`] writes to a file, for hosts that keep their saves elsewhere.
///
/// # Errors
///
/// If something in the game can't be written.
pub fn to_text<G: Serialize>(game: &G) -> serde_json::Result<String> {
    let game = serde_json::value::to_raw_value(game)?;
    let sealed = Sealed { checksum: checksum(game.get()), game };
    Ok(serde_json::to_string_pretty(&sealed)? + "\n")
}

/// Reads a game from a file.
///
/// What kind of game it is, and what to do if the file is none, is for the errors.
///
/// # Errors
///
/// What is wrong with the file.
pub fn read<G: DeserializeOwned>(path: &Path, kind: &str, advice: &str) -> Result<G, Fault> {
    let text = fs::read_to_string(path).map_err(|error| Fault::unreadable(path, "save", &error, advice))?;
    from_text(&text, &path.display().to_string(), kind, advice)
}

/// Reads a game from the text that [`to_text`] gave.
///
/// Where the text comes from, what kind of game it is, and what to do if it is none, is for the errors.
///
/// # Errors
///
/// What is wrong with the text.
pub fn from_text<G: DeserializeOwned>(text: &str, place: &str, kind: &str, advice: &str) -> Result<G, Fault> {
    // Some editors put a byte order mark in front of what they save.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let bad = |error| bad_json(place, kind, &error, advice);
    let Sealed { checksum: expected, game } = serde_json::from_str::<Sealed<G>>(text).map_err(bad)?;
    let raw: Sealed<&RawValue> = serde_json::from_str(text).map_err(bad)?;
    if checksum(raw.game.get()) != expected {
        let message = format!("the checksum of the save does not fit, so it was damaged or edited; {advice}");
        return Err(Fault::new(place, &message));
    }
    Ok(game)
}

fn bad_json(place: &str, kind: &str, error: &serde_json::Error, advice: &str) -> Fault {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let message = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    let place = format!("{place}:{line}:{column}");
    Fault::new(&place, &format!("this is no save of a {kind}: {message}; {advice}"))
}

/// FNV-1a, which is the same on every machine and in every version.
fn checksum(text: &str) -> String {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let hash = text.bytes().fold(BASIS, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    format!("{hash:016x}")
}
