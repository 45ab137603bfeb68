//! Where a run is to stop.

use std::collections::BTreeSet;

use phase_core::PhaseId;

/// Where a run is to stop, besides at breakpoints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Where the game does.
    End,
    /// At the next question.
    Question,
    /// Just before a phase of this name starts.
    Phase(String),
    /// Once a phase and all that it has set off is over: nothing is left above its level, or one that was queued before is
    /// next.
    Over { level: usize, before: BTreeSet<PhaseId> },
}

/// Why a run has stopped, or that it has not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It goes on.
    No,
    /// It goes on, and waits for what the next frame or something outside brings.
    Frame,
    /// It has come to where it was to stop.
    Reached(String),
    /// There is no more to run, or somebody has to answer.
    Stuck(String),
}
