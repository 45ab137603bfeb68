//! What threads share. The tests put something else in its stead, to go through all interleavings.

pub(super) use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
