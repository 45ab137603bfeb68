//! Saves in bytes of their own, by one call of a known type for each phase.
//!
//! ```text
//! save     "phas", format, flags, questions, names, levels, parked, waiting?, open, interrupts, interrupted?, causes?
//! names    count, each: length, text, layout of the data (8 bytes)
//! levels   count, each: number, phases
//! parked   count, each: started, levels below, open
//! open     level, deferred phases, unshifted phases
//! phases   count, each: twice the index of its name (+ 1: id follows), [id], length of its data, data in postcard
//! started  phase, how it waits, [a number]
//! causes   last id, names, line, settled levels, parked, current
//! ```
//!
//! Numbers are of variable length, as those of postcard. An id that follows the one before is left out; any other stands
//! there as its distance from that.

// The order of these is that in which the documentation shows the methods of the manager.
mod write;

mod read;

mod error;
#[cfg_attr(not(feature = "causes"), path = "no_line.rs")]
mod line;
mod names;
mod source;

pub use error::LoadError;
use error::{Fault, Read};

/// What a save begins with.
const MAGIC: &[u8; 4] = b"phas";

/// Goes up when a save can be written that earlier versions would misread.
const FORMAT: u64 = 1;

/// What is true of a save, a bit each.
struct Flags;

impl Flags {
    const HALTED: u8 = 1;
    const FINISHED: u8 = 1 << 1;
    const WAITING: u8 = 1 << 2;
    const INTERRUPTED: u8 = 1 << 3;
    const CAUSES: u8 = 1 << 4;
    const ALL: u8 = (1 << 5) - 1;
}

/// How a phase waits.
struct Waits;

impl Waits {
    const UPDATES: u8 = 0;
    const TICKET: u8 = 1;
    const ENDED: u8 = 2;
    const ABANDONED: u8 = 3;
    const ASKING: u8 = 4;
    const CANCELLED: u8 = 5;
}
