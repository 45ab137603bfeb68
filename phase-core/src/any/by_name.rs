//! Look-ups by name, which a typo must not turn into a silent 'no'.

use core::fmt;

use super::any_phase::AnyPhase;
use crate::kernel::{Exit, PhaseRef, Schedule, Stored};
use crate::phase::{PhaseInfo, Queue};
use crate::registry::{DuplicateNames, PhaseEntry, WorldRegistry, registry};

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
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// No phase of the world has that name, neither queued nor in the [registry](registry()).
    Unknown {
        /// The name that was asked for.
        name: alloc::string::String,
        /// The world, as its phases write it.
        world: &'static str,
        /// The name of a phase of the world that looks most like it, if any does. Needs the feature `std`.
        nearest: Option<&'static str>,
    },
    /// Two phases of the world have that name.
    Duplicate(DuplicateNames),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, world, nearest } => {
                write!(f, "no phase `{name}` in `{world}`")?;
                nearest.map_or(Ok(()), |nearest| write!(f, "; did you mean `{nearest}`?"))
            }
            Self::Duplicate(duplicate) => duplicate.fmt(f),
        }
    }
}

impl core::error::Error for NameError {}

impl<W: 'static> Schedule<W> {
    pub(crate) fn find_named(&self, name: &str) -> Result<Option<PhaseRef<'_>>, NameError> {
        let is_known = is_registered::<W>(name)?;
        let found = self.tree.in_run_order().find(|phase| phase.get().name() == name);
        if found.is_none() && !is_known {
            let phases = registry().of::<W>();
            return Err(NameError::unknown(name, &phases, phases.iter().map(PhaseEntry::name)));
        }
        Ok(found.map(Stored::as_ref))
    }

    pub(crate) fn remove_named(&mut self, name: &str) -> Result<Option<AnyPhase<W>>, NameError> {
        if self.find_named(name)?.is_none() {
            return Ok(None);
        }
        let removed = self.tree.remove_first(|phase| phase.get().name() == name);
        Ok(removed.map(|phase| AnyPhase(self.hand_out(phase, Exit::Removed))))
    }
}

/// Whether a phase of that name and of no other type is registered.
fn is_registered<W: 'static>(name: &str) -> Result<bool, NameError> {
    let same_name = registry().of::<W>().named(name);
    same_name.check().map_err(NameError::Duplicate)?;
    Ok(same_name.iter().len() > 0)
}

impl NameError {
    /// No phase of the world goes by that name, where these are the names that would do.
    pub(crate) fn unknown<W: 'static>(
        name: &str,
        phases: &WorldRegistry<W>,
        names: impl Iterator<Item = &'static str>,
    ) -> Self {
        Self::Unknown { name: name.into(), world: phases.world(), nearest: nearest(name, names) }
    }
}

/// The candidate that is most like a name, if any is like it at all.
#[cfg(feature = "std")]
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// Below this, on a scale to 1, a suggestion is more of a puzzle than a help.
    const ALIKE: f64 = 0.8;
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

/// The look-ups by name that a manager and a queue have in common, for an `impl` with a field `schedule`.
macro_rules! look_ups_by_name {
    ($world:ty) => {
        /// Whether a phase of that name is queued.
        ///
        /// Costs a pass over the registry besides one over the queued phases.
        ///
        /// # Errors
        ///
        /// [`NameError`] if no phase of the world has that name, or two have. Where start-up code does not run, only
        /// the names of queued phases are known.
        ///
        /// # Examples
        ///
        /// A condition in a script:
        ///
        /// ```
        #[doc = include_str!("../scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(MovePhase("Aspen"));
        /// assert!(phases.contains_named("MovePhase")?);
        /// assert!(!phases.contains_named("FaintPhase")?);
        /// assert!(phases.contains_named("FeintPhase").is_err());
        /// # Ok::<(), NameError>(())
        /// ```
        pub fn contains_named(&self, name: &str) -> Result<bool, NameError> {
            self.schedule.find_named(name).map(|found| found.is_some())
        }

        /// The first queued phase of that name, in run order.
        ///
        /// # Errors
        ///
        /// As for [`contains_named`](Self::contains_named).
        ///
        /// # Examples
        ///
        /// ```
        #[doc = include_str!("../scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(MovePhase("Aspen"));
        /// if let Some(phase) = phases.find_named("MovePhase")? {
        ///     println!("{phase:?} is queued");
        /// }
        /// # assert!(phases.find_named("MovePhase")?.is_some());
        /// # Ok::<(), NameError>(())
        /// ```
        pub fn find_named(&self, name: &str) -> Result<Option<PhaseRef<'_>>, NameError> {
            self.schedule.find_named(name)
        }

        /// Takes the first queued phase of that name out of the tree.
        ///
        /// # Errors
        ///
        /// As for [`contains_named`](Self::contains_named).
        ///
        /// # Examples
        ///
        /// A console command that puts a phase off to the end:
        ///
        /// ```
        #[doc = include_str!("../scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(FaintPhase("Bezel"));
        /// phases.push(MovePhase("Aspen"));
        /// if let Some(phase) = phases.remove_named("FaintPhase")? {
        ///     phases.push(phase);
        /// }
        /// let levels = phases.levels().to_string();
        /// assert_eq!(levels, r#"0: [MovePhase("Aspen"), FaintPhase("Bezel")]"#);
        /// # Ok::<(), NameError>(())
        /// ```
        pub fn remove_named(&mut self, name: &str) -> Result<Option<AnyPhase<$world>>, NameError> {
            self.schedule.remove_named(name)
        }
    };
}
pub(crate) use look_ups_by_name;

impl<P: PhaseInfo> Queue<'_, P> {
    look_ups_by_name!(P::World);
}
