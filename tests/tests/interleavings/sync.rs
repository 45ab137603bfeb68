//! What stands in the stead of `phase-core/src/kernel/sync.rs` and `phase-tools/src/trace/sync.rs`.

use std::task::Waker;

pub(super) use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
pub(super) use loom::sync::{Arc, Mutex, MutexGuard};

/// The one of `atomic-waker`, by its methods.
pub(super) struct AtomicWaker(loom::future::AtomicWaker);

impl AtomicWaker {
    pub(super) fn new() -> Self {
        Self(loom::future::AtomicWaker::new())
    }

    pub(super) fn register(&self, waker: &Waker) {
        self.0.register_by_ref(waker);
    }

    pub(super) fn wake(&self) {
        self.0.wake();
    }
}
