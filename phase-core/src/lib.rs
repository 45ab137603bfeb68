#![doc = include_str!("front.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]
// The documentation is one for all features, and is checked with all of them.
#![cfg_attr(
    not(all(feature = "causes", feature = "macros", feature = "packed", feature = "std")),
    allow(rustdoc::broken_intra_doc_links)
)]
#![cfg_attr(not(feature = "pool"), forbid(unsafe_code))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// The order of these is that in which the documentation shows the methods of the manager.
mod manager;

#[cfg(feature = "serde")]
mod save;

mod branch;

mod any;
pub mod guide;
mod kernel;
mod phase;
mod registry;
mod tree;

pub use any::{AnyPhase, Question, Undeclared};
pub use branch::{ForkError, History};
#[cfg(feature = "causes")]
pub use kernel::{AnsweredBy, Causer, DropReason, Event, EventKind, PhaseId, QueuedBy, QueuedHow};
pub use kernel::{
    AnyAnswer, BoxError, Inserted, LevelPhases, PhaseLevels, PhaseMut, PhaseRef, Seat, StaleTicket, Ticket,
};
pub use kernel::{Failure, RunError};
#[cfg(feature = "std")]
pub use manager::Inbox;
pub use manager::{AnswerError, EmptyQueue, PhaseManager, RunStatus, Step, Waiting};
#[cfg(feature = "causes")]
pub use phase::Scope;
pub use phase::{
    Asks, Common, CommonQueue, Defers, EndGuard, Flow, OrderGroup, Ordered, Phase, PhaseInfo, Pushes, Queue,
    Restores, Suspends, Unshifts, Waits,
};
#[cfg(feature = "macros")]
pub use phase_macros::phase;
pub use registry::{DuplicateNames, Field, NameError, PhaseEntry, Registry, WorldRegistry, registry};
#[cfg(feature = "packed")]
pub use save::LoadError;
#[cfg(feature = "serde")]
pub use save::{BuildError, SaveError, Snapshot, Whereabouts};
pub use tree::{LevelItems, Levels, PhaseTree};

/// What a game needs day by day, to be imported with `*`.
pub mod prelude {
    #[cfg(feature = "std")]
    pub use crate::Inbox;
    #[cfg(feature = "macros")]
    pub use crate::phase;
    pub use crate::{
        AnswerError, AnyAnswer, AnyPhase, Asks, BoxError, Common, CommonQueue, Defers, DuplicateNames,
        EmptyQueue, EndGuard, Flow, ForkError, History, Inserted, NameError, OrderGroup, Ordered, Phase,
        PhaseEntry, PhaseInfo, PhaseManager, PhaseMut, PhaseRef, PhaseTree, Pushes, Question, Queue,
        Restores, RunError, RunStatus, Seat, StaleTicket, Step, Suspends, Ticket, Undeclared, Unshifts,
        Waiting, Waits, registry,
    };
    #[cfg(feature = "causes")]
    pub use crate::{AnsweredBy, Causer, DropReason, Event, EventKind, PhaseId, QueuedBy, QueuedHow, Scope};
}

/// What `#[phase]` writes code against, under the version of this crate, so that none but the attribute of the same
/// version finds it; and the hidden traits that compiler messages name.
#[doc(hidden)]
pub mod __private_0_1_0 {
    pub use inventory;

    pub use crate::any::Queueable;
    pub use crate::kernel::{Plain, SameWorld};
    #[cfg(feature = "serde")]
    pub use crate::phase::Saved;
    pub use crate::phase::{
        Asking, CannotAsk, CannotReadAnswer, CannotRestore, CannotWait, CannotWriteAnswer, Cloned, Common,
        CommonOf, Declared, DeclaredOrdered, Deferrable, DeferredBy, Defers, Description, Edge, Edges,
        InGroup, IsNotPlain, ListedBy, LivesAgain, LivesOnce, Probe, Pushable, PushedBy, Pushes, SameKey,
        Unshiftable, UnshiftedBy, Unshifts, Update, WorldOf, listed,
    };
    pub use crate::registry::{Field, PhaseEntry, Source};

    #[cfg(test)]
    mod tests {
        #[test]
        fn the_name_carries_the_version() {
            let version = env!("CARGO_PKG_VERSION").replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            assert_eq!(module_path!(), alloc::format!("phase_core::__private_{version}::tests"));
        }
    }
}

/// Has the README's examples run as tests.
#[cfg(all(doctest, feature = "macros"))]
#[doc = include_str!("../README.md")]
struct Readme;
