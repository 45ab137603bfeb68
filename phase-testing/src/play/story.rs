//! What has become of a phase, in words.

use std::borrow::Cow;
use std::fmt;

use phase_core::{AnsweredBy, DropReason, EventKind};

/// What has happened to a phase after its start; what happens several times in a row is counted.
#[derive(Debug, Clone, Default)]
pub(super) struct Story(Vec<(Cow<'static, str>, usize)>);

impl Story {
    pub(super) fn add(&mut self, told: Cow<'static, str>) {
        match self.0.last_mut() {
            Some((last, times)) if *last == told => *times += 1,
            _ => self.0.push((told, 1)),
        }
    }
}

impl fmt::Display for Story {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// A phase that asks again and again has a long one.
        const SHOWN: usize = 6;
        let from = self.0.len().saturating_sub(SHOWN);
        f.write_str(if from > 0 { ": .." } else { ":" })?;
        for (number, (told, times)) in self.0[from..].iter().enumerate() {
            let separator = if number > 0 || from > 0 { ", " } else { " " };
            write!(f, "{separator}{told}")?;
            if *times > 1 {
                write!(f, " {times} times")?;
            }
        }
        Ok(())
    }
}

/// What has happened to a phase that has started.
pub(super) fn told(kind: EventKind<'_>) -> Cow<'static, str> {
    Cow::Borrowed(match kind {
        EventKind::Waiting => "waited",
        EventKind::Updated => "was updated",
        EventKind::Suspended => "was suspended",
        EventKind::Asking { .. } => "asked",
        EventKind::Answered { seat, answer, by } => {
            let late = if by == AnsweredBy::Fallback { " as time was out" } else { "" };
            return Cow::Owned(format!("was answered {answer:?} by {seat}{late}"));
        }
        EventKind::Refused { seat } => return Cow::Owned(format!("refused an answer of {seat}")),
        EventKind::Parked => "was set aside",
        EventKind::Resumed => "came back",
        EventKind::Ended => "ended",
        EventKind::Cancelled => "was cancelled",
        EventKind::Failed { .. } => "failed",
        EventKind::Panicked => "panicked",
        EventKind::Abandoned => "was abandoned",
        EventKind::Dropped { reason } => dropped(reason),
        _ => "went on",
    })
}

/// Why a phase never started.
pub(super) fn dropped(reason: DropReason) -> &'static str {
    match reason {
        DropReason::Removed => "was removed from the queue",
        DropReason::Replaced => "was replaced in the queue",
        DropReason::Retained => "was not retained in the queue",
        DropReason::Cleared => "was dropped as the queue was cleared",
        DropReason::Skipped => "was dropped as its scope was skipped",
        DropReason::CancelledTree => "was cancelled with what had queued it",
        DropReason::Finished => "was dropped as the game was over",
        DropReason::Undone => "was undone",
        _ => "has left the queue",
    }
}
