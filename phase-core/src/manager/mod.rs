//! The manager: it holds the phases of one game, and is where the host queues, looks and cancels.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

// The order of these is that in which the documentation shows the methods of the manager, group by group.
mod setup;

mod start_limit;

#[cfg(feature = "causes")]
mod chain_limit;

#[cfg(feature = "causes")]
mod observe;

mod queueing;

#[cfg(feature = "std")]
mod inbox;

mod looking;

mod each;

mod answers;

mod drive;

mod run_with;

mod asynchronous;

mod parking;

mod cancel;

mod cancel_all;

#[cfg(feature = "serde")]
mod answer_data;
mod answer_error;
mod asking;
mod delivery;
mod follow;
mod restored;
mod running;
mod supply;

pub use answer_error::AnswerError;
pub use drive::{RunStatus, Step};
#[cfg(feature = "std")]
pub use inbox::Inbox;
pub use running::Waiting;
pub(crate) use running::{Ending, Over, Rest, Running};
pub(crate) use start_limit::Starts;
pub use supply::EmptyQueue;
use supply::Supply;

use crate::kernel::{Schedule, Stored};

/// Runs the phases of one game, one at a time, on a world of type `W`.
///
/// | to | there is |
/// |---|---|
/// | [make one](#make-and-set-up) | [`new`](Self::new), [`when_empty`](Self::when_empty), [`when_empty_with`](Self::when_empty_with), [`start_limit`](Self::start_limit), [`chain_limit`](Self::chain_limit), [`observe`](Self::observe) |
/// | [queue](#queue) | [`push`](Self::push), [`unshift`](Self::unshift), [`defer`](Self::defer), [`insert_before`](Self::insert_before), [`insert_after`](Self::insert_after), [`replace`](Self::replace); from anywhere, [`inbox`](Self::inbox) |
/// | [look](#look) | [`current`](Self::current), [`waiting`](Self::waiting), [`causes`](Self::causes), [`peek`](Self::peek), [`levels`](Self::levels); [`find`](Self::find), [`remove`](Self::remove), [`retain`](Self::retain) and their like |
/// | [answer](#answer) | [`question`](Self::question), [`answer`](Self::answer), [`answer_any`](Self::answer_any), [`answer_from`](Self::answer_from), [`play`](Self::play), [`time_out`](Self::time_out) |
/// | [run](#run) | [`run`](Self::run), [`step`](Self::step), [`run_with`](Self::run_with), [`run_async`](Self::run_async) |
/// | [put aside, give up](#put-aside-and-give-up) | [`interrupt`](Self::interrupt), [`cancel`](Self::cancel), [`cancel_tree`](Self::cancel_tree), [`cancel_parked`](Self::cancel_parked), [`cancel_all`](Self::cancel_all), [`clear`](Self::clear), [`finish`](Self::finish) |
/// | [save](#save) | [`snapshot`](Self::snapshot), [`restore`](Self::restore), [`to_bytes`](Self::to_bytes), [`from_bytes`](Self::from_bytes), and serde's traits |
/// | [branch](#branch) | [`fork`](Self::fork), [`fork_from`](Self::fork_from); [`History`](crate::History) for undo |
///
/// The methods stand in this order below. What each takes is in the chapter [Speed](crate::guide::speed).
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
