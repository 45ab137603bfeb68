#![doc = include_str!("guide.md")]
#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(not(feature = "pool"), forbid(unsafe_code))]

extern crate alloc;
#[cfg(feature = "catalogue")]
extern crate std;

// The order of these is that in which the documentation shows the methods of the manager.
mod manager;

mod drive;

mod cancel;

mod asynchronous;

mod agenda;
#[cfg(feature = "catalogue")]
mod catalogue;
mod declare;
mod description;
mod due;
mod erased;
mod error;
mod fork;
mod graph;
mod guard;
mod history;
mod levels;
mod lookup;
mod names;
mod ordered;
mod phase;
mod queue;
mod registry;
mod running;
#[cfg(feature = "serde")]
mod save;
mod starts;
mod storage;
mod ticket;
mod tree;
mod undeclared;

#[cfg(feature = "catalogue")]
pub use catalogue::{catalogue, write_catalogue};
pub use declare::{Common, Defers, Pushes, Unshifts};
pub use drive::{RunStatus, Step};
pub use erased::{AnyPhase, PhaseRef};
pub use error::{Failure, RunError};
pub use fork::ForkError;
pub use graph::{EdgeKind, Finding, Graph, GraphEdge, GraphNode, graph};
pub use guard::{BoxError, EndGuard, Flow};
pub use history::History;
pub use levels::{LevelPhases, PhaseLevels};
pub use lookup::Inserted;
pub use manager::PhaseManager;
pub use names::NameError;
pub use ordered::Ordered;
pub use phase::{Phase, PhaseInfo, Waits};
#[cfg(feature = "macros")]
pub use phase_macros::phase;
pub use queue::{CommonQueue, Queue};
pub use registry::{DuplicateNames, Field, PhaseEntry, Registry, WorldRegistry, registry};
pub use running::Waiting;
#[cfg(feature = "serde")]
pub use save::{BuildError, SaveError, Snapshot};
pub use ticket::{StaleTicket, Ticket};
pub use tree::{LevelItems, Levels, PhaseTree};
pub use undeclared::Undeclared;

/// What a game needs day by day, to be imported with `*`.
pub mod prelude {
    #[cfg(feature = "macros")]
    pub use crate::phase;
    pub use crate::{
        AnyPhase, Common, CommonQueue, Defers, DuplicateNames, EndGuard, Flow, ForkError, History, Inserted,
        NameError, Ordered, Phase, PhaseEntry, PhaseInfo, PhaseManager, PhaseRef, PhaseTree, Pushes, Queue,
        RunError, RunStatus, StaleTicket, Step, Ticket, Undeclared, Unshifts, Waiting, Waits, graph,
        registry,
    };
}

/// What `#[phase]` writes code against, under the version of this crate, so that none but the attribute of the same
/// version finds it; and the hidden traits that compiler messages name.
#[doc(hidden)]
pub mod __private_0_1_0 {
    pub use inventory;

    pub use crate::declare::*;
    pub use crate::description::{CannotWait, Cloned, Description, Edges, Probe, Update};
    pub use crate::erased::Queueable;
    pub use crate::registry::{Field, PhaseEntry, Source};
    #[cfg(feature = "serde")]
    pub use crate::save::Saved;

    #[cfg(test)]
    mod tests {
        #[test]
        fn the_name_carries_the_version() {
            let version = env!("CARGO_PKG_VERSION").replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            assert_eq!(module_path!(), alloc::format!("phase_core::__private_{version}::tests"));
        }
    }
}

/// Whether what not every game uses is compiled out, so that a benchmark can tell what it costs the games that don't.
/// Such a build can neither interrupt nor suspend nor clear, and phases are not ordered on level 0.
const BARE: bool = cfg!(phase_core_bare);

/// Has the README's examples run as tests.
#[cfg(all(doctest, feature = "macros"))]
#[doc = include_str!("../README.md")]
struct Readme;
