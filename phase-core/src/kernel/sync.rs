//! What threads share, in one place, so that a check of all their interleavings can put its own in its stead.

pub(super) use alloc::sync::Arc;
pub(super) use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};
#[cfg(feature = "pool")]
pub(super) use core::sync::atomic::{AtomicUsize, fence};
#[cfg(feature = "std")]
pub(super) use std::sync::{Mutex, MutexGuard};

pub(super) use atomic_waker::AtomicWaker;

/// The value, if nobody else shares it any more.
pub(super) fn into_inner<T>(shared: Arc<T>) -> Option<T> {
    Arc::into_inner(shared)
}
