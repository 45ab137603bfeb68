//! Phases that ask, with answers of a type of their own.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::flow::Flow;
use super::guard::EndGuard;
use super::traits::Phase;
use crate::kernel::{BoxError, Seat};

/// A phase that can ask: [`EndGuard::ask`] needs it.
///
/// A choice of a player, a target, a discard, a roll of dice is a question: a phase that asks waits for its answer, and
/// the host gives that by [`answer`](crate::PhaseManager::answer). The question is the phase itself, so it can be saved,
/// forked and undone while it stands. Who is asked, and what may be answered, is read from the phase and the world when
/// somebody wants to know it; nothing of it is kept.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq)]
/// pub enum Command { Fight, Flee }
///
/// pub struct Battle { log: Vec<Command> }
///
/// /// A player picks a command.
/// #[phase(world = Battle)]
/// #[derive(Debug)]
/// pub struct CommandPhase { player: u32 }
///
/// impl Phase for CommandPhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.ask()
///     }
/// }
///
/// impl Asks for CommandPhase {
///     type Answer = Command;
///
///     fn seats(&self, _: &Battle) -> Vec<Seat> {
///         vec![Seat::Player(self.player)]
///     }
///
///     fn options(&self, _: Seat, _: &Battle) -> Option<Vec<Command>> {
///         Some(vec![Command::Fight, Command::Flee])
///     }
///
///     fn answer(&mut self, _: Seat, command: Command, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.world.log.push(command);
///         guard.end()
///     }
/// }
///
/// let mut battle = Battle { log: vec![] };
/// let mut phases = PhaseManager::new();
/// phases.push(CommandPhase { player: 1 });
/// assert_eq!(phases.run(&mut battle)?, RunStatus::Asking);
///
/// // It is not for player 0 to answer, and nothing has changed.
/// let seat = Seat::Player(0);
/// assert!(phases.answer::<CommandPhase>(&mut battle, seat, Command::Flee).is_err());
///
/// phases.answer::<CommandPhase>(&mut battle, Seat::Player(1), Command::Fight)?;
/// assert_eq!(phases.run(&mut battle)?, RunStatus::Idle);
/// assert_eq!(battle.log, [Command::Fight]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot ask: it has no `answer`",
    label = "needs `impl Asks for {Self}`",
    note = "write `impl Asks for {Self}` with the type of its `Answer` and the method `answer`, which decides what comes of one"
)]
pub trait Asks: Phase {
    /// What is answered.
    type Answer: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Who has still to answer, in the world as it is now; as written here, player 0 alone.
    ///
    /// Several may be asked at once: the phase keeps what has been answered, and asks on until it has all.
    fn seats(&self, world: &Self::World) -> Vec<Seat> {
        let _ = world;
        vec![Seat::Player(0)]
    }

    /// What this seat may answer; `None`, as written here, if that can't be listed.
    ///
    /// An answer that is not listed is refused. What can't be listed is [checked](Self::check).
    fn options(&self, seat: Seat, world: &Self::World) -> Option<Vec<Self::Answer>> {
        let _ = (seat, world);
        None
    }

    /// Whether this seat may answer so; as written here, it may.
    ///
    /// Asked after the options, if those are listed.
    ///
    /// # Errors
    ///
    /// Why it may not, in words for the player.
    ///
    /// # Examples
    ///
    /// A bid has to be higher than the last one, and there are too many such to list them:
    ///
    /// ```
    /// # use std::error::Error as _;
    /// # use phase_core::{BoxError, prelude::*};
    /// # #[derive(Default)]
    /// # pub struct Auction { highest: u32 }
    /// # #[phase(world = Auction, asks)]
    /// # #[derive(Debug)]
    /// # struct BidPhase;
    /// impl Asks for BidPhase {
    ///     type Answer = u32;
    ///
    ///     fn check(&self, _: Seat, bid: &u32, auction: &Auction) -> Result<(), BoxError> {
    ///         if *bid <= auction.highest {
    ///             return Err(format!("bid more than {}", auction.highest).into());
    ///         }
    ///         Ok(())
    ///     }
    ///
    ///     fn answer(&mut self, _: Seat, bid: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.world.highest = bid;
    ///         guard.end()
    ///     }
    /// }
    /// # let mut auction = Auction { highest: 10 };
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(BidPhase);
    /// # phases.run(&mut auction)?;
    ///
    /// let refused = phases.answer::<BidPhase>(&mut auction, Seat::Player(0), 7).unwrap_err();
    /// assert_eq!(refused.to_string(), "`BidPhase` refuses 7 of player 0");
    /// assert_eq!(refused.source().unwrap().to_string(), "bid more than 10");
    /// # Ok::<(), RunError>(())
    /// ```
    fn check(&self, seat: Seat, answer: &Self::Answer, world: &Self::World) -> Result<(), BoxError> {
        let _ = (seat, answer, world);
        Ok(())
    }

    /// What counts if this seat does not answer in time; `None`, as written here, if it has to.
    ///
    /// Deadlines are the host's: it calls [`time_out`](crate::PhaseManager::time_out).
    fn fallback(&self, seat: Seat, world: &Self::World) -> Option<Self::Answer> {
        let _ = (seat, world);
        None
    }

    /// Whether a seat that is not among [`seats`](Self::seats) any more may answer again; as written here, it may not.
    ///
    /// The phase then gets a second answer of one seat, and the question keeps its number. The seat may be any that a host
    /// has an answer from, also one that nobody sits on.
    fn may_revise(&self, seat: Seat, world: &Self::World) -> bool {
        let _ = (seat, world);
        false
    }

    /// Whether nobody else is to see what this seat answers; as written here, it is no secret.
    ///
    /// Displays, errors and traces then name the seat and not the answer. What the phase and the world show is the
    /// game's business. The seat may be any, as for [`may_revise`](Self::may_revise).
    fn secret(&self, seat: Seat, world: &Self::World) -> bool {
        let _ = (seat, world);
        false
    }

    /// Called in the place of an answer when [`seats`](Self::seats) is empty; as written here, the phase fails.
    ///
    /// That is so when the phase asks, when it comes back from an interrupt, and at every later run: a player may have
    /// left in between.
    fn unasked(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail(NOBODY)
    }

    /// Takes an answer that has been found good, and decides how the phase goes on: end, ask on, wait, or fail.
    fn answer(&mut self, seat: Seat, answer: Self::Answer, guard: EndGuard<'_, Self>) -> Flow<Self>;
}

/// What is wrong with a question without seats.
pub(crate) const NOBODY: &str = "asks nobody: its `seats` are empty";
