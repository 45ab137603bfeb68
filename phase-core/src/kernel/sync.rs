//! What threads share, in one place, so that a check of all their interleavings can put its own in its stead.

pub(super) use alloc::sync::Arc;
pub(super) use core::sync::atomic::{AtomicBool, Ordering};
pub(super) use std::sync::{Mutex, MutexGuard};

pub(super) use atomic_waker::AtomicWaker;
