//! Look-ups by name, which a typo must not turn into a silent 'no'.

use core::slice;

use super::any_phase::AnyPhase;
use crate::kernel::{Exit, PhaseRef, Schedule, Stored};
use crate::phase::{PhaseInfo, Queue};
use crate::registry::{NameError, PhaseEntry, registry};

impl<W: 'static> Schedule<W> {
    pub(crate) fn find_named(&self, name: &str) -> Result<Option<PhaseRef<'_>>, NameError> {
        let phases = registry().of::<W>();
        let is_known = phases.named(name).map_err(NameError::Duplicate)?.is_some();
        let found = self.tree.in_run_order().find(|phase| phase.name() == name);
        if found.is_none() && !is_known {
            return Err(NameError::unknown(name, phases, phases.iter().map(PhaseEntry::name)));
        }
        Ok(found.map(Stored::as_ref))
    }

    pub(crate) fn remove_named(&mut self, name: &str) -> Result<Option<AnyPhase<W>>, NameError> {
        if self.find_named(name)?.is_none() {
            return Ok(None);
        }
        let standing = self.standing();
        let removed = self.tree.remove_first(|phase| phase.name() == name);
        Ok(removed.map(|phase| {
            self.tell_dropped(slice::from_ref(&phase), &standing, Exit::Removed);
            AnyPhase(phase)
        }))
    }
}

/// The look-ups by name that a manager and a queue have in common, for an `impl` with a field `schedule`.
macro_rules! look_ups_by_name {
    ($world:ty) => {
        /// Whether a phase of that name is queued.
        ///
        /// Costs a pass over the queued phases.
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
        ///
        /// The game around it: [a battle](crate::guide::games#a-battle).
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
        ///
        /// The game around it: [a battle](crate::guide::games#a-battle).
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
        ///
        /// The game around it: [a battle](crate::guide::games#a-battle).
        pub fn remove_named(&mut self, name: &str) -> Result<Option<AnyPhase<$world>>, NameError> {
            self.schedule.remove_named(name)
        }
    };
}
pub(crate) use look_ups_by_name;

impl<P: PhaseInfo> Queue<'_, P> {
    look_ups_by_name!(P::World);
}
