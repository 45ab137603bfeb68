//! The bound on the phases started in one run.

use alloc::collections::VecDeque;
use core::mem;

use super::error::RunError;
use crate::kernel::Stored;

/// How many names a [`RunError::StartLimit`] lists.
const NAMES_LISTED: usize = 16;

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
        if self.last.len() == NAMES_LISTED {
            self.last.pop_front();
        }
        self.last.push_back(phase.name());
    }

    pub(crate) fn error(&mut self) -> RunError {
        RunError::StartLimit { limit: self.limit.unwrap_or_default(), last: mem::take(&mut self.last).into() }
    }
}
