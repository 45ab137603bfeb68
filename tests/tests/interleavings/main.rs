//! What threads share, in every order in which they may come to it.
//!
//! The files of the runtime and of the tools are compiled here once more, on top of atomics and locks that know of every interleaving.

extern crate alloc;

mod chunks;
mod mailboxes;
mod record;
mod sync;

#[allow(dead_code, reason = "a part of it is enough to be checked")]
#[path = "../../../phase-core/src/kernel/mailbox.rs"]
mod mailbox;

#[allow(dead_code, reason = "a part of it is enough to be checked")]
#[path = "../../../phase-tools/src/trace/chunk.rs"]
mod chunk;
