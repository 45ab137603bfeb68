//! The end-guard, which a running phase holds and must give up.

use alloc::boxed::Box;
use core::fmt;

use super::asks::Asks;
use super::flow::Flow;
use super::may_queue::{Deferrable, DeferredBy, Pushable, PushedBy, Unshiftable, UnshiftedBy};
use super::queue::Queue;
use super::restores::Suspends;
use super::traits::{Phase, PhaseInfo, Waits};
use crate::kernel::{BoxError, Decision, Pending, Schedule, Ticket, enter};

/// The right to end the running phase, once: giving it up is the only way to get a [`Flow`] that ends or waits.
///
/// It is also the phase's hold on the game: [`world`](Self::world) is the game state, [`queue`](Self::queue) the
/// level tree. A short name for the world is `let battle = &mut *guard.world;`: without the `&mut *` the field would
/// be moved out of the guard, and the guard could no longer end.
///
/// A guard can't be built, copied, stored beyond the call or sent elsewhere, and there is no way back from a flow to
/// a guard.
///
/// # Examples
///
/// The world and the queue are fields, so that a loop over the world can queue. Here `guard.unshift(..)` would not
/// do, since it borrows all of the guard:
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
///             guard.queue.unshift(FaintPhase(slot));
///         }
///         guard.end()
///     }
/// }
/// # let mut phases = PhaseManager::new();
/// # phases.push(SweepPhase);
/// # phases.step(&mut Battle { fainted: vec![1, 3] }).unwrap();
/// # assert_eq!(phases.levels().to_string(), "1: [FaintPhase(1), FaintPhase(3)]");
/// ```
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
    schedule: &'run mut Schedule<P::World>,
) -> EndGuard<'run, P> {
    EndGuard { world, queue: Queue::new(schedule) }
}

impl<P: PhaseInfo> EndGuard<'_, P> {
    /// Queues a phase at the end of level 0; see [`Queue::push`].
    ///
    /// # Examples
    ///
    /// A turn that queues the next one, after whatever else is queued:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct TurnPhase(u32);
    /// impl Phase for TurnPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.push(TurnPhase(self.0 + 1));
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut phases = PhaseManager::new();
    /// phases.push(TurnPhase(1));
    /// phases.push(MovePhase("Aspen"));
    /// phases.step(&mut Battle::default())?;
    /// assert_eq!(phases.levels().to_string(), r#"0: [MovePhase("Aspen"), TurnPhase(2)]"#);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn push<C>(&mut self, phase: C)
    where
        C: Phase + PushedBy<P> + Pushable<P::World>,
    {
        enter!(self.queue.schedule, push, phase: C);
    }

    /// Queues a phase to run next, when this one has ended, after those unshifted before it; see [`Queue::unshift`].
    ///
    /// What this phase does to the world itself comes first, also where it stands behind this call.
    ///
    /// # Examples
    ///
    /// A card that draws two cards and then has another one played, before the turn goes on:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # #[phase(world = Duel)]
    /// # #[derive(Debug)]
    /// # struct ComboPhase;
    /// # let mut duel = Duel::default();
    /// impl Phase for ComboPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.unshift(DrawPhase(2));
    ///         guard.unshift(PlayPhase("Fireball"));
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut phases = PhaseManager::new();
    /// phases.push(ComboPhase);
    /// phases.push(PlayPhase("Knight"));
    /// phases.run(&mut duel)?;
    /// assert_eq!((duel.hand, duel.table), (2, vec!["Fireball", "Knight"]));
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn unshift<C>(&mut self, phase: C)
    where
        C: Phase + UnshiftedBy<P> + Unshiftable<P::World>,
    {
        enter!(self.queue.schedule, unshift, phase: C);
    }

    /// Queues a phase to run after all that this one unshifts; see [`Queue::defer`].
    ///
    /// # Examples
    ///
    /// A hit that makes its target faint, once all messages of the hit have been shown:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct HitPhase;
    /// impl Phase for HitPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.defer(FaintPhase("Bezel"));
    ///         guard.unshift(MessagePhase("A critical hit!"));
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut battle = Battle::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(HitPhase);
    /// phases.run(&mut battle)?;
    /// assert_eq!(battle.log, ["A critical hit!", "Bezel faints"]);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn defer<C>(&mut self, phase: C)
    where
        C: Phase + DeferredBy<P> + Deferrable<P::World>,
    {
        enter!(self.queue.schedule, defer, phase: C);
    }

    /// Ends the phase.
    ///
    /// # Examples
    ///
    /// Every way through `start` has to end:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # #[phase(world = Duel)]
    /// # #[derive(Debug)]
    /// # struct DiscardPhase;
    /// impl Phase for DiscardPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         if guard.world.hand == 0 {
    ///             return guard.end(); // nothing to discard
    ///         }
    ///         guard.world.hand -= 1;
    ///         guard.end()
    ///     }
    /// }
    /// # let mut duel = Duel { hand: 1, ..Duel::default() };
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(DiscardPhase);
    /// # phases.push(DiscardPhase);
    /// # phases.run(&mut duel).unwrap();
    /// # assert_eq!(duel.hand, 0);
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn end(self) -> Flow<P> {
        Flow::new(Decision::End)
    }

    /// Waits to be updated: gives control back to the host, and has `update` called in the next run. Out of an update of a
    /// suspended phase, it waits on for the ticket that is out.
    ///
    /// # Examples
    ///
    /// A line of dialogue that stays until a key is pressed:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # #[phase(world = Story)]
    /// # #[derive(Debug)]
    /// # struct SayPhase;
    /// impl Phase for SayPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.wait()
    ///     }
    /// }
    ///
    /// impl Waits for SayPhase {
    ///     fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         if guard.world.key_pressed { guard.end() } else { guard.wait() }
    ///     }
    /// }
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(SayPhase);
    /// # assert_eq!(phases.run(&mut story).unwrap(), RunStatus::Waiting);
    /// # story.key_pressed = true;
    /// # assert_eq!(phases.run(&mut story).unwrap(), RunStatus::Idle);
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn wait(self) -> Flow<P>
    where
        P: Waits,
    {
        const {
            assert!(
                P::__DESCRIPTION.update.is_some(),
                "a phase waits whose `impl Waits` has bounds that its type has not; write them on the type as well"
            );
        }
        Flow::new(Decision::Wait)
    }

    /// Suspends the phase until its ticket is [ended](Ticket::end); `hand_over` brings the ticket to whoever will do
    /// that.
    ///
    /// Where it takes two to end the phase, or two can end it, `hand_over` [divides](Ticket::both) the ticket.
    ///
    /// The ticket has to go to something that outlives the wait: a phase that keeps its own ticket, or a ticket that is
    /// leaked, waits for ever.
    ///
    /// A phase that is [`Waits`] is updated all the same, and may end itself: for deadlines.
    ///
    /// Ending the ticket in `hand_over` itself is fine, and ends the phase at once. Dropping it unused abandons the
    /// phase, which is an error.
    ///
    /// # Examples
    ///
    /// A menu that stays until the player has chosen:
    ///
    /// ```
    /// use phase_core::prelude::*;
    ///
    /// #[derive(Default)]
    /// pub struct Screen { menu: Option<Ticket> }
    /// # #[phase(world = Screen)]
    /// # #[derive(Debug)]
    /// # struct MenuPhase;
    ///
    /// impl Phase for MenuPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.suspend(|screen, ticket| screen.menu = Some(ticket))
    ///     }
    /// }
    /// # let mut screen = Screen::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(MenuPhase);
    ///
    /// assert_eq!(phases.run(&mut screen)?, RunStatus::Waiting);
    /// screen.menu.take().unwrap().end()?; // where clicks are handled
    /// assert_eq!(phases.run(&mut screen)?, RunStatus::Idle);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn suspend(self, hand_over: impl FnOnce(&mut P::World, Ticket)) -> Flow<P>
    where
        P: Suspends,
    {
        const {
            assert!(
                P::__DESCRIPTION.clone.is_none() || P::__DESCRIPTION.restore.is_some(),
                "a phase suspends whose `impl Restores` has bounds that its type has not; write them on the type as well"
            );
        }
        let (ticket, keeper) = Ticket::issue(P::NAME);
        self.queue.schedule.keeper = Some(keeper);
        self.queue.schedule.pending.insert(Pending::TICKET);
        hand_over(self.world, ticket);
        Flow::new(Decision::Suspend)
    }

    /// Asks: waits until whoever is among [`seats`](Asks::seats) has [answered](Asks::answer).
    ///
    /// A run returns [`Asking`](crate::RunStatus::Asking) then, and the host gives the answer by
    /// [`PhaseManager::answer`](crate::PhaseManager::answer). With nobody to ask, [`unasked`](Asks::unasked) is called.
    ///
    /// # Examples
    ///
    /// A roll of a die is a question to chance:
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # #[phase(world = Vec<u32>)]
    /// # #[derive(Debug)]
    /// # struct RollPhase;
    /// impl Phase for RollPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.ask()
    ///     }
    /// }
    ///
    /// impl Asks for RollPhase {
    ///     type Answer = u32;
    ///
    ///     fn seats(&self, _: &Vec<u32>) -> Vec<Seat> {
    ///         vec![Seat::Chance]
    ///     }
    ///
    ///     fn options(&self, _: Seat, _: &Vec<u32>) -> Option<Vec<u32>> {
    ///         Some((1..=6).collect())
    ///     }
    ///
    ///     fn answer(&mut self, _: Seat, rolled: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.world.push(rolled);
    ///         guard.end()
    ///     }
    /// }
    /// # let mut rolls = vec![];
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(RollPhase);
    /// # assert_eq!(phases.run(&mut rolls).unwrap(), RunStatus::Asking);
    /// # phases.answer::<RollPhase>(&mut rolls, Seat::Chance, 6).unwrap();
    /// # assert_eq!(rolls, [6]);
    /// ```
    pub fn ask(self) -> Flow<P>
    where
        P: Asks,
    {
        const {
            assert!(
                P::__DESCRIPTION.asking.is_some(),
                "a phase asks whose `impl Asks` has bounds that its type has not; write them on the type as well"
            );
        }
        Flow::new(Decision::Ask)
    }

    /// Fails: gives the phase up, with its `on_cancel`, and has `run` return the error.
    ///
    /// What the phase has queued stays queued, and the next `run` goes on with it.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # #[phase(world = Duel)]
    /// # #[derive(Debug)]
    /// # struct DiscardPhase;
    /// impl Phase for DiscardPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         if guard.world.hand == 0 {
    ///             return guard.fail("the hand is empty");
    ///         }
    ///         guard.world.hand -= 1;
    ///         guard.end()
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(DiscardPhase);
    ///
    /// use std::error::Error as _;
    ///
    /// let error = phases.run(&mut Duel::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "phase `DiscardPhase` failed in `start`");
    /// assert_eq!(error.source().unwrap().to_string(), "the hand is empty");
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn fail(self, error: impl Into<BoxError>) -> Flow<P> {
        Flow::new(Decision::Fail(Box::new(error.into())))
    }

    /// Runs `body`, in which `?` works on any error, and fails if it returns one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # use std::error::Error as _;
    /// # #[phase(world = String)]
    /// # #[derive(Debug)]
    /// # struct ParsePhase;
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
    /// assert_eq!(error.to_string(), "phase `ParsePhase` failed in `start`");
    /// assert_eq!(error.source().unwrap().to_string(), "invalid digit found in string");
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
