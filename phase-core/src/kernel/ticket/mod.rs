//! The ticket that ends a suspended phase from outside.

mod settling;

use core::fmt;
use core::task::Waker;

use super::sync::{Arc, AtomicBool, Ordering};
pub(crate) use settling::Fate;
use settling::{Division, Needs, Whole, is_open, settle};

/// Ends one suspended phase, once, from anywhere: a callback, another task, another thread.
///
/// [`EndGuard::suspend`](crate::EndGuard::suspend) hands it out. The phase ends in the next
/// [`run`](crate::PhaseManager::run) after [`end`](Ticket::end). A ticket that is dropped unused makes that run fail
/// with [`RunError::Abandoned`](crate::RunError::Abandoned), so a lost callback is an error that names the phase and
/// not a game that hangs.
///
/// # Examples
///
/// ```
/// # use phase_core::prelude::*;
/// #[derive(Default)]
/// pub struct Scene { playing: Option<Ticket> }
///
/// # #[phase(world = Scene)]
/// # #[derive(Debug)]
/// # struct AnimationPhase;
/// impl Phase for AnimationPhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.suspend(|scene, ticket| scene.playing = Some(ticket))
///     }
/// }
///
/// # let mut scene = Scene::default();
/// # let mut phases = PhaseManager::new();
/// phases.push(AnimationPhase);
/// assert_eq!(phases.run(&mut scene)?, RunStatus::Waiting);
///
/// let ticket = scene.playing.take().unwrap();
/// std::thread::spawn(move || ticket.end()).join().unwrap()?;
/// assert_eq!(phases.run(&mut scene)?, RunStatus::Idle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// What takes two to end, or has two who can end it, is waited for with a ticket in two parts, made by
/// [`both`](Ticket::both) and [`either`](Ticket::either).
#[must_use = "a ticket that is dropped abandons its phase: keep it, and call `end` when the phase is to end"]
pub struct Ticket {
    whole: Arc<Whole>,
    /// Where it was divided from its other half, if it is one.
    division: Option<Arc<Division>>,
    /// It has been ended, cancelled or divided.
    is_used: AtomicBool,
}

/// The manager's half of a ticket. Dropping it makes the ticket stale.
pub(crate) struct Keeper(Arc<Whole>);

impl Ticket {
    pub(crate) fn issue(phase: &'static str) -> (Self, Keeper) {
        let whole = Arc::new(Whole::new(phase));
        (Self::part(Arc::clone(&whole), None), Keeper(whole))
    }

    fn part(whole: Arc<Whole>, division: Option<Arc<Division>>) -> Self {
        Self { whole, division, is_used: AtomicBool::new(false) }
    }

    /// Says what becomes of it; only the first time counts. Says whether it had an effect.
    fn use_up(&self, fate: Fate) -> bool {
        !self.is_used.swap(true, Ordering::AcqRel) && settle(&self.whole, self.division.as_ref(), fate)
    }

    fn divide(self, needs: Needs) -> (Self, Self) {
        let was_used = self.is_used.swap(true, Ordering::AcqRel);
        let new = if was_used { Division::stale } else { Division::new };
        let division = Arc::new(new(needs, self.division.clone()));
        let part = |division| Self::part(Arc::clone(&self.whole), Some(division));
        (part(Arc::clone(&division)), part(division))
    }

    /// Ends the phase: it is taken down, with its `on_end`, by the next run, and by the running one if that is
    /// still in the phase's `start`; unless the host cancels it before that.
    ///
    /// # Errors
    ///
    /// [`StaleTicket`] if the phase is gone: it was cancelled, cleared away, or its manager was dropped. So too if the ticket
    /// has been ended or cancelled before, if the other part of it has decided what becomes of the phase, or if the phase
    /// has handed out another ticket since. Nothing changes then.
    ///
    /// # Examples
    ///
    /// A click may come too late, which is no fault:
    ///
    /// ```
    #[doc = include_str!("../../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    /// let click = story.choice.take().unwrap();
    /// phases.cancel(&mut story);
    /// assert_eq!(click.end(), Err(StaleTicket));
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn end(&self) -> Result<(), StaleTicket> {
        if self.use_up(Fate::Ended) { Ok(()) } else { Err(StaleTicket) }
    }

    /// Gives the phase up, since what was waited for is gone: its [`on_cancel`](crate::Phase::on_cancel) runs in the next
    /// run, and no error comes of it.
    ///
    /// What the phase had queued stays queued. To the host it is a [step](crate::Step) of its own. A parked phase is given up
    /// when it would have come back.
    ///
    /// # Errors
    ///
    /// [`StaleTicket`] if the ticket could not end the phase either. Nothing changes then.
    ///
    /// # Examples
    ///
    /// A creature is taken out of the scene while it is shown how it walks:
    ///
    /// ```
    #[doc = include_str!("../../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    /// let walk = story.choice.take().unwrap();
    /// walk.cancel()?;
    /// assert_eq!(phases.step(&mut story)?, Step::Ended("ChoicePhase"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn cancel(&self) -> Result<(), StaleTicket> {
        if self.use_up(Fate::Cancelled) { Ok(()) } else { Err(StaleTicket) }
    }

    /// Divides the ticket in two that both have to be ended: for two animations at once.
    ///
    /// The phase is abandoned when one of them is dropped unused. [Cancelling](Self::cancel) one of them gives the phase up.
    /// Each of the two can be divided again, which makes calls on the parts take longer, by as much each time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// #[derive(Default)]
    /// pub struct Scene { playing: Vec<Ticket> }
    ///
    /// # #[phase(world = Scene)]
    /// # #[derive(Debug)]
    /// # struct ClashPhase;
    /// impl Phase for ClashPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.suspend(|scene, ticket| {
    ///             let (attacker, defender) = ticket.both();
    ///             scene.playing = vec![attacker, defender];
    ///         })
    ///     }
    /// }
    ///
    /// # let mut scene = Scene::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ClashPhase);
    /// phases.run(&mut scene)?;
    /// scene.playing[0].end()?;
    /// assert_eq!(phases.run(&mut scene)?, RunStatus::Waiting);
    /// scene.playing[1].end()?;
    /// assert_eq!(phases.run(&mut scene)?, RunStatus::Idle);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn both(self) -> (Self, Self) {
        self.divide(Needs::Both)
    }

    /// Divides the ticket in two of which either can end the phase: for a player or a clock.
    ///
    /// The first one that is ended ends the phase, and the other is stale from then on. The phase is abandoned when both were
    /// dropped unused. [Cancelling](Self::cancel) one of them gives the phase up. Each of the two can be divided again, which
    /// makes calls on the parts take longer, by as much each time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// #[derive(Default)]
    /// pub struct Scene { key: Option<Ticket>, clock: Option<Ticket> }
    ///
    /// # #[phase(world = Scene)]
    /// # #[derive(Debug)]
    /// # struct MessagePhase;
    /// impl Phase for MessagePhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.suspend(|scene, ticket| {
    ///             let (key, clock) = ticket.either();
    ///             (scene.key, scene.clock) = (Some(key), Some(clock));
    ///         })
    ///     }
    /// }
    ///
    /// # let mut scene = Scene::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(MessagePhase);
    /// phases.run(&mut scene)?;
    /// scene.clock.take().unwrap().end()?;
    /// assert_eq!(phases.run(&mut scene)?, RunStatus::Idle);
    /// assert_eq!(scene.key.take().unwrap().end(), Err(StaleTicket)); // too late
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn either(self) -> (Self, Self) {
        self.divide(Needs::Either)
    }

    /// Whether the ticket can still help to end the phase.
    ///
    /// For information: another thread may cancel the phase right after. [`end`](Ticket::end) gives the final
    /// answer.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    /// let choice = story.choice.take().unwrap();
    /// assert!(choice.is_live()); // show its buttons
    /// phases.cancel(&mut story);
    /// assert!(!choice.is_live());
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    #[must_use]
    pub fn is_live(&self) -> bool {
        !self.is_used.load(Ordering::Acquire) && is_open(&self.whole, self.division.as_ref())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.use_up(Fate::Dropped);
    }
}

#[allow(clippy::missing_fields_in_debug, reason = "all that they say is whether it is live")]
impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticket").field("phase", &self.whole.phase).field("live", &self.is_live()).finish()
    }
}

impl Keeper {
    /// The keeper of a ticket that nobody has.
    pub(crate) fn abandoned(phase: &'static str) -> Self {
        let (ticket, keeper) = Ticket::issue(phase);
        drop(ticket);
        keeper
    }

    /// The keeper of a ticket that has been ended.
    pub(crate) fn ended(phase: &'static str) -> Self {
        let (ticket, keeper) = Ticket::issue(phase);
        // It is live, so there is nothing to go wrong.
        let _ = ticket.end();
        keeper
    }

    /// The keeper of a ticket that has been cancelled.
    pub(crate) fn cancelled(phase: &'static str) -> Self {
        let (ticket, keeper) = Ticket::issue(phase);
        // As above.
        let _ = ticket.cancel();
        keeper
    }

    pub(crate) fn fate(&self) -> Fate {
        self.0.fate()
    }

    /// Has the task woken once the ticket is ended or dropped.
    ///
    /// The fate has to be asked after, since a ticket settled before has nobody to wake.
    pub(crate) fn wake(&self, waker: &Waker) {
        self.0.wake(waker);
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.0.make_stale();
    }
}

/// The phase of the ticket is gone, or waits for this ticket no more, so there was nothing to end.
///
/// It was cancelled or cleared away, failed, or its manager was dropped; or the ticket has been used before, its other part
/// was faster, or another one was handed out in its place. Often this is no fault: an animation may well finish after the
/// player has skipped it.
///
/// # Examples
///
/// ```
#[doc = include_str!("../../scaffold/story.txt")]
/// # let mut story = Story::default();
/// let mut phases = PhaseManager::new();
/// phases.push(ChoicePhase);
/// phases.run(&mut story)?;
/// drop(phases); // the player has closed the game
///
/// if let Err(stale) = story.choice.take().unwrap().end() {
///     println!("{stale}");
/// }
/// # Ok::<(), RunError>(())
/// ```
///
/// The game around it: [a story](crate::guide::games#a-story).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaleTicket;

impl fmt::Display for StaleTicket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the ticket is stale: its phase is gone, or waits for it no more, so nothing was ended")
    }
}

impl core::error::Error for StaleTicket {}
