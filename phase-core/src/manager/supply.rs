//! What comes when nothing is left to run.

use alloc::sync::Arc;
use core::fmt;

#[cfg(feature = "causes")]
use scopeguard::guard;

use crate::any::{Queueable, enter_any};
#[cfg(feature = "causes")]
use crate::kernel::Queuer;
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
///
/// # Examples
///
/// A turn, built by a function of its own:
///
/// ```
#[doc = include_str!("../scaffold/duel.txt")]
/// # let mut duel = Duel::default();
/// fn next_turn(duel: &mut Duel, queue: &mut EmptyQueue<'_, Duel>) {
///     if duel.hand < 2 {
///         queue.push(DrawPhase(1));
///         queue.push(EndTurnPhase);
///     }
/// }
///
/// let mut phases = PhaseManager::new().when_empty_with(next_turn);
/// assert_eq!(phases.run(&mut duel)?, RunStatus::Idle);
/// assert_eq!(duel.hand, 2);
/// # Ok::<(), RunError>(())
/// ```
///
/// The game around it: [a duel](crate::guide::games#a-duel).
pub struct EmptyQueue<'run, W: 'static> {
    schedule: &'run mut Schedule<W>,
}

impl<'run, W: 'static> EmptyQueue<'run, W> {
    pub(super) fn new(schedule: &'run mut Schedule<W>) -> Self {
        Self { schedule }
    }

    /// Calls something that queues what comes when nothing is left.
    pub(super) fn as_supply(&mut self, fill: impl FnOnce(&mut Self)) {
        #[cfg(feature = "causes")]
        {
            let before = self.schedule.set_queuer(Queuer::WhenEmpty);
            let mut queue = guard(self, |queue| {
                queue.schedule.set_queuer(before);
            });
            fill(&mut queue);
        }
        #[cfg(not(feature = "causes"))]
        fill(self);
    }

    /// Queues a phase at the end of level 0.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// let mut phases = PhaseManager::new().when_empty_with(|duel: &mut Duel, queue| {
    ///     if duel.hand == 0 {
    ///         queue.push(DrawPhase(2));
    ///         queue.push(DrawPhase(3));
    ///     }
    /// });
    /// assert_eq!(phases.run(&mut duel)?, RunStatus::Idle);
    /// assert_eq!(duel.hand, 5);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn push<C>(&mut self, phase: C)
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        enter_any(self.schedule, phase, Schedule::push);
    }

    /// The number of phases pushed so far.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// let mut phases = PhaseManager::new().when_empty_with(|duel: &mut Duel, queue| {
    ///     while duel.hand == 0 && queue.len() < 3 {
    ///         queue.push(DrawPhase(1));
    ///     }
    /// });
    /// assert_eq!(phases.run(&mut duel)?, RunStatus::Idle);
    /// assert_eq!(duel.hand, 3);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn len(&self) -> usize {
        self.schedule.tree.len()
    }

    /// Whether nothing has been pushed so far.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// let mut phases = PhaseManager::new().when_empty_with(|duel: &mut Duel, queue| {
    ///     for _ in duel.hand..3 {
    ///         queue.push(DrawPhase(1));
    ///     }
    ///     if queue.is_empty() {
    ///         println!("every hand is full");
    ///     }
    /// });
    /// assert_eq!(phases.run(&mut duel)?, RunStatus::Idle);
    /// assert_eq!(duel.hand, 3);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
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
