//! The bound on the phases started in one run.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::error::RunError;
use crate::kernel::Stored;

/// How many names a [`RunError::StartLimit`] lists.
const NAMES_LISTED: usize = 16;

/// How many starts are looked at for a cycle.
const LOOKED_AT: usize = 256;

/// Counts the phases started in one run.
pub(crate) struct Starts {
    limit: Option<usize>,
    started: usize,
    last: VecDeque<&'static str>,
}

impl Starts {
    pub(crate) fn up_to(limit: Option<usize>) -> Self {
        Self { limit, started: 0, last: VecDeque::new() }
    }

    pub(crate) fn are_used_up(&self) -> bool {
        self.limit.is_some_and(|limit| self.started >= limit)
    }

    pub(crate) fn count<W: 'static>(&mut self, phase: &Stored<W>) {
        if self.limit.is_none() {
            return;
        }
        self.started += 1;
        if self.last.len() == LOOKED_AT {
            self.last.pop_front();
        }
        self.last.push_back(phase.name());
    }

    pub(crate) fn error(&mut self) -> RunError {
        let last: Vec<_> = self.last.drain(..).collect();
        let (cycle, repeats) = cycle(&last);
        RunError::StartLimit {
            limit: self.limit.unwrap_or_default(),
            cycle,
            repeats,
            last: last[last.len().saturating_sub(NAMES_LISTED)..].to_vec(),
        }
    }
}

/// The shortest stretch of which at least half of `starts`, the latest, is made, and how often they repeat it.
fn cycle(starts: &[&'static str]) -> (Vec<&'static str>, usize) {
    let latest = || starts.iter().rev();
    for length in 1..=starts.len() / 2 {
        // So many of the latest starts equal the one a stretch before.
        let alike = latest().zip(latest().skip(length)).take_while(|(a, b)| a == b).count();
        let repeats = alike / length + 1;
        if repeats >= 2 && (alike + length) * 2 >= starts.len() {
            return (starts[starts.len() - length..].to_vec(), repeats);
        }
    }
    (Vec::new(), 0)
}
