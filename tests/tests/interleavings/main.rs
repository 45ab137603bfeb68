//! What threads share, in every order in which they may come to it.
//!
//! The files of the runtime are compiled here once more, on top of atomics and locks that know of every interleaving.

extern crate alloc;

mod mailboxes;
mod sync;

#[allow(dead_code, reason = "a part of it is enough to be checked")]
#[path = "../../../phase-core/src/kernel/mailbox.rs"]
mod mailbox;
