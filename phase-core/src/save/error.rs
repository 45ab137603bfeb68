//! What can go wrong with a save.

use alloc::string::String;
use core::fmt;

use super::whereabouts::Whereabouts;
use crate::registry::{DuplicateNames, EMPTY_REGISTRY, NameError};

/// Why there is no snapshot. Nothing has been written.
///
/// Needs the [feature](crate::guide::features) `serde`.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/dungeon.txt")]
/// # let mut phases = PhaseManager::new();
/// phases.push(MonsterPhase("goblin"));
/// let error = phases.snapshot().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "phase `MonsterPhase`, on level 0, cannot be saved; \
///      declare it `#[phase(save)]`, with serde's derives",
/// );
/// ```
///
/// The game around it: [a dungeon](crate::guide::games#a-dungeon).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveError {
    /// A phase is not declared `save`.
    #[non_exhaustive]
    NotSavable {
        /// The name of the phase.
        phase: &'static str,
        /// Where it stands.
        place: Whereabouts,
    },
    /// A phase is not in the [registry](crate::registry()), from which saves are loaded.
    ///
    /// The linker has left out its entry, or it was not made by `#[phase]`.
    #[non_exhaustive]
    NotRegistered {
        /// The name of the phase.
        phase: &'static str,
        /// Where it stands.
        place: Whereabouts,
    },
    /// No phase is in the [registry](crate::registry()), from which saves are loaded: start-up code has not run.
    #[non_exhaustive]
    NothingRegistered {
        /// The name of a phase that would have to be saved.
        phase: &'static str,
        /// Where it stands.
        place: Whereabouts,
    },
    /// A phase has ended, failed or panicked, and a panic has kept the manager from following that up; that is what
    /// the next call of `run` begins with.
    #[non_exhaustive]
    Unsettled {
        /// The name of the phase.
        phase: &'static str,
    },
    /// The data of a phase could not be written to [bytes](crate::PhaseManager::to_bytes): its own `Serialize` has
    /// failed, or needs what packed data has no words for.
    #[cfg(feature = "packed")]
    #[non_exhaustive]
    NotWritten {
        /// The name of the phase.
        phase: &'static str,
        /// Where it stands.
        place: Whereabouts,
        /// What is wrong, in the words of the format.
        message: String,
    },
    /// A phase has the name of another, now or formerly, and a save tells phases apart by name.
    Duplicate(DuplicateNames),
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSavable { phase, place } => write!(
                f,
                "phase `{phase}`, {place}, cannot be saved; declare it `#[phase(save)]`, with serde's derives"
            ),
            Self::NotRegistered { phase, place } => write!(
                f,
                "phase `{phase}`, {place}, cannot be saved: it is not in the registry, from which saves are loaded; if \
                 the linker has left its entry out, call a function of the crate that defines it (see `registry()`)"
            ),
            Self::NothingRegistered { phase, place } => {
                write!(f, "phase `{phase}`, {place}, cannot be saved: {EMPTY_REGISTRY}")
            }
            Self::Unsettled { phase } => {
                write!(
                    f,
                    "phase `{phase}` is over, and a panic has kept the manager from taking it down; call `run` first"
                )
            }
            #[cfg(feature = "packed")]
            Self::NotWritten { phase, place, message } => {
                write!(
                    f,
                    "phase `{phase}`, {place}, could not be written: {message}; a snapshot in JSON may tell more"
                )
            }
            Self::Duplicate(duplicate) => duplicate.fmt(f),
        }
    }
}

impl core::error::Error for SaveError {}

/// Why a phase could not be built by name.
///
/// Needs the [feature](crate::guide::features) `serde`.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/dungeon.txt")]
/// # let phases = registry().of::<Dungeon>();
/// let data = serde_json::json!({ "damage": "much" });
/// let error = phases.build("BurnPhase", data).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "phase `BurnPhase`: field `damage`: \
///      invalid type: string \"much\", expected i32",
/// );
/// ```
///
/// The game around it: [a dungeon](crate::guide::games#a-dungeon).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The name does not tell which phase is meant.
    Name(NameError),
    /// The phase is one of another world.
    #[non_exhaustive]
    OtherWorld {
        /// The name of the phase.
        phase: &'static str,
        /// The world that it belongs to.
        its_world: &'static str,
        /// The world that it was to be built for.
        world: &'static str,
    },
    /// The phase is not declared `save`.
    #[non_exhaustive]
    NotSavable {
        /// The name of the phase.
        phase: &'static str,
    },
    /// The data is not that of the phase.
    #[non_exhaustive]
    Data {
        /// The name of the phase.
        phase: &'static str,
        /// What is wrong, in the words of the format, with the field where that is known.
        message: String,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(error) => error.fmt(f),
            Self::OtherWorld { phase, its_world, world } => {
                write!(f, "phase `{phase}` is of the world `{its_world}`, not of `{world}`")
            }
            Self::NotSavable { phase } => {
                write!(f, "phase `{phase}` cannot be read; declare it `#[phase(save)]`, with serde's derives")
            }
            Self::Data { phase, message } => write!(f, "phase `{phase}`: {message}"),
        }
    }
}

impl core::error::Error for BuildError {}
