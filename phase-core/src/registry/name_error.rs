//! What a name is answered that does not tell which phase is meant.

use alloc::string::String;
use core::fmt;

use super::{DuplicateNames, WorldRegistry, registry};
use crate::phase::Cut;

/// What is wrong if nothing is registered.
pub(crate) const EMPTY_REGISTRY: &str =
    "the registry is empty, since the start-up code that fills it has not run (see `registry()`)";

/// A name that does not tell which phase is meant.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// let mut phases = PhaseManager::new();
/// phases.push(FaintPhase("Bezel"));
/// let error = phases.remove_named("FantPhase").unwrap_err();
/// # #[cfg(feature = "std")]
/// assert_eq!(
///     error.to_string(),
///     "no phase `FantPhase` in `Battle`; did you mean `FaintPhase`?",
/// );
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// No phase of the world has that name, neither queued nor in the [registry](crate::registry()).
    #[non_exhaustive]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The world, as its phases write it.
        world: &'static str,
        /// The name of a phase of the world that looks most like it, if any does. Needs the feature `std`.
        nearest: Option<&'static str>,
    },
    /// The phase is not queued, and nothing is known of others: the [registry](crate::registry()) is empty, since start-up
    /// code has not run.
    #[non_exhaustive]
    NothingRegistered {
        /// The name that was asked for.
        name: String,
    },
    /// Two phases of the world have that name; in saves and builds also if one of them had it formerly.
    Duplicate(DuplicateNames),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, world, nearest } => {
                write!(f, "no phase `{}` in `{world}`", Cut::name(name))?;
                nearest.map_or(Ok(()), |nearest| write!(f, "; did you mean `{nearest}`?"))
            }
            Self::NothingRegistered { name } => {
                write!(f, "no phase `{}` is known: {EMPTY_REGISTRY}", Cut::name(name))
            }
            Self::Duplicate(duplicate) => duplicate.fmt(f),
        }
    }
}

impl core::error::Error for NameError {}

impl NameError {
    /// No phase of the world goes by that name, where these are the names that would do.
    pub(crate) fn unknown<W: 'static>(
        name: &str,
        phases: WorldRegistry<W>,
        names: impl Iterator<Item = &'static str>,
    ) -> Self {
        if registry().is_empty() {
            return Self::NothingRegistered { name: name.into() };
        }
        Self::Unknown { name: name.into(), world: phases.world(), nearest: nearest(name, names) }
    }
}

/// The candidate that is most like a name, if any is like it at all.
#[cfg(feature = "std")]
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// Below this, on a scale to 1, a suggestion is more of a puzzle than a help.
    const ALIKE: f64 = 0.8;
    // The comparison takes the longer the longer they are, and nothing is like a name that fills a page.
    if Cut::name(name).is_cut() {
        return None;
    }
    candidates
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
}

#[cfg(not(feature = "std"))]
pub(crate) fn nearest<'a>(_: &str, _: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    None
}
