//! What a host does around a running game, told as transcripts.
//!
//! See [`play`] for how a transcript is written.

#[allow(dead_code, reason = "shared with the tests of what phases do")]
#[path = "../semantics/play.rs"]
mod play;

mod cancel_all;
mod chain;
mod chain_gaps;
mod each;
mod events;
mod events_kept;
mod inbox;
mod inbox_kept;
mod inbox_threads;
mod limits;
mod observer;
mod parameters;
mod parked;
mod run_with;
