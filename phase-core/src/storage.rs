//! Where a phase of any type is kept.
//!
//! With the feature `pool` the memory of a phase that has ended is used for the next one, at the price of one module of
//! unsafe code; without it each phase has a box of its own. From outside both are the same.

#[cfg(not(feature = "pool"))]
mod boxed;
#[cfg(feature = "pool")]
mod pooled;

#[cfg(not(feature = "pool"))]
pub(crate) use boxed::{Spare, Stored};
#[cfg(feature = "pool")]
pub(crate) use pooled::{Spare, Stored};
