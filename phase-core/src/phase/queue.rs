//! The queue as a running phase sees it.

use core::fmt;
use core::marker::PhantomData;

use super::common::CommonQueue;
use super::may_queue::{Deferrable, DeferredBy, Pushable, PushedBy, Unshiftable, UnshiftedBy};
#[cfg(feature = "causes")]
use super::scope::Scope;
use super::traits::{Phase, PhaseInfo};
use crate::kernel::{
    Inserted, Pending, PhaseLevels, PhaseRef, SameWorld, Schedule, Stored, enter, look_ups, stored,
};

/// The level tree in the hands of the running phase `P`: queues follow-ups, and changes what is queued.
///
/// Helper functions take `&mut Queue<'_, P>`, and `&mut World` where they need it; so they can be called from
/// `start`, from `update`, from `on_end`, and in loops over the world.
///
/// The running phase itself has been taken out of the tree, and no look-up finds it; nor is a parked phase found.
/// The look-ups are those of the [manager](crate::PhaseManager), with which their examples show them.
///
/// # Examples
///
/// A helper for many phases names in its bounds what it queues:
///
/// ```
/// use phase_core::prelude::*;
/// # pub struct Battle;
/// # #[phase(world = Battle, leaf)]
/// # #[derive(Debug)]
/// # struct FaintPhase(usize);
/// # impl Phase for FaintPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
///
/// fn queue_faint<P>(queue: &mut Queue<'_, P>, slot: usize)
/// where
///     P: Phase<World = Battle> + Defers<FaintPhase>,
/// {
///     queue.defer(FaintPhase(slot));
/// }
/// ```
pub struct Queue<'run, P: PhaseInfo> {
    pub(crate) schedule: &'run mut Schedule<P::World>,
    phase: PhantomData<fn() -> P>,
}

impl<'run, P: PhaseInfo> Queue<'run, P> {
    pub(crate) fn new(schedule: &'run mut Schedule<P::World>) -> Self {
        Self { schedule, phase: PhantomData }
    }

    #[cfg(feature = "causes")]
    pub(super) fn reborrow(&mut self) -> Queue<'_, P> {
        Queue::new(self.schedule)
    }

    /// Queues a phase at the end of level 0: after everything that is queued already.
    ///
    /// # Examples
    ///
    /// A round that queues the next one when it has ended:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct RoundPhase(u32);
    /// impl Phase for RoundPhase {
    ///     # fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    ///     fn on_end(&mut self, _: &mut Battle, queue: &mut Queue<'_, Self>) {
    ///         queue.push(RoundPhase(self.0 + 1));
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(RoundPhase(1));
    /// # phases.step(&mut Battle::default()).unwrap();
    /// # assert_eq!(phases.levels().to_string(), "0: [RoundPhase(2)]");
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn push<C>(&mut self, phase: C)
    where
        C: Phase + PushedBy<P> + Pushable<P::World>,
    {
        enter!(self.schedule, push, phase: C);
    }

    /// Queues a phase one level above the running one: it runs next, after those unshifted before it.
    ///
    /// It runs when the running phase has ended, with its [`on_end`](Phase::on_end): what that does to the world at once comes
    /// before, also where it stands behind this call.
    ///
    /// # Examples
    ///
    /// A helper that draws cards, for all phases that may unshift this:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// fn draw<P>(queue: &mut Queue<'_, P>, cards: u32)
    /// where
    ///     P: Phase<World = Duel> + Unshifts<DrawPhase>,
    /// {
    ///     for _ in 0..cards {
    ///         queue.unshift(DrawPhase(1)); // one by one, so that each can be shown
    ///     }
    /// }
    /// # #[phase(world = Duel, unshifts(DrawPhase))]
    /// # #[derive(Debug)]
    /// # struct DealPhase;
    /// # impl Phase for DealPhase {
    /// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         draw(&mut guard.queue, 2);
    /// #         guard.end()
    /// #     }
    /// # }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(DealPhase);
    /// # phases.step(&mut Duel::default()).unwrap();
    /// # assert_eq!(phases.levels().to_string(), "1: [DrawPhase(1), DrawPhase(1)]");
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn unshift<C>(&mut self, phase: C)
    where
        C: Phase + UnshiftedBy<P> + Unshiftable<P::World>,
    {
        enter!(self.schedule, unshift, phase: C);
    }

    /// Queues a phase to run after all that the running one unshifts, and all that those queue above themselves;
    /// but before the running phase's own siblings. It does not matter which is called first.
    ///
    /// # Examples
    ///
    /// A helper that has a battler faint after everything that its hit sets off:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// fn strike<P>(queue: &mut Queue<'_, P>, target: &'static str)
    /// where
    ///     P: Phase<World = Battle> + Unshifts<MessagePhase> + Defers<FaintPhase>,
    /// {
    ///     queue.defer(FaintPhase(target));
    ///     queue.unshift(MessagePhase("It's super effective!")); // goes first all the same
    /// }
    /// # #[phase(world = Battle, unshifts(MessagePhase), defers(FaintPhase))]
    /// # #[derive(Debug)]
    /// # struct HitPhase;
    /// # impl Phase for HitPhase {
    /// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         strike(&mut guard.queue, "Bezel");
    /// #         guard.end()
    /// #     }
    /// # }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(HitPhase);
    /// # let mut battle = Battle::default();
    /// # phases.run(&mut battle).unwrap();
    /// # assert_eq!(battle.log, ["It's super effective!", "Bezel faints"]);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn defer<C>(&mut self, phase: C)
    where
        C: Phase + DeferredBy<P> + Deferrable<P::World>,
    {
        enter!(self.schedule, defer, phase: C);
    }

    /// A queue for [common](crate::Common) phases, which any phase may queue without declaring it.
    ///
    /// It does not depend on the running phase's type, so helpers over it need no bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # pub struct Battle;
    /// #[phase(world = Battle, common)]
    /// #[derive(Debug)]
    /// struct MessagePhase(String);
    /// # impl Phase for MessagePhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    ///
    /// fn say(mut queue: CommonQueue<'_, Battle>, text: &str) {
    ///     queue.unshift(MessagePhase(text.to_owned()));
    /// }
    ///
    /// # #[phase(world = Battle, leaf)]
    /// # #[derive(Debug)]
    /// # struct MissPhase;
    /// impl Phase for MissPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         say(guard.queue.common(), "It missed!");
    ///         guard.end()
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(MissPhase);
    /// # phases.step(&mut Battle).unwrap();
    /// # assert_eq!(phases.levels().to_string(), r#"1: [MessagePhase("It missed!")]"#);
    /// ```
    pub fn common(&mut self) -> CommonQueue<'_, P::World> {
        CommonQueue { schedule: self.schedule }
    }

    /// Drops every queued phase; parked ones are cancelled as soon as the running phase has given its flow back.
    ///
    /// The running phase goes on, and still has to end. What it queues from now on stands as if it had come from
    /// level 0.
    ///
    /// # Examples
    ///
    /// A battle that is over at once, whatever else was to come:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct VictoryPhase;
    /// impl Phase for VictoryPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.queue.clear();
    ///         guard.push(MessagePhase("You have won!"));
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut phases = PhaseManager::new();
    /// phases.push(VictoryPhase);
    /// phases.push(MovePhase("Bezel"));
    /// phases.step(&mut Battle::default())?;
    /// assert_eq!(phases.levels().to_string(), r#"0: [MessagePhase("You have won!")]"#);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn clear(&mut self) {
        self.schedule.clear();
    }

    /// Says that the game is over: drops every queued phase, as [`clear`](Self::clear) does, and has nothing come by itself
    /// any more.
    ///
    /// What is queued afterwards, an epilogue for instance, still runs. Then `run` comes to
    /// [`Idle`](crate::RunStatus::Idle), without asking [`when_empty`](crate::PhaseManager::when_empty). Nothing takes it
    /// back.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct VictoryPhase;
    /// impl Phase for VictoryPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.queue.finish();
    ///         guard.push(MessagePhase("You have won!"));
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut battle = Battle::default();
    /// let mut phases = PhaseManager::new().when_empty(|_: &mut Battle| MovePhase("Bezel"));
    /// phases.push(VictoryPhase);
    /// assert_eq!(phases.run(&mut battle)?, RunStatus::Idle);
    /// assert_eq!(battle.log, ["You have won!"]);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn finish(&mut self) {
        self.schedule.finish();
    }

    /// Whether the game is [over](Self::finish).
    ///
    /// # Examples
    ///
    /// Of two battlers who faint at once, the second does not win again:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct VictoryPhase;
    /// impl Phase for VictoryPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         if !guard.queue.is_finished() {
    ///             guard.queue.finish();
    ///             guard.push(MessagePhase("You have won!"));
    ///             guard.push(VictoryPhase);
    ///         }
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut battle = Battle::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(VictoryPhase);
    /// phases.run(&mut battle)?;
    /// assert_eq!(battle.log, ["You have won!"]);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.schedule.is_finished
    }

    /// Has `run` return [`Halted`](crate::RunStatus::Halted) once nothing runs, before anything else starts.
    ///
    /// The next `run` goes on from there. A failure, a cancel or a wait in between does not undo it.
    ///
    /// # Examples
    ///
    /// A turn after which the host gets to save the game:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # #[phase(world = Duel)]
    /// # #[derive(Debug)]
    /// # struct TurnPhase;
    /// impl Phase for TurnPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.queue.halt();
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut duel = Duel::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(TurnPhase);
    /// phases.push(DrawPhase(1));
    /// assert_eq!(phases.run(&mut duel)?, RunStatus::Halted);
    /// assert_eq!(phases.run(&mut duel)?, RunStatus::Idle); // has drawn the card
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn halt(&mut self) {
        self.schedule.pending.insert(Pending::HALT);
    }

    /// The level that the running phase came from; 0 after [`clear`](Self::clear).
    ///
    /// # Examples
    ///
    /// A chain of counter-attacks that is cut off before it runs away:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct CounterPhase;
    /// impl Phase for CounterPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         if guard.queue.current_level() < 5 {
    ///             guard.unshift(CounterPhase);
    ///         }
    ///         guard.end()
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new().start_limit(6);
    /// # phases.push(CounterPhase);
    /// # assert_eq!(phases.run(&mut Battle::default()).unwrap(), RunStatus::Idle);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    #[must_use]
    pub fn current_level(&self) -> usize {
        self.schedule.tree.current_level()
    }

    /// The number of queued phases, which the running one is not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.schedule.tree.len()
    }

    /// Whether no phase is queued.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.schedule.tree.is_empty()
    }

    /// Puts `new` in the place of the first queued `T` that `matches`, and gives that one back.
    ///
    /// # Errors
    ///
    /// Gives `new` back when nothing matches.
    ///
    /// # Examples
    ///
    /// A battler that can't move gets a message in the place of its move:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct FreezePhase(&'static str);
    /// impl Phase for FreezePhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         let is_frozen = |m: &MovePhase| m.0 == self.0;
    ///         // An `Err` would give the message back: the battler has moved already.
    ///         let _ = guard.queue.replace(is_frozen, MessagePhase("It's frozen solid!"));
    ///         guard.end()
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(FreezePhase("Bezel"));
    /// # phases.push(MovePhase("Bezel"));
    /// # phases.push(MovePhase("Aspen"));
    /// # let mut battle = Battle::default();
    /// # phases.run(&mut battle).unwrap();
    /// # assert_eq!(battle.log, ["It's frozen solid!", "Aspen moves"]);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn replace<T, N>(&mut self, matches: impl FnMut(&T) -> bool, new: N) -> Result<T, N>
    where
        T: PhaseInfo,
        T::World: SameWorld<P::World>,
        N: Phase<World = P::World> + UnshiftedBy<P> + Unshiftable<P::World>,
    {
        self.schedule.replace(matches, new)
    }

    /// Puts `new` directly before the first queued `T`; without one it is unshifted.
    ///
    /// # Examples
    ///
    /// A trap that goes off before the next card is played:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # #[phase(world = Duel)]
    /// # #[derive(Debug)]
    /// # struct TrapPhase;
    /// impl Phase for TrapPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.queue.insert_before::<PlayPhase>(DrawPhase(2));
    ///         guard.end()
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(TrapPhase);
    /// # phases.push(EndTurnPhase);
    /// # phases.push(PlayPhase("Knight"));
    /// # phases.step(&mut Duel::default()).unwrap();
    /// # let levels = phases.levels().to_string();
    /// # assert_eq!(levels, r#"0: [EndTurnPhase, DrawPhase(2), PlayPhase("Knight")]"#);
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[allow(clippy::implied_bounds_in_impls, reason = "the first bound that fails is the one that is told")]
    pub fn insert_before<T>(&mut self, new: impl Phase + UnshiftedBy<P> + Unshiftable<P::World>) -> Inserted
    where
        T: PhaseInfo,
        T::World: SameWorld<P::World>,
    {
        let new = store(self.schedule, new);
        self.schedule.insert_before::<T>(new)
    }

    /// Puts `new` directly after the first queued `T`; without one it is unshifted.
    ///
    /// # Examples
    ///
    /// A dancer that joins in, right behind the next move:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct DancePhase;
    /// impl Phase for DancePhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         let place = guard.queue.insert_after::<MovePhase>(MovePhase("Dancer"));
    ///         if place == Inserted::Unshifted {
    ///             guard.world.log.push("nobody else moves".to_owned());
    ///         }
    ///         guard.end()
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(DancePhase);
    /// # phases.push(MovePhase("Aspen"));
    /// # phases.push(MovePhase("Bezel"));
    /// # let mut battle = Battle::default();
    /// # phases.run(&mut battle).unwrap();
    /// # assert_eq!(battle.log, ["Aspen moves", "Dancer moves", "Bezel moves"]);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    #[allow(clippy::implied_bounds_in_impls, reason = "the first bound that fails is the one that is told")]
    pub fn insert_after<T>(&mut self, new: impl Phase + UnshiftedBy<P> + Unshiftable<P::World>) -> Inserted
    where
        T: PhaseInfo,
        T::World: SameWorld<P::World>,
    {
        let new = store(self.schedule, new);
        self.schedule.insert_after::<T>(new)
    }

    /// The innermost `T` among the causes of the running phase, as a place to queue to. None if no `T` has set it off; the
    /// running phase is not its own cause.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    ///
    /// For the outermost one, find it among the [`causes`](Self::causes), and ask for [its scope](Self::scope).
    ///
    /// # Examples
    ///
    /// A check that has to run once, at the end of the action, however deep it is asked for:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct ActionPhase(u32);
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct HitPhase;
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct SweepPhase;
    /// # impl Phase for ActionPhase {
    /// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.unshift(HitPhase);
    /// #         guard.unshift(HitPhase);
    /// #         guard.unshift(MessagePhase("It hurts."));
    /// #         guard.end()
    /// #     }
    /// # }
    /// # impl Phase for SweepPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.world.log.push("sweep".to_owned());
    /// #         guard.end()
    /// #     }
    /// # }
    /// impl Phase for HitPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         if !guard.queue.contains(|_: &SweepPhase| true) {
    ///             match guard.queue.within::<ActionPhase>() {
    ///                 Some(mut action) => action.defer(SweepPhase),
    ///                 None => guard.defer(SweepPhase), // poison, say, which is in no action
    ///             }
    ///         }
    ///         guard.end()
    ///     }
    /// }
    /// # let mut battle = Battle::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(ActionPhase(1));
    /// # phases.run(&mut battle).unwrap();
    /// # assert_eq!(battle.log, ["It hurts.", "sweep"]);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    #[cfg(feature = "causes")]
    pub fn within<T>(&mut self) -> Option<Scope<'_, P>>
    where
        T: PhaseInfo,
        T::World: SameWorld<P::World>,
    {
        let place = self.schedule.place_of(|cause| cause.is::<T>())?;
        Some(Scope::at(self.reborrow(), place))
    }

    look_ups!(P::World);
}

impl<P: PhaseInfo> fmt::Debug for Queue<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").field("phase", &P::NAME).field("levels", &self.schedule.tree).finish()
    }
}

pub(super) fn store<W: 'static, C: Phase<World: SameWorld<W>>>(
    schedule: &mut Schedule<W>,
    phase: C,
) -> Stored<W> {
    stored!(schedule, phase: C)
}
