//! Saves that somebody has tampered with: each is an error or a manager that works, and takes no more memory than
//! its size gives it a right to.

mod bulk;
mod bytes;
mod causes;
mod deep;
mod game;
mod types;

use std::sync::LazyLock;

use phase_core::PhaseManager;

use crate::format::Format;
use crate::memory::peak_of;
use game::World;

/// What a byte of a save may cost in memory. The dearest is a level without phases, which is a byte in the save, and
/// an empty `Vec` while it is read.
const MOST_PER_BYTE: usize = 64;
/// What any save may cost. Serde takes up to a mebibyte for a list on the word of a save.
const MOST_ON_CREDIT: usize = (1 << 20) + (16 << 10);

/// Loads a save, sees how much memory that takes, and has whatever comes out of it work.
#[track_caller]
fn survive(format: Format, save: &[u8]) -> Result<(), String> {
    let (loaded, peak) = peak_of(|| format.load::<World>(save));
    let most = MOST_PER_BYTE * save.len() + MOST_ON_CREDIT;
    assert!(peak <= most, "{peak} bytes of memory for {} of {format:?}: {}", save.len(), shown(save));
    loaded.map(|phases| work(format, phases, save))
}

fn work(format: Format, phases: PhaseManager<World>, save: &[u8]) {
    let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| game::work(format, phases)));
    if let Err(panic) = worked {
        eprintln!("this save in {format:?} came to that: {}", shown(save));
        std::panic::resume_unwind(panic);
    }
}

fn shown(save: &[u8]) -> String {
    let start = &save[..save.len().min(2_000)];
    match std::str::from_utf8(start) {
        Ok(text) => text.to_owned(),
        Err(_) => format!("{start:?}"),
    }
}

/// Whether a change is tried at a place: one in four of them, another one at each place. With `EVERY_CHANGE=1` in the environment it is
/// all of them.
fn is_tried(place: usize, change: usize) -> bool {
    static IS_EVERY: LazyLock<bool> = LazyLock::new(|| std::env::var_os("EVERY_CHANGE").is_some());
    *IS_EVERY || (place + change) % 4 == 0
}

/// A save of a game in the middle of everything.
fn real_save(format: Format) -> Vec<u8> {
    format.save(&game::in_the_middle())
}
