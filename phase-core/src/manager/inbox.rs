//! The inbox, by which phases come from anywhere.

use core::fmt;

use crate::any::Queueable;
use crate::kernel::{Door, Letter, Mailbox, Pending, SameWorld, Schedule, Slot, Spare};

/// Queues phases on a manager from anywhere: from an observer of the world while a phase runs, from a callback, from another
/// thread.
///
/// Needs the [feature](crate::guide::features) `std`.
///
/// [`PhaseManager::inbox`](crate::PhaseManager::inbox) gives one, and clones of it lead to the same manager. It is `Send + Sync` whatever the world is.
///
/// What is sent is delivered as if the host had queued it, in the order in which it was sent: at the beginning of
/// [`run`](crate::PhaseManager::run), [`run_with`](crate::PhaseManager::run_with) and [`step`](crate::PhaseManager::step), and after each phase that has
/// ended. A run comes to [`Idle`](crate::RunStatus::Idle) only when nothing is left to deliver, and
/// [`run_async`](crate::PhaseManager::run_async) is woken. [`answer`](crate::PhaseManager::answer) delivers nothing.
///
/// Until then it is in no save and no fork, and neither in `len` nor in `levels`. [`clear`](crate::PhaseManager::clear),
/// [`finish`](crate::PhaseManager::finish) and [`cancel_all`](crate::PhaseManager::cancel_all) drop it, with what is queued. An undo leaves it,
/// since the inbox is the host's.
///
/// # Examples
///
/// A world that tells an observer of each hit, which has the creature cry out:
///
/// ```
/// use phase_core::prelude::*;
///
/// pub struct Battle { hp: i32, on_hit: Option<Box<dyn Fn(i32) + Send>>, log: Vec<&'static str> }
///
/// impl Battle {
///     fn hit(&mut self, damage: i32) {
///         self.hp -= damage;
///         if let Some(on_hit) = &self.on_hit {
///             on_hit(self.hp);
///         }
///     }
/// }
///
/// #[phase(world = Battle, leaf)]
/// #[derive(Debug)]
/// pub struct HitPhase(i32);
///
/// impl Phase for HitPhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.world.hit(self.0);
///         guard.world.log.push("hit");
///         guard.end()
///     }
/// }
///
/// #[phase(world = Battle, leaf)]
/// #[derive(Debug)]
/// pub struct CryPhase;
///
/// impl Phase for CryPhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.world.log.push("cry");
///         guard.end()
///     }
/// }
///
/// let mut battle = Battle { hp: 9, on_hit: None, log: vec![] };
/// let mut phases = PhaseManager::new();
/// let inbox = phases.inbox();
/// battle.on_hit = Some(Box::new(move |hp| {
///     if hp < 5 {
///         // If the game is gone, nobody is left to cry out.
///         let _ = inbox.unshift(CryPhase);
///     }
/// }));
/// for _ in 0..3 {
///     phases.push(HitPhase(3));
/// }
/// phases.run(&mut battle)?;
/// assert_eq!(battle.log, ["hit", "hit", "cry", "hit", "cry"]);
/// # Ok::<(), RunError>(())
/// ```
pub struct Inbox<W: 'static>(Slot<Letter<W>>);

impl<W: 'static> Inbox<W> {
    /// Sends a phase that is to be [pushed](crate::PhaseManager::push).
    ///
    /// # Errors
    ///
    /// Gives the phase back if the manager has been dropped.
    ///
    /// # Examples
    ///
    /// A thread that waits for messages of other players:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// let inbox = phases.inbox();
    /// let network = std::thread::spawn(move || inbox.push(PlayPhase("Dragon")));
    /// assert_eq!(network.join().unwrap(), Ok(()));
    ///
    /// phases.run(&mut duel)?;
    /// assert_eq!(duel.table, ["Dragon"]);
    ///
    /// let inbox = phases.inbox();
    /// drop(phases);
    /// assert_eq!(inbox.push(PlayPhase("Knight")), Err(PlayPhase("Knight")));
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn push<C>(&self, phase: C) -> Result<(), C>
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        self.send(phase, Door::Push)
    }

    /// Sends a phase that is to be [unshifted](crate::PhaseManager::unshift): it runs next, after those unshifted before, as if the phase
    /// that ran last had set it off.
    ///
    /// # Errors
    ///
    /// As for [`push`](Self::push).
    pub fn unshift<C>(&self, phase: C) -> Result<(), C>
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        self.send(phase, Door::Unshift)
    }

    /// Sends a phase that is to be [deferred](crate::PhaseManager::defer): it runs after all that the phase that ran last has
    /// unshifted.
    ///
    /// # Errors
    ///
    /// As for [`push`](Self::push).
    pub fn defer<C>(&self, phase: C) -> Result<(), C>
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        self.send(phase, Door::Defer)
    }

    /// Sends a phase that is to [interrupt](crate::PhaseManager::interrupt): it stands above everything else, and the phase that
    /// waits is set aside.
    ///
    /// # Errors
    ///
    /// As for [`push`](Self::push).
    ///
    /// # Examples
    ///
    /// The player calls the menu while a line is shown:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("It was a dark night."));
    /// phases.run(&mut story)?;
    /// let inbox = phases.inbox(); // which the menu key holds
    ///
    /// inbox.interrupt(ChoicePhase).unwrap();
    /// phases.run(&mut story)?;
    /// assert_eq!(phases.waiting().unwrap().name, "ChoicePhase");
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn interrupt<C>(&self, phase: C) -> Result<(), C>
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        self.send(phase, Door::Interrupt)
    }

    /// How many phases have been sent and are still to be delivered.
    ///
    /// No save has them. So a host that saves, and finds some, has the manager [receive](crate::PhaseManager::receive) them first.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether everything that has been sent is delivered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn send<C>(&self, phase: C, door: Door) -> Result<(), C>
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        self.0.send(phase, |phase| {
            let phase = SameWorld::same(phase.into_stored(&mut Spare::new()));
            Letter { phase, door }
        })
    }
}

impl<W: 'static> Inbox<W> {
    /// One more handle of the inbox of a manager, which gets one if it has none.
    pub(super) fn of(schedule: &mut Schedule<W>) -> Self {
        schedule.pending.insert(Pending::INBOX);
        Self(schedule.mailbox.get_or_insert_with(Mailbox::new).slot())
    }
}

impl<W: 'static> Clone for Inbox<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W: 'static> fmt::Debug for Inbox<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inbox").field("undelivered", &self.0.len()).finish()
    }
}
