//! What the runtime shares between threads, as loom has it.

use std::task::Waker;

pub(super) use loom::sync::Arc;
pub(super) use loom::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// As the one of `atomic-waker`, which is taken on trust.
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

/// The value, if nobody else shares it any more.
pub(super) fn into_inner<T>(shared: Arc<T>) -> Option<T> {
    Arc::try_unwrap(shared).ok()
}
