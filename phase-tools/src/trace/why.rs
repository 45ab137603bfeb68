//! Why a phase ran.

use std::fmt;

use phase_core::{PhaseId, QueuedBy, QueuedHow};

use super::ring::{Queued, Ring};

/// How many phases one answer names at most.
const LONGEST: usize = 1000;

/// Why a phase was queued: the phases that lead from it up to the call of the host, as [`Trace::why`](crate::Trace::why)
/// finds them.
///
/// Its `Display` has a line for each, which fits tests that compare text: no ids, no addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    steps: Vec<Step>,
    end: End,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Step {
    id: PhaseId,
    shown: String,
    how: QueuedHow,
}

/// Where the chain ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Host,
    WhenEmpty,
    Present,
    Unknown,
    /// The ring has dropped the phase that comes next.
    Dropped,
    /// There is more of it.
    Cut,
}

impl Why {
    /// The phases of the chain: the one that was asked for, the one that queued it, and so on.
    pub fn ids(&self) -> impl Iterator<Item = PhaseId> {
        self.steps.iter().map(|step| step.id)
    }

    pub(super) fn of(ring: &Ring, id: PhaseId) -> Option<Self> {
        // The same id may stand for phases of several games; the one attached last is meant.
        let game = (0..=ring.games()).rev().find(|game| ring.queued((*game, id)).is_some())?;
        let (mut steps, mut next) = (Vec::new(), id);
        let end = loop {
            let Some(Queued { how, by, name, text }) = ring.queued((game, next)) else { break End::Dropped };
            if steps.len() == LONGEST {
                break End::Cut;
            }
            steps.push(Step { id: next, shown: text.unwrap_or(name).to_owned(), how });
            match by {
                // Ids rise, so this ends.
                QueuedBy::Phase(parent) if parent < next => next = parent,
                QueuedBy::Host => break End::Host,
                QueuedBy::WhenEmpty => break End::WhenEmpty,
                _ if how == QueuedHow::Present => break End::Present,
                _ => break End::Unknown,
            }
        };
        Some(Self { steps, end })
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((last, before)) = self.steps.split_last() else { return Ok(()) };
        for step in before {
            writeln!(f, "{}, {} by", step.shown, verb(step.how))?;
        }
        let Step { shown, how, .. } = last;
        match self.end {
            End::Host => writeln!(f, "{shown}, {} by the host", verb(*how)),
            End::WhenEmpty => writeln!(f, "{shown}, queued as nothing was left to run"),
            End::Present => writeln!(f, "{shown}, there before it was observed"),
            End::Unknown => writeln!(f, "{shown}, {}", verb(*how)),
            End::Dropped => {
                writeln!(f, "{shown}, {} by", verb(*how))?;
                writeln!(f, "a phase that the trace has dropped")
            }
            End::Cut => {
                writeln!(f, "{shown}, {} by", verb(*how))?;
                writeln!(f, "more phases: ask for the last one of these")
            }
        }
    }
}

/// How a phase was queued, in a word.
pub(crate) fn verb(how: QueuedHow) -> &'static str {
    match how {
        QueuedHow::Push => "pushed",
        QueuedHow::Unshift => "unshifted",
        QueuedHow::Defer => "deferred",
        QueuedHow::Insert => "inserted",
        QueuedHow::Replace => "put in another's place",
        QueuedHow::Interrupt => "sent as an interrupt",
        _ => "queued",
    }
}
