//! Answers that are given when somebody is asked.

use std::fmt;
use std::panic::Location;

use phase_core::{AnyAnswer, Seat};

/// Answers that have not been given yet, in the order in which they were scripted.
#[derive(Debug, Clone, Default)]
pub(super) struct Script {
    pub(super) lines: Vec<Line>,
}

/// One answer.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) seat: Seat,
    pub(super) answer: AnyAnswer,
    /// Where the script stands.
    pub(super) place: &'static Location<'static>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {}, scripted at {}", self.answer, self.seat, self.place)
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            write!(f, "\n        {line}")?;
        }
        Ok(())
    }
}
