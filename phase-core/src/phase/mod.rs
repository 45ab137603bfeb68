//! What the author of a phase writes, and what a running phase is handed.
//!
//! `Phase::start` takes the end-guard, the guard holds the queue, and the queue is that of a phase: this circle is in the
//! nature of the thing and stays in this room.

mod abilities;
mod asking;
mod asks;
mod calls;
#[cfg(feature = "serde")]
mod codec;
mod common;
mod cut;
mod flow;
mod guard;
mod listed;
mod may_queue;
mod ordered;
mod probe;
mod queue;
mod restores;
#[cfg(feature = "causes")]
mod scope;
mod traits;

pub(crate) use abilities::DeclaredFlow;
pub use abilities::{Asking, Cloned, Description, Edge, Edges, Update};
pub(crate) use asking::{put_answer, refusal};
pub use asks::Asks;
pub(crate) use asks::NOBODY;
#[cfg(feature = "serde")]
pub use codec::Saved;
#[cfg(feature = "packed")]
pub(crate) use codec::unpack_of;
#[cfg(feature = "serde")]
pub(crate) use codec::{Read, read_data, read_of};
pub use common::CommonQueue;
pub(crate) use cut::Cut;
pub use flow::Flow;
pub use guard::EndGuard;
pub use listed::{ListedBy, WorldOf, listed};
pub use may_queue::{
    Common, CommonOf, Declared, DeclaredOrdered, Deferrable, DeferredBy, Defers, Pushable, PushedBy, Pushes,
    Unshiftable, UnshiftedBy, Unshifts,
};
pub use ordered::{InGroup, OrderGroup, Ordered, SameKey};
pub use probe::{CannotAsk, CannotRestore, CannotWait, Probe};
pub use probe::{CannotReadAnswer, CannotWriteAnswer, IsNotPlain};
pub use queue::Queue;
pub use restores::{LivesAgain, LivesOnce, Restores, Suspends};
#[cfg(feature = "causes")]
pub use scope::Scope;
pub use traits::{Phase, PhaseInfo, Waits};
