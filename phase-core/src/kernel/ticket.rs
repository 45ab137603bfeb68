//! The ticket that ends a suspended phase from outside.

use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};
use core::task::Waker;

use atomic_waker::AtomicWaker;

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
#[must_use = "a ticket that is dropped abandons its phase: keep it, and call `end` when the phase is to end"]
pub struct Ticket(Arc<Shared>);

/// The manager's half of a ticket. Dropping it makes the ticket stale.
pub(crate) struct Keeper(Arc<Shared>);

struct Shared {
    phase: &'static str,
    state: AtomicU8,
    waker: AtomicWaker,
}

const LIVE: u8 = 0;
const ENDED: u8 = 1;
const DROPPED: u8 = 2;
const STALE: u8 = 3;

/// What has become of a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Live,
    Ended,
    Dropped,
}

impl Shared {
    /// Leaves `LIVE` for another state, which is final; says whether it did.
    fn settle(&self, state: u8) -> bool {
        // Release and acquire, so that what the one who ended the phase wrote before is seen by whoever runs on.
        self.state.compare_exchange(LIVE, state, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }
}

impl Ticket {
    pub(crate) fn issue(phase: &'static str) -> (Self, Keeper) {
        let shared = Arc::new(Shared { phase, state: AtomicU8::new(LIVE), waker: AtomicWaker::new() });
        (Self(Arc::clone(&shared)), Keeper(shared))
    }

    /// Ends the phase: it is taken down, with its `on_end`, by the next run, and by the running one if that is
    /// still in the phase's `start`; unless the host cancels it before that.
    ///
    /// # Errors
    ///
    /// [`StaleTicket`] if the phase is gone: it was cancelled, cleared away, or its manager was dropped. Nothing
    /// changes then.
    ///
    /// # Examples
    ///
    /// A click may come too late, which is no fault:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    /// let click = story.choice.take().unwrap();
    /// phases.cancel(&mut story);
    /// assert_eq!(click.end(), Err(StaleTicket));
    /// # Ok::<(), RunError>(())
    /// ```
    pub fn end(self) -> Result<(), StaleTicket> {
        if self.0.settle(ENDED) {
            self.0.waker.wake();
            Ok(())
        } else {
            Err(StaleTicket)
        }
    }

    /// Whether the phase is still there to be ended.
    ///
    /// For information: another thread may cancel the phase right after. [`end`](Ticket::end) gives the final
    /// answer.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
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
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.0.state.load(Ordering::Acquire) == LIVE
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if self.0.settle(DROPPED) {
            self.0.waker.wake();
        }
    }
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticket").field("phase", &self.0.phase).field("live", &self.is_live()).finish()
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

    pub(crate) fn fate(&self) -> Fate {
        match self.0.state.load(Ordering::Acquire) {
            ENDED => Fate::Ended,
            DROPPED => Fate::Dropped,
            _ => Fate::Live,
        }
    }

    /// Has the task woken once the ticket is ended or dropped.
    ///
    /// The fate has to be asked after, since a ticket settled before has nobody to wake.
    pub(crate) fn wake(&self, waker: &Waker) {
        self.0.waker.register(waker);
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.0.settle(STALE);
    }
}

/// The phase of the ticket is gone, so there was nothing to end.
///
/// It was cancelled or cleared away, failed, or its manager was dropped. Often this is no fault: an animation may
/// well finish after the player has skipped it.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/story.txt")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaleTicket;

impl fmt::Display for StaleTicket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the ticket is stale: its phase is gone, so nothing was ended")
    }
}

impl core::error::Error for StaleTicket {}
