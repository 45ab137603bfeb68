//! Making a manager, and what it is given besides phases.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::PhaseManager;
use super::supply::{EmptyQueue, Supply};
use crate::any::Queueable;
use crate::kernel::{SameWorld, Schedule};

/// # Make and set up
///
/// What supplies phases when nothing is left, limits, observers, memory.
impl<W: 'static> PhaseManager<W> {
    /// A manager without phases.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            schedule: Schedule::new(),
            running: None,
            over: None,
            panicked: None,
            parked: Vec::new(),
            condemned: Vec::new(),
            when_empty: None,
            starts: None,
            #[cfg(feature = "causes")]
            chain_limit: None,
            questions: 0,
        }
    }

    /// Supplies the next phase, on level 0, whenever nothing is left to run.
    ///
    /// From then on a run comes to [`Idle`](crate::RunStatus::Idle) only when the game is [over](crate::Queue::finish): it
    /// goes on until a phase waits, halts or fails.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # pub struct Battle { turn: u32 }
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct TurnStartPhase;
    /// impl Phase for TurnStartPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.world.turn += 1;
    ///         if guard.world.turn == 3 {
    ///             guard.queue.halt();
    ///         }
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut battle = Battle { turn: 0 };
    /// let mut phases = PhaseManager::new().when_empty(|_: &mut Battle| TurnStartPhase);
    /// assert_eq!(phases.run(&mut battle)?, RunStatus::Halted);
    /// assert_eq!(battle.turn, 3);
    /// # Ok::<(), RunError>(())
    /// ```
    #[must_use]
    pub fn when_empty<C, F>(mut self, make: F) -> Self
    where
        F: Fn(&mut W) -> C + Send + Sync + 'static,
        C: Queueable,
        C::World: SameWorld<W>,
    {
        self.set_when_empty(make);
        self
    }

    /// Like [`when_empty`](Self::when_empty), for a manager in place.
    ///
    /// # Examples
    ///
    /// A loaded manager that is a field of the game gets it again:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// struct Game { duel: Duel, phases: PhaseManager<Duel> }
    ///
    /// # let mut game = Game { duel, phases: PhaseManager::new() };
    /// game.phases.set_when_empty(|_: &mut Duel| DrawPhase(1));
    /// game.phases.set_start_limit(10_000);
    /// assert_eq!(game.phases.step(&mut game.duel)?, Step::Ended("DrawPhase"));
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn set_when_empty<C, F>(&mut self, make: F)
    where
        F: Fn(&mut W) -> C + Send + Sync + 'static,
        C: Queueable,
        C::World: SameWorld<W>,
    {
        let make = move |world: &mut W, spare: &mut _| SameWorld::same(make(world).into_stored(spare));
        self.when_empty = Some(Supply::One(Arc::new(make)));
    }

    /// Has a closure push the next phases, of any types, whenever nothing is left to run; a run comes to
    /// [`Idle`](crate::RunStatus::Idle) if it pushes none.
    ///
    /// It takes the place of what [`when_empty`](Self::when_empty) was given, and the other way round. If the closure panics,
    /// what it has pushed so far is queued. A game that is [over](Self::finish) asks it no more.
    ///
    /// # Examples
    ///
    /// A timeline of actors that lies in the world, from which the next one is taken:
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # pub struct Dungeon { energy: Vec<u32>, log: Vec<usize> }
    /// # #[phase(world = Dungeon)]
    /// # #[derive(Debug)]
    /// # struct ActPhase(usize);
    /// # impl Phase for ActPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.world.energy[self.0] -= 1;
    /// #         guard.world.log.push(self.0);
    /// #         guard.end()
    /// #     }
    /// # }
    /// let mut phases = PhaseManager::new().when_empty_with(|dungeon: &mut Dungeon, queue| {
    ///     let next = (0..dungeon.energy.len()).max_by_key(|actor| dungeon.energy[*actor]);
    ///     if let Some(actor) = next.filter(|actor| dungeon.energy[*actor] > 0) {
    ///         queue.push(ActPhase(actor));
    ///     }
    /// });
    /// let mut dungeon = Dungeon { energy: vec![1, 3], log: vec![] };
    /// assert_eq!(phases.run(&mut dungeon)?, RunStatus::Idle);
    /// assert_eq!(dungeon.log, [1, 1, 1, 0]);
    /// # Ok::<(), RunError>(())
    /// ```
    #[must_use]
    pub fn when_empty_with<F>(mut self, fill: F) -> Self
    where
        F: Fn(&mut W, &mut EmptyQueue<'_, W>) + Send + Sync + 'static,
    {
        self.set_when_empty_with(fill);
        self
    }

    /// Like [`when_empty_with`](Self::when_empty_with), for a manager in place.
    ///
    /// # Examples
    ///
    /// A loaded manager gets it again:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.set_when_empty_with(|duel: &mut Duel, queue| {
    ///     if duel.hand < 3 {
    ///         queue.push(DrawPhase(1));
    ///         queue.push(EndTurnPhase);
    ///     }
    /// });
    /// assert_eq!(phases.run(&mut duel)?, RunStatus::Idle);
    /// assert_eq!(duel.hand, 3);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn set_when_empty_with<F>(&mut self, fill: F)
    where
        F: Fn(&mut W, &mut EmptyQueue<'_, W>) + Send + Sync + 'static,
    {
        self.when_empty = Some(Supply::Many(Arc::new(fill)));
    }

    /// Gives back all memory that is not in use, at once.
    ///
    /// A manager keeps the memory of the phases that have ended for those to come, so that a game that goes on asks
    /// the allocator for none. When it runs empty, it gives some back from time to time, as
    /// [`PhaseTree`](crate::PhaseTree) says. This is for a game that has paused, among many others, and for one that
    /// never runs empty and has had a burst.
    ///
    /// # Examples
    ///
    /// A server puts a game aside:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(DrawPhase(1));
    /// if phases.run(&mut duel)? == RunStatus::Idle {
    ///     phases.shrink_to_fit();
    /// }
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn shrink_to_fit(&mut self) {
        self.schedule.shrink_to_fit();
        self.parked.shrink_to_fit();
        self.condemned.shrink_to_fit();
    }
}
