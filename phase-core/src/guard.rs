//! The end-guard, which a running phase holds and must give up, and the flow that it gets for it.

use alloc::boxed::Box;
use core::error::Error;
use core::fmt;
use core::marker::PhantomData;

use crate::agenda::Agenda;
use crate::declare::{DeferredBy, PushedBy, SameWorld, UnshiftedBy};
use crate::erased::{AnyPhase, erase};
use crate::phase::{Phase, PhaseInfo, Waits};
use crate::queue::Queue;
use crate::ticket::Ticket;

/// Any error, as a phase fails with it.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// The right to end the running phase, once: giving it up is the only way to get the [`Flow`] that `start` returns.
///
/// It is also the phase's hold on the game: [`world`](Self::world) is the game state, [`queue`](Self::queue) the
/// level tree. The two are fields, so that a loop over the world can queue:
///
/// ```
/// # use phase_core::prelude::*;
/// # pub struct Battle { fainted: Vec<usize> }
/// # #[phase(world = Battle)]
/// # #[derive(Debug)]
/// # struct FaintPhase(usize);
/// # impl Phase for FaintPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// #[phase(world = Battle)]
/// #[derive(Debug)]
/// struct SweepPhase;
///
/// impl Phase for SweepPhase {
///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
///         for &slot in &guard.world.fainted {
///             guard.queue.unshift(FaintPhase(slot)); // not `guard.unshift`, which borrows all of the guard
///         }
///         guard.end()
///     }
/// }
/// ```
///
/// A short name for the world is `let battle = &mut *guard.world;`: without the `&mut *` the field would be moved
/// out of the guard, and the guard could no longer end.
///
/// A guard can't be built, copied, stored beyond the call or sent elsewhere, and there is no way back from a flow to
/// a guard.
#[must_use = "a phase ends by giving up its guard: return `guard.end()`"]
#[non_exhaustive]
pub struct EndGuard<'run, P: PhaseInfo> {
    /// The game state.
    pub world: &'run mut P::World,
    /// Where follow-up phases are queued and queued ones are looked up.
    pub queue: Queue<'run, P>,
}

/// A free function, since the compiler would offer an associated one to whoever tries to build a guard.
pub(crate) fn guard<'run, P: PhaseInfo>(
    world: &'run mut P::World,
    agenda: &'run mut Agenda<P::World>,
) -> EndGuard<'run, P> {
    EndGuard { world, queue: Queue::new(agenda) }
}

impl<P: PhaseInfo> EndGuard<'_, P> {
    /// Queues a phase at the end of level 0; see [`Queue::push`].
    pub fn push<C>(&mut self, phase: C)
    where
        C: Phase + PushedBy<P>,
        C::World: SameWorld<P::World>,
    {
        let phase = erase!(self.queue.agenda, phase: C);
        self.queue.agenda.tree.push(phase);
    }

    /// Queues a phase to run next, after those unshifted before it; see [`Queue::unshift`].
    pub fn unshift<C>(&mut self, phase: C)
    where
        C: Phase + UnshiftedBy<P>,
        C::World: SameWorld<P::World>,
    {
        let phase = erase!(self.queue.agenda, phase: C);
        self.queue.agenda.tree.unshift(phase);
    }

    /// Queues a phase to run after all that this one unshifts; see [`Queue::defer`].
    pub fn defer<C>(&mut self, phase: C)
    where
        C: Phase + DeferredBy<P>,
        C::World: SameWorld<P::World>,
    {
        let phase = erase!(self.queue.agenda, phase: C);
        self.queue.agenda.tree.defer(phase);
    }

    /// Ends the phase.
    pub fn end(self) -> Flow<P> {
        Flow::new(Decision::End)
    }

    /// Goes on waiting: gives control back to the host, and has `update` called in the next run.
    pub fn wait(self) -> Flow<P>
    where
        P: Waits,
    {
        Flow::new(Decision::Wait)
    }

    /// Suspends the phase until its ticket is [ended](Ticket::end); `hand_over` brings the ticket to whoever will do
    /// that.
    ///
    /// Ending the ticket in `hand_over` itself is fine, and ends the phase at once. Dropping it unused abandons the
    /// phase, which is an error.
    pub fn suspend(self, hand_over: impl FnOnce(&mut P::World, Ticket)) -> Flow<P> {
        let (ticket, keeper) = Ticket::issue(P::NAME);
        self.queue.agenda.keeper = Some(keeper);
        hand_over(self.world, ticket);
        Flow::new(Decision::Suspend)
    }

    /// Fails: gives the phase up, with its `on_cancel`, and has `run` return the error.
    ///
    /// What the phase has queued stays queued, and the next `run` goes on with it.
    pub fn fail(self, error: impl Into<BoxError>) -> Flow<P> {
        Flow::new(Decision::Fail(Box::new(error.into())))
    }

    /// Runs `body`, in which `?` works on any error, and fails if it returns one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// #[phase(world = String)]
    /// #[derive(Debug)]
    /// struct ParsePhase;
    ///
    /// impl Phase for ParsePhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.attempt(|guard| {
    ///             let _number: u32 = guard.world.parse()?;
    ///             Ok(guard.end())
    ///         })
    ///     }
    /// }
    ///
    /// let mut phases = PhaseManager::new();
    /// phases.push(ParsePhase);
    /// let error = phases.run(&mut "seven".to_owned()).unwrap_err();
    /// assert_eq!(error.to_string(), "phase `ParsePhase` failed in `start`: invalid digit found in string");
    /// ```
    pub fn attempt(self, body: impl FnOnce(Self) -> Result<Flow<P>, BoxError>) -> Flow<P> {
        body(self).into()
    }
}

impl<P: PhaseInfo> fmt::Debug for EndGuard<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EndGuard").field("phase", &P::NAME).finish_non_exhaustive()
    }
}

/// What becomes of the running phase: the end, a wait, or a failure.
///
/// It is had from the [`EndGuard`] only. A `Result` of a flow and an error converts into one, so a helper with `?`
/// can be used as `self.try_start(guard).into()`.
#[must_use = "return the flow from the phase: without it the phase has not ended"]
pub struct Flow<P: PhaseInfo> {
    pub(crate) decision: Decision,
    phase: PhantomData<fn() -> P>,
}

impl<P: PhaseInfo> Flow<P> {
    fn new(decision: Decision) -> Self {
        Self { decision, phase: PhantomData }
    }
}

/// A flow without its phase. The error is boxed twice to keep a flow in two machine words.
#[derive(Debug)]
pub(crate) enum Decision {
    End,
    Wait,
    Suspend,
    Fail(Box<BoxError>),
}

impl<P: PhaseInfo, E: Into<BoxError>> From<Result<Flow<P>, E>> for Flow<P> {
    fn from(result: Result<Self, E>) -> Self {
        result.unwrap_or_else(|error| Self::new(Decision::Fail(Box::new(error.into()))))
    }
}

impl<P: PhaseInfo> fmt::Debug for Flow<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flow").field("phase", &P::NAME).field("decision", &self.decision).finish()
    }
}
