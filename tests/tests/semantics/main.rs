//! What phases, levels, tickets and managers do, told as transcripts.
//!
//! See [`play`] for how a transcript is written.

mod play;

mod any_phase;
mod asynchronous;
mod cancels;
mod clears;
mod ending;
mod failing;
mod halts;
mod interrupts;
mod kept_flows;
mod levels;
mod limits;
mod look_ups;
mod managers;
mod ordered;
mod outside;
mod panics;
mod registry;
mod replacing;
mod tickets;
mod waiting;
mod worked_example;
