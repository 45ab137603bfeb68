//! Games that sleep while a ticket is out: on real runtimes, dropped half way, and raced for.
//!
//! A transcript is a line of events: `A` has started, `A.` has ended, `A!` was given up, `[idle]` is what a run came to.

mod dropping;
mod errand;
mod racing;
mod ringing;
mod runtimes;
mod sleeping;
mod waking;
