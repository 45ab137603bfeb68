//! Copies of a manager in the middle of a game, for search and undo.

use core::fmt;

use crate::agenda::Agenda;
use crate::due::Due;
use crate::erased::AnyPhase;
use crate::manager::PhaseManager;
use crate::running::{Running, State};

/// Why a manager could not be copied.
///
/// # Examples
///
/// ```
#[doc = include_str!("scaffold/story.txt")]
/// use phase_core::ForkError;
///
/// # let mut story = Story::default();
/// # let mut phases = PhaseManager::new();
/// phases.push(ChoicePhase);
/// let error = phases.fork().unwrap_err();
/// assert_eq!(error, ForkError::NotClone { phase: "ChoicePhase" });
///
/// phases.run(&mut story)?;
/// let error = phases.fork().unwrap_err();
/// assert_eq!(error, ForkError::Suspended { phase: "ChoicePhase" });
/// # Ok::<(), RunError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForkError {
    /// A phase is not declared `clone`.
    NotClone {
        /// The name of the phase.
        phase: &'static str,
    },
    /// A phase waits for its ticket, and there is only one of that.
    Suspended {
        /// The name of the phase.
        phase: &'static str,
    },
    /// A phase has failed or panicked, and the manager has not come to cancelling it; that is what the next call of
    /// `run`, `cancel` or `clear` begins with.
    Unsettled {
        /// The name of the phase.
        phase: &'static str,
    },
}

impl fmt::Display for ForkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotClone { phase } => {
                write!(
                    f,
                    "phase `{phase}` cannot be copied; declare it `#[phase(clone)]`, with `#[derive(Clone)]`"
                )
            }
            Self::Suspended { phase } => {
                write!(f, "phase `{phase}` waits for its ticket, of which there can be no copy")
            }
            Self::Unsettled { phase } => {
                write!(
                    f,
                    "phase `{phase}` has failed or panicked and is still to be cancelled; call `run` first"
                )
            }
        }
    }
}

impl core::error::Error for ForkError {}

impl<W: 'static> PhaseManager<W> {
    /// A copy of the manager as it is, in the middle of a turn if need be, that shares nothing with this one.
    ///
    /// Together with a copy of the world it plays on by itself: for an AI that tries a move out, for undo. What
    /// [`when_empty`](Self::when_empty) and [`start_limit`](Self::start_limit) were given is copied too. Costs a copy
    /// of each phase.
    ///
    /// # Errors
    ///
    /// [`ForkError`] if a phase is not declared `#[phase(clone)]`, is suspended, or has failed or panicked and is still
    /// to be cancelled.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(DrawPhase(1));
    /// phases.push(PlayPhase("Knight"));
    /// phases.step(&mut duel)?;
    ///
    /// // What if a dragon came first?
    /// let (mut branch, mut branch_duel) = (phases.fork()?, duel.clone());
    /// branch.unshift(PlayPhase("Dragon"));
    /// branch.run(&mut branch_duel)?;
    /// assert_eq!(branch_duel.table, ["Dragon", "Knight"]);
    ///
    /// phases.run(&mut duel)?;
    /// assert_eq!(duel.table, ["Knight"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fork(&self) -> Result<Self, ForkError> {
        if let Some(phase) = self.untold() {
            return Err(ForkError::Unsettled { phase });
        }
        let Agenda { tree, due, .. } = &self.agenda;
        Ok(Self {
            agenda: Agenda {
                tree: tree.try_copy(copy)?,
                due: due.only(Due::HALT.and(Due::ORDER).and(Due::COUNT)),
                ..Agenda::new()
            },
            running: self.running.as_ref().map(fork_running).transpose()?,
            parked: self.parked.iter().map(fork_running).collect::<Result<_, _>>()?,
            when_empty: self.when_empty.clone(),
            start_limit: self.start_limit,
            ..Self::new()
        })
    }
}

fn fork_running<W: 'static>(running: &Running<W>) -> Result<Running<W>, ForkError> {
    let phase = running.phase.name();
    let state = match &running.state {
        State::Waiting { updates } => State::Waiting { updates: *updates },
        State::Ended => State::Ended,
        State::Suspended(_) => return Err(ForkError::Suspended { phase }),
        #[cfg(feature = "serde")]
        State::Restored => return Err(ForkError::Suspended { phase }),
        State::Failed(_) | State::Panicked => return Err(ForkError::Unsettled { phase }),
    };
    Ok(Running { phase: copy(&running.phase)?, state })
}

fn copy<W: 'static>(phase: &AnyPhase<W>) -> Result<AnyPhase<W>, ForkError> {
    phase.0.get().copy().ok_or(ForkError::NotClone { phase: phase.name() })
}
