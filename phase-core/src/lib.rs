#![doc = include_str!("guide.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod agenda;
mod asynchronous;
mod cancel;
mod declare;
mod description;
mod drive;
mod erased;
mod error;
mod guard;
mod levels;
mod lookup;
mod manager;
mod names;
mod ordered;
mod phase;
mod queue;
mod registry;
mod starts;
mod ticket;
mod tree;
mod undeclared;

pub use declare::{Common, Defers, Pushes, Unshifts};
pub use drive::{RunStatus, Step};
pub use erased::{AnyPhase, PhaseRef};
pub use error::{Failure, RunError};
pub use guard::{BoxError, EndGuard, Flow};
pub use levels::{LevelPhases, PhaseLevels};
pub use lookup::Inserted;
pub use manager::{PhaseManager, Waiting};
pub use names::NameError;
pub use ordered::Ordered;
pub use phase::{Phase, PhaseInfo, Waits};
#[cfg(feature = "macros")]
pub use phase_macros::phase;
pub use queue::{CommonQueue, Queue};
pub use registry::{DuplicateNames, Field, PhaseEntry, Registry, WorldRegistry, registry};
pub use ticket::{StaleTicket, Ticket};
pub use tree::{LevelItems, Levels, PhaseTree};
pub use undeclared::Undeclared;

/// What a game needs day by day, to be imported with `*`.
pub mod prelude {
    #[cfg(feature = "macros")]
    pub use crate::phase;
    pub use crate::{
        AnyPhase, Common, CommonQueue, Defers, DuplicateNames, EndGuard, Flow, Inserted, NameError, Ordered,
        Phase, PhaseEntry, PhaseInfo, PhaseManager, PhaseRef, PhaseTree, Pushes, Queue, RunError, RunStatus,
        StaleTicket, Step, Ticket, Undeclared, Unshifts, Waiting, Waits, registry,
    };
}

#[doc(hidden)]
pub mod __private {
    pub use inventory;

    pub use crate::declare::*;
    pub use crate::description::{CannotWait, Description, Edges, Probe, Update};
    pub use crate::registry::{Field, PhaseEntry, Source};
}

/// Has the README's examples run as tests.
#[cfg(all(doctest, feature = "macros"))]
#[doc = include_str!("../README.md")]
struct Readme;
