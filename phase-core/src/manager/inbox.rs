//! The inbox, by which phases come from anywhere.

use core::fmt;

use super::PhaseManager;
use crate::any::Queueable;
use crate::kernel::{Door, Letter, Mailbox, Pending, SameWorld, Slot, Spare};

/// Queues phases on a manager from anywhere: from an observer of the world while a phase runs, from a callback, from another
/// thread.
///
/// Needs the [feature](crate::guide::features) `std`.
///
/// [`PhaseManager::inbox`] gives one, and clones of it lead to the same manager. It is `Send + Sync` whatever the world is.
///
/// What is sent is delivered as if the host had queued it, in the order in which it was sent: at the beginning of
/// [`run`](PhaseManager::run), [`run_with`](PhaseManager::run_with) and [`step`](PhaseManager::step), and after each phase that has
/// ended. A run comes to [`Idle`](crate::RunStatus::Idle) only when nothing is left to deliver, and
/// [`run_async`](PhaseManager::run_async) is woken. [`answer`](PhaseManager::answer) delivers nothing.
///
/// Until then it is in no save and no fork, and neither in `len` nor in `levels`. [`clear`](PhaseManager::clear),
/// [`finish`](PhaseManager::finish) and [`cancel_all`](PhaseManager::cancel_all) drop it, with what is queued. An undo leaves it,
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
    /// Sends a phase that is to be [pushed](PhaseManager::push).
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

    /// Sends a phase that is to be [unshifted](PhaseManager::unshift): it runs next, after those unshifted before, as if the phase
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

    /// Sends a phase that is to be [deferred](PhaseManager::defer): it runs after all that the phase that ran last has
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

    /// Sends a phase that is to [interrupt](PhaseManager::interrupt): it stands above everything else, and the phase that
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
    /// No save has them. So a host that saves, and finds some, has the manager [receive](PhaseManager::receive) them first.
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

impl<W: 'static> PhaseManager<W> {
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
    pub fn inbox(&mut self) -> Inbox<W> {
        self.schedule.pending.insert(Pending::INBOX);
        Inbox(self.schedule.mailbox.get_or_insert_with(Mailbox::new).slot())
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
    pub fn receive(&mut self) {
        self.deliver();
    }
}
