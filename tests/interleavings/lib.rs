//! Tickets in all interleavings of the threads that use them.
//!
//! What is compiled here is the very source of the runtime, on atomics that [loom](loom) watches: it runs each test again for
//! every order in which the threads may get ahead, and for every value that a processor may show them.

#![cfg(test)]

mod sync;
#[path = "../../phase-core/src/kernel/ticket/mod.rs"]
#[allow(dead_code, missing_docs, reason = "it is a part of the runtime, of which there is no more here")]
#[allow(clippy::doc_markdown, clippy::must_use_candidate, reason = "the runtime has its own lints")]
mod ticket;

mod ending;
mod sharing;
mod waking;

/// Plays this in all interleavings in which threads are held up where they could go on no more than this often in all; three
/// times is enough for nearly all faults that there are.
fn model(play: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(play);
}
