//! Who set a phase off, and what one of those has set off besides.

use core::fmt;

use super::may_queue::{Deferrable, DeferredBy, Unshiftable, UnshiftedBy};
use super::queue::{Queue, store};
use super::traits::{Phase, PhaseInfo};
use crate::kernel::{Causer, PhaseId};

impl<P: PhaseInfo> Queue<'_, P> {
    /// What tells the running phase from all others of its manager.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    #[must_use]
    pub fn id(&self) -> PhaseId {
        self.schedule.id()
    }

    /// The phases that set the running one off, the nearest first: the one that unshifted or deferred it, the one that
    /// did so with that, and so on.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    ///
    /// A pushed phase, an interrupting one, and one that [`when_empty`](crate::PhaseManager::when_empty) has supplied,
    /// have none; after [`clear`](Queue::clear) the running phase has none either. A phase that was inserted beside
    /// another, or has taken its place, has the causes of that. What the host unshifts or defers, itself or by an
    /// [inbox](crate::PhaseManager::inbox), counts as set off by the phase that ran last. The running phase is not its own cause. Of a long line,
    /// the nearest 256 are kept, and those beyond of which something is still queued; others may be left out.
    ///
    /// # Examples
    ///
    /// A counter-attack that is not countered again:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct CounterPhase;
    /// impl Phase for CounterPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         let is_counter = guard.queue.causes().any(|cause| cause.is::<CounterPhase>());
    ///         if !is_counter {
    ///             guard.unshift(CounterPhase);
    ///         }
    ///         guard.end()
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new().start_limit(9);
    /// # phases.push(CounterPhase);
    /// # assert_eq!(phases.run(&mut Battle::default()).unwrap(), RunStatus::Idle);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn causes(&self) -> impl Iterator<Item = Causer> + '_ {
        self.schedule.causes()
    }

    /// The cause of this id, as a place to queue to: for instance the outermost of a type, as
    /// [`causes`](Self::causes) finds it.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # fn after_all<P>(queue: &mut Queue<'_, P>)
    /// # where
    /// #     P: Phase<World = Battle> + Defers<FaintPhase>,
    /// # {
    /// let outermost = queue.causes().filter(|cause| cause.is::<MovePhase>()).last();
    /// if let Some(mut scope) = outermost.and_then(|cause| queue.scope(cause.id())) {
    ///     scope.defer(FaintPhase("Bezel"));
    /// }
    /// # }
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn scope(&mut self, id: PhaseId) -> Option<Scope<'_, P>> {
        let place = self.schedule.place_of(|cause| cause.id() == id)?;
        Some(Scope::at(self.reborrow(), place))
    }
}

/// One of the phases that set the running phase `P` off, and what it has set off; see [`Queue::within`].
///
/// Needs the [feature](crate::guide::features) `causes`.
///
/// It never reaches across an interrupt, and what was pushed belongs to none.
pub struct Scope<'run, P: PhaseInfo> {
    queue: Queue<'run, P>,
    /// Where in the line the phase is.
    place: usize,
}

impl<'run, P: PhaseInfo> Scope<'run, P> {
    pub(super) fn at(queue: Queue<'run, P>, place: usize) -> Self {
        Self { queue, place }
    }

    /// What tells the phase of the scope from others of its type.
    #[must_use]
    pub fn id(&self) -> PhaseId {
        self.queue.schedule.id_at(self.place)
    }

    /// Queues a phase at the end of what the phase of the scope has deferred: after all that it has set off, and before
    /// its own siblings.
    ///
    /// The running phase has to declare that it defers it. Takes time linear in the phases above.
    pub fn defer<C>(&mut self, phase: C)
    where
        C: Phase + DeferredBy<P> + Deferrable<P::World>,
    {
        let phase = store(self.queue.schedule, phase);
        self.queue.schedule.defer_to(self.place, phase);
    }

    /// Queues a phase at the end of what the phase of the scope has unshifted: so that things go in waves, all of one
    /// before all of the next.
    ///
    /// The running phase has to declare that it unshifts it. Takes time linear in the phases above.
    ///
    /// # Examples
    ///
    /// Explosions that set off others, wave by wave, and deaths after all of them:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct BlastPhase;
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct ExplodePhase(u32);
    /// # impl Phase for BlastPhase {
    /// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.unshift(ExplodePhase(1));
    /// #         guard.unshift(ExplodePhase(2));
    /// #         guard.end()
    /// #     }
    /// # }
    /// impl Phase for ExplodePhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.world.log.push(format!("bang {}", self.0));
    ///         if let Some(mut blast) = guard.queue.within::<BlastPhase>() {
    ///             if self.0 < 10 {
    ///                 blast.unshift(ExplodePhase(self.0 + 10));
    ///             }
    ///         }
    ///         guard.end()
    ///     }
    /// }
    /// # let mut battle = Battle::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(BlastPhase);
    /// # phases.run(&mut battle).unwrap();
    /// # assert_eq!(battle.log, ["bang 1", "bang 2", "bang 11", "bang 12"]);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn unshift<C>(&mut self, phase: C)
    where
        C: Phase + UnshiftedBy<P> + Unshiftable<P::World>,
    {
        let phase = store(self.queue.schedule, phase);
        self.queue.schedule.unshift_to(self.place, phase);
    }

    /// Drops all that the phase of the scope has set off and that is still queued, but for what it has deferred itself,
    /// which runs next; says how many went. 'End the turn now, but clean up.'
    ///
    /// Called from within something that it has deferred, it drops the rest of what that one has set off. The running
    /// phase goes on, and what it queues afterwards runs before what was deferred.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct TurnPhase;
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct EndTurnPhase;
    /// impl Phase for TurnPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.unshift(EndTurnPhase);
    ///         guard.unshift(MovePhase("Aspen"));
    ///         guard.defer(MessagePhase("The turn is over."));
    ///         guard.end()
    ///     }
    /// }
    ///
    /// impl Phase for EndTurnPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         if let Some(mut turn) = guard.queue.within::<TurnPhase>() {
    ///             turn.skip();
    ///         }
    ///         guard.end()
    ///     }
    /// }
    /// # let mut battle = Battle::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(TurnPhase);
    /// # phases.run(&mut battle).unwrap();
    /// # assert_eq!(battle.log, ["The turn is over."]);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn skip(&mut self) -> usize {
        self.queue.schedule.skip(self.place)
    }
}

impl<P: PhaseInfo> fmt::Debug for Scope<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("id", &self.id().get()).finish_non_exhaustive()
    }
}
