//! Where a run is to stop.

use std::collections::BTreeSet;
use std::fmt;

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

/// Where a game first differs from its recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The first moment that is not as it was recorded.
    pub(crate) at: u64,
    /// The line of the recording that says so.
    pub(crate) line: usize,
    pub(crate) recorded: String,
    pub(crate) happened: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, line, .. } = self;
        write!(
            f,
            "the game differs from its recording at moment {at} (line {line}); D goes right before that"
        )
    }
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
