//! What comes when nothing is left to run.

use alloc::sync::Arc;
use core::fmt;

use crate::any::{Queueable, enter_any};
use crate::kernel::{SameWorld, Schedule, Spare, Stored};

/// What comes when nothing is left to run.
pub(crate) enum Supply<W: 'static> {
    /// One phase, which is started at once.
    One(Arc<MakePhase<W>>),
    /// As many as the host's closure pushes.
    Many(Arc<Fill<W>>),
}

type MakePhase<W> = dyn Fn(&mut W, &mut Spare) -> Stored<W> + Send + Sync;

type Fill<W> = dyn Fn(&mut W, &mut EmptyQueue<'_, W>) + Send + Sync;

impl<W: 'static> Clone for Supply<W> {
    fn clone(&self) -> Self {
        match self {
            Self::One(make) => Self::One(Arc::clone(make)),
            Self::Many(fill) => Self::Many(Arc::clone(fill)),
        }
    }
}

/// The queue of a manager with nothing left to run; see
/// [`PhaseManager::when_empty_with`](crate::PhaseManager::when_empty_with).
pub struct EmptyQueue<'run, W: 'static> {
    schedule: &'run mut Schedule<W>,
}

impl<'run, W: 'static> EmptyQueue<'run, W> {
    pub(super) fn new(schedule: &'run mut Schedule<W>) -> Self {
        Self { schedule }
    }

    /// Queues a phase at the end of level 0.
    pub fn push<C>(&mut self, phase: C)
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        enter_any(self.schedule, phase, Schedule::push);
    }

    /// The number of phases pushed so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.schedule.tree.len()
    }

    /// Whether nothing has been pushed so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.schedule.tree.is_empty()
    }
}

impl<W: 'static> fmt::Debug for EmptyQueue<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmptyQueue").field("levels", &self.schedule.tree).finish()
    }
}
