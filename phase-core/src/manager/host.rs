//! The manager as a host has it in hand: making it, queueing, looking, answering.
//!
//! What has bounds stands in the module of the type, since compiler messages then call it by its short path.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "std")]
use super::inbox::Inbox;
use super::running::{Over, Rest, Running, Waiting};
use super::start_limit::Starts;
use super::supply::{EmptyQueue, Supply};
use super::{AnswerError, Step};
use crate::any::{AnyPhase, Queueable, enter_any, look_ups_by_name};
#[cfg(feature = "causes")]
use crate::kernel::Causer;
use crate::kernel::{
    Inserted, Pending, PhaseLevels, PhaseMut, PhaseRef, SameWorld, Schedule, Seat, Stored, look_ups,
};
use crate::phase::{Asks, Phase, PhaseInfo};
use crate::registry::NameError;

/// Runs the phases of one game, one at a time, on a world of type `W`.
///
/// | to | there is |
/// |---|---|
/// | [make one](#make) | [`new`](Self::new), [`when_empty`](Self::when_empty), [`when_empty_with`](Self::when_empty_with), with `set_..` for a manager in place; [`shrink_to_fit`](Self::shrink_to_fit) |
/// | [queue](#queue) | [`push`](Self::push), [`unshift`](Self::unshift), [`defer`](Self::defer), [`insert_before`](Self::insert_before), [`insert_after`](Self::insert_after), [`replace`](Self::replace), [`interrupt`](Self::interrupt); from anywhere, [`inbox`](Self::inbox) and [`receive`](Self::receive) |
/// | [look](#look) | [`current`](Self::current), [`waiting`](Self::waiting), [`causes`](Self::causes), [`parked`](Self::parked), [`peek`](Self::peek), [`for_each_mut`](Self::for_each_mut), [`levels`](Self::levels); [`find`](Self::find), [`remove`](Self::remove), [`retain`](Self::retain) and their like |
/// | [answer](#answer) | [`answer`](Self::answer), [`question`](Self::question), [`answer_any`](Self::answer_any), [`answer_from`](Self::answer_from), [`play`](Self::play), [`time_out`](Self::time_out) |
/// | [run](#run) | [`run`](Self::run), [`step`](Self::step), [`run_with`](Self::run_with), [`steps_with`](Self::steps_with), [`run_async`](Self::run_async), [`poll_run`](Self::poll_run) |
/// | [give up](#give-up) | [`cancel`](Self::cancel), [`cancel_tree`](Self::cancel_tree), [`cancel_parked`](Self::cancel_parked), [`clear`](Self::clear), [`finish`](Self::finish), [`cancel_all`](Self::cancel_all) |
/// | [bound and watch](#bound-and-watch) | [`start_limit`](Self::start_limit), [`chain_limit`](Self::chain_limit), with `set_..` for a manager in place; [`observe`](Self::observe), [`observe_until`](Self::observe_until) |
/// | [save](#save) | [`snapshot`](Self::snapshot), [`restore`](Self::restore), [`to_bytes`](Self::to_bytes), [`from_bytes`](Self::from_bytes), and serde's traits |
/// | [branch](#branch) | [`fork`](Self::fork), [`fork_from`](Self::fork_from); [`History`](crate::History) for undo |
///
/// The groups stand in this order below. What each method takes is in the chapter [Speed](crate::guide::speed).
///
/// Phases queued from here, while none runs, are queued as if the phase that ran last had queued them.
///
/// It is `Send + Sync` whatever the world is, so it can be a Bevy resource or live in a task. Dropping it drops all
/// phases and calls none of their hooks; tickets that are still out become stale.
///
/// # Panics and errors
///
/// A phase that fails, panics, or whose ticket is dropped costs that phase alone: what it had queued stays queued,
/// and [`run`](Self::run) can be called again. After a panic (caught around `run`) the phase's `on_cancel` runs at
/// the next call that is given the world; after a panic in `on_end` or `on_cancel` it does not.
///
/// # Examples
///
/// Two moves, of which one is taken back. `MovePhase` and `FaintPhase` log who moves, and who faints:
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// let mut battle = Battle::default();
/// let mut phases = PhaseManager::new();
/// phases.push(MovePhase("Aspen"));
/// phases.push(MovePhase("Bezel"));
/// assert_eq!(phases.step(&mut battle)?, Step::Ended("MovePhase"));
///
/// phases.remove(|m: &MovePhase| m.0 == "Bezel");
/// phases.push(FaintPhase("Bezel"));
/// assert_eq!(phases.run(&mut battle)?, RunStatus::Idle);
/// assert_eq!(battle.log, ["Aspen moves", "Bezel faints"]);
/// # Ok::<(), RunError>(())
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
pub struct PhaseManager<W: 'static> {
    pub(crate) schedule: Schedule<W>,
    pub(crate) running: Option<Running<W>>,
    /// A phase that is over, and that a panic in another has kept from being taken down.
    pub(crate) over: Option<Box<Over<W>>>,
    /// A phase of which a call has panicked, and that is still to be given up.
    pub(crate) panicked: Option<Stored<W>>,
    /// The phases set aside by interrupts, the innermost last, as the tree has them.
    pub(crate) parked: Vec<Running<W>>,
    /// The phases that were parked when the tree was cleared, and are still to be told.
    pub(crate) condemned: Vec<Running<W>>,
    pub(crate) when_empty: Option<Supply<W>>,
    /// In a box, since few need it.
    pub(crate) starts: Option<Box<Starts>>,
    #[cfg(feature = "causes")]
    pub(crate) chain_limit: Option<usize>,
    /// How many questions there have been; that is the number of the latest.
    pub(crate) questions: u64,
}

/// # Make
///
/// A manager, and what supplies phases when nothing is left.
impl<W: 'static> PhaseManager<W> {
    /// A manager without phases.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(Schedule::new())
    }

    /// A manager with what a schedule has to do, of which nothing has started.
    pub(super) const fn of(schedule: Schedule<W>) -> Self {
        Self {
            schedule,
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

/// # Queue
///
/// What the host queues is queued as if the phase that ran last had done so. Inside a phase, this is done by the
/// [`Queue`](crate::Queue) of its guard.
///
/// To push, unshift and defer take constant time; the others look for a place first, in a pass over the queued phases.
impl<W: 'static> PhaseManager<W> {
    /// Queues a phase at the end of level 0: after everything that is queued already.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(MovePhase("Aspen"));
    /// phases.push(MovePhase("Bezel"));
    /// assert_eq!(
    ///     phases.levels().to_string(),
    ///     r#"0: [MovePhase("Aspen"), MovePhase("Bezel")]"#,
    /// );
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn push<C>(&mut self, phase: C)
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        enter_any(&mut self.schedule, phase, Schedule::push);
    }

    /// Queues a phase one level above that of the phase that ran last: it runs next, after those unshifted before.
    ///
    /// It counts as set off by the phase that ran last, and so it is dropped where a [scope](crate::Scope) is skipped that has
    /// set that one off. What has nothing to do with it is [pushed](Self::push), or [interrupts](Self::interrupt).
    ///
    /// # Examples
    ///
    /// A cheat that a tester types in between two steps:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(PlayPhase("Knight"));
    /// phases.unshift(DrawPhase(5));
    /// phases.unshift(PlayPhase("Dragon"));
    /// assert_eq!(
    ///     phases.levels().to_string(),
    ///     "0: [PlayPhase(\"Knight\")]\n\
    ///      1: [DrawPhase(5), PlayPhase(\"Dragon\")]",
    /// );
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn unshift<C>(&mut self, phase: C)
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        enter_any(&mut self.schedule, phase, Schedule::unshift);
    }

    /// Queues a phase to run after all that the phase that ran last has unshifted.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(PlayPhase("Knight"));
    /// phases.defer(EndTurnPhase);
    /// phases.unshift(DrawPhase(5));
    /// assert_eq!(
    ///     phases.levels().to_string(),
    ///     "0: [PlayPhase(\"Knight\")]\n\
    ///      1: [EndTurnPhase]\n\
    ///      2: [DrawPhase(5)]",
    /// );
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn defer<C>(&mut self, phase: C)
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        enter_any(&mut self.schedule, phase, Schedule::defer);
    }

    /// Puts `new` directly before the first queued `T`; without one it is unshifted.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(MessagePhase("Round 1"));
    /// phases.push(MovePhase("Aspen"));
    /// let place = phases.insert_before::<MovePhase>(FaintPhase("Bezel"));
    /// assert_eq!(place, Inserted::Beside);
    /// assert_eq!(
    ///     phases.levels().to_string(),
    ///     r#"0: [MessagePhase("Round 1"), FaintPhase("Bezel"), MovePhase("Aspen")]"#,
    /// );
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn insert_before<T>(&mut self, new: impl Queueable<World: SameWorld<W>>) -> Inserted
    where
        T: PhaseInfo,
        T::World: SameWorld<W>,
    {
        enter_any(&mut self.schedule, new, Schedule::insert_before::<T>)
    }

    /// Puts `new` directly after the first queued `T`; without one it is unshifted.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(MovePhase("Aspen"));
    /// phases.push(MovePhase("Bezel"));
    /// phases.insert_after::<MovePhase>(MessagePhase("It hits!"));
    /// assert_eq!(
    ///     phases.levels().to_string(),
    ///     r#"0: [MovePhase("Aspen"), MessagePhase("It hits!"), MovePhase("Bezel")]"#,
    /// );
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn insert_after<T>(&mut self, new: impl Queueable<World: SameWorld<W>>) -> Inserted
    where
        T: PhaseInfo,
        T::World: SameWorld<W>,
    {
        enter_any(&mut self.schedule, new, Schedule::insert_after::<T>)
    }

    /// Puts `new` in the place of the first queued `T` that `matches`, and gives that one back.
    ///
    /// # Errors
    ///
    /// Gives `new` back when nothing matches.
    ///
    /// # Examples
    ///
    /// A console command that swaps one card for another:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(PlayPhase("Knight"));
    /// let is_knight = |card: &PlayPhase| card.0 == "Knight";
    /// assert_eq!(phases.replace(is_knight, DrawPhase(2)), Ok(PlayPhase("Knight")));
    /// assert_eq!(phases.levels().to_string(), "0: [DrawPhase(2)]");
    ///
    /// // There is no other knight, so the new phase comes back.
    /// assert_eq!(phases.replace(is_knight, DrawPhase(3)), Err(DrawPhase(3)));
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn replace<T, N>(&mut self, matches: impl FnMut(&T) -> bool, new: N) -> Result<T, N>
    where
        T: PhaseInfo,
        T::World: SameWorld<W>,
        N: Phase<World = W>,
    {
        self.schedule.replace(matches, new)
    }

    /// Queues a phase above everything else, and sets the waiting phase aside until it, and all that it unshifts and
    /// defers, has run.
    ///
    /// The parked phase then waits on as before; its ticket stays good. It is told by [`on_park`](Phase::on_park), in the next
    /// call that is given the world, and by [`on_resume`](Phase::on_resume) when it comes back. Interrupts nest: of two in a row the second
    /// runs first. With nothing waiting, the phase stands above everything queued all the same.
    ///
    /// # Examples
    ///
    /// A choice that comes up in the middle of a line of dialogue:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("It was a dark night."));
    /// phases.run(&mut story)?;
    /// phases.interrupt(ChoicePhase);
    /// phases.run(&mut story)?;
    /// assert_eq!(phases.waiting().unwrap().name, "ChoicePhase");
    ///
    /// story.choice.take().unwrap().end()?;
    /// phases.run(&mut story)?;
    /// assert_eq!(phases.waiting().unwrap().name, "LinePhase");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn interrupt<C>(&mut self, phase: C)
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        if let Some(running) = self.running.take() {
            self.parked.push(running);
            self.schedule.tree.park();
            self.schedule.pending.insert(Pending::PARK);
        }
        enter_any(&mut self.schedule, phase, Schedule::interrupt);
    }

    /// A handle by which phases can be queued from anywhere: from inside a phase's calls on the world, from another thread.
    ///
    /// Needs the [feature](crate::guide::features) `std`.
    ///
    /// All handles of a manager are alike. Once there is one, each step costs a look at whether something has come; a
    /// manager that was never asked for one costs nothing. A fork or a loaded manager has none yet.
    ///
    /// # Examples
    ///
    /// See [`Inbox`].
    #[cfg(feature = "std")]
    pub fn inbox(&mut self) -> Inbox<W> {
        Inbox::of(&mut self.schedule)
    }

    /// Queues now what has come by the [inbox](Self::inbox), and runs nothing.
    ///
    /// Needs the [feature](crate::guide::features) `std`.
    ///
    /// For a host that is about to save, copy or look at what is queued: what is on its way is no part of that. Runs and steps
    /// do it by themselves.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let mut phases = PhaseManager::new();
    /// let inbox = phases.inbox();
    /// inbox.push(PlayPhase("Knight")).unwrap();
    /// assert_eq!((inbox.len(), phases.len()), (1, 0));
    /// phases.receive();
    /// assert_eq!((inbox.len(), phases.len()), (0, 1));
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[cfg(feature = "std")]
    pub fn receive(&mut self) {
        self.deliver();
    }
}

/// # Look
///
/// What waits, what is parked, what is queued; and finding, changing and removing queued phases, by type or by name.
///
/// Each look-up is a pass over the queued phases, up to what it finds.
impl<W: 'static> PhaseManager<W> {
    /// The phase that waits, which is the one that has started and not ended.
    ///
    /// Parked phases are not it, and between two phases there is none.
    ///
    /// # Examples
    ///
    /// A screen that shows the line that waits for a key:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("Who goes there?"));
    /// phases.run(&mut story)?;
    /// let current = phases.current().unwrap();
    /// if let Some(LinePhase(line)) = current.downcast_ref() {
    ///     assert_eq!(*line, "Who goes there?");
    /// }
    /// # assert_eq!(current.name(), "LinePhase");
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    #[must_use]
    pub fn current(&self) -> Option<PhaseRef<'_>> {
        self.running.as_ref().map(|running| running.phase.as_ref())
    }

    /// Which phase waits, and for how many updates in a row; a host can tell from it that a phase hangs.
    ///
    /// # Examples
    ///
    /// A host that gets suspicious of a phase that never ends:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("Anybody there?"));
    /// for _ in 0..4 {
    ///     phases.run(&mut story)?; // starts the phase, and then updates it 3 times
    /// }
    /// let waiting = phases.waiting().unwrap();
    /// assert_eq!((waiting.name, waiting.updates), ("LinePhase", 3));
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    #[must_use]
    pub fn waiting(&self) -> Option<Waiting> {
        self.running.as_ref().map(|running| {
            let updates = match running.rest {
                Rest::Waiting { updates } => updates,
                _ => 0,
            };
            Waiting {
                name: running.name(),
                updates,
                suspended: matches!(running.rest, Rest::Suspended(_) | Rest::Restored),
                asking: matches!(running.rest, Rest::Asking { .. }),
            }
        })
    }

    /// The phases that set the waiting one off, the nearest first; see [`Queue::causes`](crate::Queue::causes). None if
    /// nothing waits.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # #[phase(world = Story)]
    /// # #[derive(Debug)]
    /// # struct ScenePhase;
    /// # impl Phase for ScenePhase {
    /// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.unshift(LinePhase("Who goes there?"));
    /// #         guard.end()
    /// #     }
    /// # }
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ScenePhase); // which unshifts a `LinePhase`
    /// phases.run(&mut story)?;
    /// let causes: Vec<_> = phases.causes().map(|cause| cause.name()).collect();
    /// assert_eq!(causes, ["ScenePhase"]);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    #[cfg(feature = "causes")]
    pub fn causes(&self) -> impl Iterator<Item = Causer> + '_ {
        self.running.iter().flat_map(|_| self.schedule.causes())
    }

    /// The phases set aside by interrupts, the innermost last.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("It was a dark night."));
    /// phases.run(&mut story)?;
    /// phases.interrupt(ChoicePhase);
    /// assert_eq!(phases.parked().map(PhaseRef::name).collect::<Vec<_>>(), ["LinePhase"]);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn parked(&self) -> impl Iterator<Item = PhaseRef<'_>> {
        // What a clear has swept away does not come back, even where a panic has kept it from being told.
        self.parked.iter().skip(self.schedule.swept).map(|running| running.phase.as_ref())
    }

    /// The queued phase that would start next, if the world stays as it is.
    ///
    /// What waits or is parked is passed over, and [`when_empty`](Self::when_empty) is not asked. Of
    /// [ordered](crate::Ordered) phases it is the best. Costs time linear in the number of levels and in the phases of its
    /// level.
    ///
    /// # Examples
    ///
    /// A display that shows who is next:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # let battle = Battle::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(MovePhase("Aspen"));
    /// phases.unshift(FaintPhase("Bezel"));
    /// assert_eq!(phases.peek(&battle).map(PhaseRef::name), Some("FaintPhase"));
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    #[must_use]
    pub fn peek(&self, world: &W) -> Option<PhaseRef<'_>> {
        self.schedule.peek(world).map(Stored::as_ref)
    }

    /// The level that the phase that ran last came from; 0 before the first, after [`clear`](Self::clear), and when
    /// everything has run.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// let mut phases = PhaseManager::new();
    /// phases.unshift(DrawPhase(1));
    /// phases.step(&mut duel)?;
    /// assert_eq!(phases.current_level(), 1);
    /// # phases.run(&mut duel)?;
    /// # assert_eq!(phases.current_level(), 0);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn current_level(&self) -> usize {
        self.schedule.tree.current_level()
    }

    /// The number of queued phases; running and parked ones are not among them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.schedule.tree.len()
    }

    /// Whether no phase is queued.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.schedule.tree.is_empty()
    }

    /// Hands every phase to `visit`, to be changed: the one that waits, the parked ones, innermost first, and the queued ones in
    /// run order.
    ///
    /// For what a host has to do to all of them, whatever their type: after loading, an engine has given its entities
    /// new numbers, and each phase that holds one has to learn it.
    ///
    /// If `visit` panics, the phases that come after stay as they are. Takes time linear in the number of phases.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("Who goes there?"));
    /// phases.push(LinePhase("Friend or foe?"));
    /// phases.run(&mut story)?; // the first one waits
    ///
    /// // The player has changed the language.
    /// let translate = |line| if line == "Who goes there?" { "Wer da?" } else { "Freund oder Feind?" };
    /// phases.for_each_mut(|mut phase| {
    ///     if let Some(LinePhase(line)) = phase.downcast_mut() {
    ///         *line = translate(*line);
    ///     }
    /// });
    /// assert_eq!(phases.current().unwrap().downcast_ref(), Some(&LinePhase("Wer da?")));
    /// assert_eq!(phases.levels().to_string(), r#"0: [LinePhase("Freund oder Feind?")]"#);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn for_each_mut(&mut self, mut visit: impl FnMut(PhaseMut<'_>)) {
        for resting in self.running.iter_mut().chain(self.parked.iter_mut().rev()) {
            visit(resting.phase.as_mut());
        }
        self.schedule.tree.for_each_mut(|phase| visit(phase.as_mut()));
    }

    look_ups!(W);
    look_ups_by_name!(W);
}

/// # Answer
///
/// What is asked, and the answers of players and dice.
impl<W: 'static> PhaseManager<W> {
    /// Gives the answer of a seat to the phase `P` that asks, and does what this decides; nothing else is started.
    ///
    /// It is one [step](Step): the phase has ended, waits, or asks on. [`run`](Self::run) goes on from there. Several
    /// seats that are asked at once may answer in any order.
    ///
    /// # Errors
    ///
    /// [`AnswerError`], with the answer in it and nothing changed: if nothing asks, or not a `P`; if the seat is not asked
    /// (any more); if the answer is none of the options; or if [`check`](Asks::check) finds something wrong with it. And
    /// [`AnswerError::Run`] if the phase fails after it has taken the answer.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/table.txt")]
    /// # let mut table = Table::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ShowPhase);
    /// phases.run(&mut table)?;
    /// let [first, second] = [Seat::Player(0), Seat::Player(1)];
    ///
    /// let step = phases.answer::<ShowPhase>(&mut table, second, Hand::Paper)?;
    /// assert_eq!(step, Step::Asking("ShowPhase"));
    /// // Once is enough.
    /// assert!(phases.answer::<ShowPhase>(&mut table, second, Hand::Rock).is_err());
    ///
    /// let step = phases.answer::<ShowPhase>(&mut table, first, Hand::Rock)?;
    /// assert_eq!(step, Step::Ended("ShowPhase"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a table](crate::guide::games#a-table).
    pub fn answer<P>(
        &mut self,
        world: &mut W,
        seat: Seat,
        answer: P::Answer,
    ) -> Result<Step, AnswerError<P::Answer>>
    where
        P: Asks,
        P::World: SameWorld<W>,
    {
        self.answer_typed::<P>(world, seat, answer)
    }
}

impl<W: 'static> Default for PhaseManager<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: 'static> fmt::Debug for PhaseManager<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parked = self.parked.iter().map(|parked| &parked.phase);
        f.debug_struct("PhaseManager")
            .field("current", &self.current())
            .field("parked", &parked.collect::<Vec<_>>())
            .field("levels", &self.schedule.tree)
            .finish_non_exhaustive()
    }
}
