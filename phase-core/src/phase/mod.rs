//! What the author of a phase writes, and what a running phase is handed.
//!
//! `Phase::start` takes the end-guard, the guard holds the queue, and the queue is that of a phase: this circle is in the
//! nature of the thing and stays in this room.

mod abilities;
mod calls;
#[cfg(feature = "serde")]
mod codec;
mod common;
mod flow;
mod guard;
mod listed;
mod may_queue;
mod ordered;
mod probe;
mod queue;
mod traits;

pub(crate) use abilities::DeclaredFlow;
pub use abilities::{Cloned, Description, Edges, Update};
#[cfg(feature = "serde")]
pub use codec::Saved;
#[cfg(feature = "serde")]
pub(crate) use codec::{Read, read_of};
pub use common::CommonQueue;
pub use flow::Flow;
pub use guard::EndGuard;
pub use listed::{ListedBy, WorldOf, check_child};
pub use may_queue::{
    Common, CommonOf, Declared, DeclaredOrdered, Deferrable, DeferredBy, Defers, Pushable, PushedBy, Pushes,
    Unshiftable, UnshiftedBy, Unshifts,
};
pub use ordered::Ordered;
pub use probe::{CannotWait, Probe};
pub use queue::Queue;
pub use traits::{Phase, PhaseInfo, Waits};
