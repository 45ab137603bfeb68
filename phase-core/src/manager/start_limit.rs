//! The bound on the phases started before the manager comes to rest.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::PhaseManager;
use crate::kernel::RunError;
use crate::kernel::{LOOKED_AT, cycle};
use crate::kernel::{Pending, Stored};

/// How many names a [`RunError::StartLimit`] lists.
const NAMES_LISTED: usize = 16;

/// Counts the phases started since the manager has come to rest.
#[derive(Clone)]
pub(crate) struct Starts {
    limit: usize,
    started: usize,
    last: VecDeque<&'static str>,
}

impl Starts {
    fn up_to(limit: usize) -> Self {
        Self { limit, started: 0, last: VecDeque::new() }
    }

    fn are_used_up(&self) -> bool {
        self.started >= self.limit
    }

    fn count<W: 'static>(&mut self, phase: &Stored<W>) {
        self.started += 1;
        if self.last.len() == LOOKED_AT {
            self.last.pop_front();
        }
        self.last.push_back(phase.name());
    }

    fn error(&mut self) -> RunError {
        let last: Vec<_> = self.last.drain(..).collect();
        let (cycle, repeats) = cycle(&last);
        RunError::StartLimit {
            limit: self.limit,
            cycle,
            repeats,
            last: last[last.len().saturating_sub(NAMES_LISTED)..].to_vec(),
        }
    }
}

/// # Bound and watch
///
/// What finds games that never end by mistake, and who is told of everything that happens.
impl<W: 'static> PhaseManager<W> {
    /// Bounds the phases started in one [`run`](Self::run) or [`run_with`](Self::run_with), so that phases that queue each other
    /// for ever become an error. There is no bound at first.
    ///
    /// [`step`](Self::step) counts the starts since the manager last came to rest: `Waiting`, `Asking`, `Idle`, `Halted`, or an
    /// error.
    ///
    /// # Examples
    ///
    /// A phase that queues itself for ever:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct EchoPhase;
    /// # impl Phase for EchoPhase {
    /// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.unshift(EchoPhase);
    /// #         guard.end()
    /// #     }
    /// # }
    /// let mut phases = PhaseManager::new().start_limit(100);
    /// phases.push(EchoPhase);
    /// let error = phases.run(&mut Battle::default()).unwrap_err();
    /// assert!(error.to_string().starts_with("more than 100 phases in one run; "));
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    #[must_use]
    pub fn start_limit(mut self, limit: usize) -> Self {
        self.set_start_limit(limit);
        self
    }

    /// Like [`start_limit`](Self::start_limit), for a manager in place; the count begins anew. See
    /// [`set_when_empty`](Self::set_when_empty) for an example.
    pub fn set_start_limit(&mut self, limit: usize) {
        self.starts = Some(Box::new(Starts::up_to(limit)));
        self.schedule.pending.insert(Pending::COUNT);
    }

    #[inline]
    pub(super) fn count_start(&mut self, phase: &Stored<W>) {
        if let Some(starts) = &mut self.starts {
            starts.count(phase);
        }
    }

    /// Begins to count anew.
    #[inline]
    pub(super) fn count_anew(&mut self) {
        if let Some(starts) = &mut self.starts {
            starts.started = 0;
            starts.last.clear();
        }
    }

    /// Why nothing more may be started, if that is so and something would be.
    pub(super) fn past_start_limit(&mut self) -> Option<RunError> {
        let is_past = self.starts.as_ref().is_some_and(|starts| starts.are_used_up());
        if is_past && self.would_start() { self.starts.as_mut().map(|starts| starts.error()) } else { None }
    }

    /// Has this manager keep its limit, which is the host's, after all else was exchanged with another, and takes over
    /// how many have started.
    pub(crate) fn keep_start_limit(&mut self, other: &Self) {
        let count = self.starts.take();
        self.starts = other.starts.as_ref().map(|kept| {
            let mut starts = count.unwrap_or_else(|| Box::new(Starts::up_to(kept.limit)));
            starts.limit = kept.limit;
            starts
        });
        self.schedule.pending.set(Pending::COUNT, self.starts.is_some());
    }
}
