//! Why a run stopped before its time.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Deref;

use super::cycle::{write_cycle, write_names};
use super::decision::BoxError;

/// Why a run stopped early; the rest of the queue is as it was, and the next run goes on with it. (After a `ChainLimit`, it
/// comes to that again, unless the phase that went too far is dropped.)
///
/// Its `Display` says which phase it was, and where. What a phase failed with is the [`source`](Error::source), which
/// reporters of whole chains print after it; so print both, or use one of those.
///
/// # Examples
///
/// A game that reports a broken phase and plays on:
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// # #[phase(world = Battle)]
/// # #[derive(Debug)]
/// # struct BrokenPhase;
/// # impl Phase for BrokenPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.fail("no target") }
/// # }
/// # let mut battle = Battle::default();
/// # let mut phases = PhaseManager::new();
/// phases.push(BrokenPhase);
/// phases.push(MovePhase("Aspen"));
/// loop {
///     match phases.run(&mut battle) {
///         Ok(_) => break,
///         Err(RunError::Failed { phase, source, .. }) => eprintln!("{phase}: {source}"),
///         Err(error) => return Err(error),
///     }
/// }
/// assert_eq!(battle.log, ["Aspen moves"]);
/// # Ok::<(), RunError>(())
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// A phase failed, by `guard.fail(..)`, or by an `Err` that became its flow.
    #[non_exhaustive]
    Failed {
        /// The name of the phase.
        phase: &'static str,
        /// What it failed with, and where.
        source: Failure,
        /// The phase as its `Debug` showed it before it was given up.
        debug: Option<Box<str>>,
        /// The names of the phases that set it off, the nearest first.
        causes: Vec<&'static str>,
    },
    /// The ticket of a suspended phase was dropped without ending it, so that nobody could have ended it any more.
    #[non_exhaustive]
    Abandoned {
        /// The name of the phase.
        phase: &'static str,
        /// The phase as its `Debug` showed it before it was given up.
        debug: Option<Box<str>>,
        /// The names of the phases that set it off, the nearest first.
        causes: Vec<&'static str>,
    },
    /// More phases were about to start in one run, or in steps without a rest, than
    /// [`start_limit`](crate::PhaseManager::start_limit) allows.
    ///
    /// The next phase has not been taken out of the tree; another run, or further steps, start up to as many again.
    #[non_exhaustive]
    StartLimit {
        /// The most starts in one run.
        limit: usize,
        /// The names of the phases started last, at most 16, the latest last.
        last: Vec<&'static str>,
        /// The shortest stretch that the last starts have repeated, at least twice in a row; empty if there is none.
        cycle: Vec<&'static str>,
        /// How often the last 256 starts have repeated it.
        repeats: usize,
    },
    /// A phase was set off through more others in a row than [`chain_limit`](crate::PhaseManager::chain_limit) allows.
    ///
    /// It has not been taken out of the tree, so the next run comes to the same error unless it is dropped, or the limit
    /// is raised.
    #[cfg(feature = "causes")]
    #[non_exhaustive]
    ChainLimit {
        /// The most causes that a phase may have.
        limit: usize,
        /// The name of the phase.
        phase: &'static str,
        /// The shortest stretch that the phase and its causes have repeated, at least twice in a row; empty if there is
        /// none.
        cycle: Vec<&'static str>,
        /// How often the nearest 255 causes and the phase have repeated it.
        repeats: usize,
    },
}

impl RunError {
    /// The phase that it is about, as its `Debug` showed it before it was given up.
    ///
    /// There is none for a limit, and for a phase whose `Debug` has panicked.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct DamagePhase { target: &'static str, amount: u32 }
    /// # impl Phase for DamagePhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.fail("no target") }
    /// # }
    /// # let mut battle = Battle::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(DamagePhase { target: "Bezel", amount: 7 });
    /// let error = phases.run(&mut battle).unwrap_err();
    /// assert_eq!(error.phase_debug(), Some(r#"DamagePhase { target: "Bezel", amount: 7 }"#));
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    #[must_use]
    pub fn phase_debug(&self) -> Option<&str> {
        match self {
            Self::Failed { debug, .. } | Self::Abandoned { debug, .. } => debug.as_deref(),
            _ => None,
        }
    }

    /// The names of the phases that set off the one that it is about, the nearest first.
    ///
    /// Empty for a limit, for a phase that nothing set off, and without the feature `causes`.
    #[must_use]
    pub fn causes(&self) -> &[&'static str] {
        match self {
            Self::Failed { causes, .. } | Self::Abandoned { causes, .. } => causes,
            _ => &[],
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed { phase, source, debug, causes } => {
                write!(f, "phase `{}` failed in `{}`", debug.as_deref().unwrap_or(phase), source.place)?;
                write_causes(causes, f)
            }
            Self::Abandoned { phase, debug, causes } => {
                write!(
                    f,
                    "phase `{}` was abandoned: its ticket was dropped, so that nothing could end it any more",
                    debug.as_deref().unwrap_or(phase)
                )?;
                write_causes(causes, f)
            }
            Self::StartLimit { limit, last, cycle, repeats } => {
                write!(f, "more than {limit} phases in one run")?;
                if !cycle.is_empty() {
                    write!(f, "; the last {} started were ", cycle.len() * repeats)?;
                    write_cycle(cycle, *repeats, f)
                } else if !last.is_empty() {
                    f.write_str("; the last ones started were ")?;
                    write_names(last, f)
                } else {
                    Ok(())
                }
            }
            #[cfg(feature = "causes")]
            Self::ChainLimit { limit, phase, cycle, repeats } => {
                write!(
                    f,
                    "phase `{phase}` was set off through more than {limit} others in a row, and has not started"
                )?;
                if cycle.is_empty() {
                    return Ok(());
                }
                f.write_str("; it is the last of ")?;
                write_cycle(cycle, *repeats, f)
            }
        }
    }
}

/// How many causes an error shows.
const CAUSES_SHOWN: usize = 16;

fn write_causes(causes: &[&str], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, name) in causes.iter().take(CAUSES_SHOWN).enumerate() {
        let separator = if i == 0 { ", set off by " } else { ", " };
        write!(f, "{separator}{name}")?;
    }
    match causes.len().saturating_sub(CAUSES_SHOWN) {
        0 => Ok(()),
        more => write!(f, " and {more} more"),
    }
}

impl Error for RunError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Failed { source, .. } => Some(&*source.error),
            _ => None,
        }
    }
}

/// The error that a phase failed with.
///
/// It dereferences to the error itself, so that `source.downcast_ref::<MyError>()` works, and displays as it does.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// # #[phase(world = Battle)]
/// # #[derive(Debug)]
/// # struct ParsePhase(&'static str);
/// # impl Phase for ParsePhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
/// #         guard.attempt(|guard| {
/// #             let _: u32 = self.0.parse()?;
/// #             Ok(guard.end())
/// #         })
/// #     }
/// # }
/// use std::num::ParseIntError;
///
/// # let mut battle = Battle::default();
/// # let mut phases = PhaseManager::new();
/// phases.push(ParsePhase("ninety"));
/// if let Err(RunError::Failed { source, .. }) = phases.run(&mut battle) {
///     assert_eq!(source.place(), "start");
///     assert!(source.downcast_ref::<ParseIntError>().is_some());
/// }
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
pub struct Failure {
    error: BoxError,
    place: &'static str,
}

impl Failure {
    pub(crate) fn new(error: BoxError, place: &'static str) -> Self {
        Self { error, place }
    }

    /// The method in which the phase failed: `start`, `update`, `answer` or `unasked`.
    #[must_use]
    pub fn place(&self) -> &'static str {
        self.place
    }

    /// The error itself.
    #[must_use]
    pub fn into_error(self) -> BoxError {
        self.error
    }
}

impl Deref for Failure {
    type Target = dyn Error + Send + Sync + 'static;

    fn deref(&self) -> &Self::Target {
        &*self.error
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}
