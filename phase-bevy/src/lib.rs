#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod call;
mod chain;
mod commands;
mod conditions;
mod drive;
mod driven;
mod events;
mod game;
mod give_up;
mod guard;
mod phases;
mod plugin;
mod questions;
mod rounds;
mod save;
mod signal;
mod taken;
mod waits;

pub use commands::{PhaseCommandsExt, PhasesCommands};
pub use conditions::{in_phase, phases_asking, phases_asking_of, phases_idle, phases_idle_of};
pub use drive::drive;
pub use events::{AnswerRefused, PhaseAsks, PhaseFailed, PhasesHalted, PhasesIdle};
pub use guard::{PhaseGuardExt, PhaseWorldExt};
pub use phase_core;
pub use phases::Phases;
pub use plugin::{PhasePlugin, PhaseSystems};
pub use save::{PhaseAppExt, UnmappedPhases};
pub use waits::{AwaitEvent, AwaitMessage, PhaseTicket, WaitPhase, WaitUntil};

/// What a game needs day by day, that of [`phase_core`] included, to be imported with `*`, also beside bevy's prelude.
/// So [`phase_core::Event`] is not in here, whose name is bevy's, too.
pub mod prelude {
    pub use phase_core::{
        AnswerError, AnsweredBy, AnyAnswer, AnyPhase, Asks, BoxError, Causer, Common, CommonQueue, Defers,
        DropReason, DuplicateNames, EmptyQueue, EndGuard, EventKind, Flow, ForkError, History, Inbox,
        Inserted, NameError, OrderGroup, Ordered, Phase, PhaseEntry, PhaseId, PhaseInfo, PhaseManager,
        PhaseMut, PhaseRef, PhaseTree, Pushes, Question, Queue, QueuedBy, QueuedHow, Restores, RunError,
        RunStatus, Scope, Seat, StaleTicket, Step, Suspends, Ticket, Undeclared, Unshifts, Waiting, Waits,
        phase, registry,
    };

    pub use crate::{
        AnswerRefused, AwaitEvent, AwaitMessage, PhaseAppExt, PhaseAsks, PhaseCommandsExt, PhaseFailed,
        PhaseGuardExt, PhasePlugin, PhaseSystems, PhaseTicket, PhaseWorldExt, Phases, PhasesHalted,
        PhasesIdle, UnmappedPhases, WaitPhase, WaitUntil, drive, in_phase, phases_asking, phases_idle,
    };
}
