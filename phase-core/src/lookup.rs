//! Look-ups by type over queued phases. The manager and the queue of a running phase both use these.

use crate::agenda::Agenda;
use crate::erased::AnyPhase;
use crate::phase::{Phase, PhaseInfo};
use crate::tree::Beside;

/// Where a phase went that was to stand beside another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// Beside the first match, as asked.
    Beside,
    /// No phase of that type is queued, so it was unshifted: it runs next.
    Unshifted,
}

fn is<'a, W: 'static, T: PhaseInfo>(
    mut matches: impl FnMut(&T) -> bool + 'a,
) -> impl FnMut(&AnyPhase<W>) -> bool + 'a {
    move |phase| phase.0.as_any().downcast_ref().is_some_and(&mut matches)
}

impl<W: 'static> Agenda<W> {
    pub(crate) fn find<T: PhaseInfo>(&self, mut matches: impl FnMut(&T) -> bool) -> Option<&T> {
        self.find_all().find(|phase| matches(phase))
    }

    pub(crate) fn find_mut<T: PhaseInfo>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<&mut T> {
        self.tree.find_mut(is(matches))?.0.as_any_mut().downcast_mut()
    }

    pub(crate) fn find_all<T: PhaseInfo>(&self) -> impl Iterator<Item = &T> {
        self.tree.in_run_order().filter_map(|phase| phase.0.as_any().downcast_ref())
    }

    pub(crate) fn remove<T: PhaseInfo>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<T> {
        self.tree.remove_first(is(matches)).map(into_phase)
    }

    pub(crate) fn remove_all<T: PhaseInfo>(&mut self, matches: impl FnMut(&T) -> bool) -> usize {
        self.tree.remove_all(is(matches)).len()
    }

    pub(crate) fn replace<T: PhaseInfo, N: Phase<World = W>>(
        &mut self,
        matches: impl FnMut(&T) -> bool,
        new: N,
    ) -> Result<T, N> {
        let old = self.tree.replace(is(matches), new)?;
        self.has_ordered |= N::__DESCRIPTION.best.is_some();
        Ok(into_phase(old))
    }

    pub(crate) fn insert<T: PhaseInfo>(&mut self, beside: Beside, new: AnyPhase<W>) -> Inserted {
        match self.tree.insert_beside(beside, is(|_: &T| true), new) {
            Ok(()) => Inserted::Beside,
            Err(new) => {
                self.tree.unshift(new);
                Inserted::Unshifted
            }
        }
    }
}

fn into_phase<W: 'static, T: PhaseInfo>(phase: AnyPhase<W>) -> T {
    match phase.0.into_any().downcast() {
        Ok(phase) => *phase,
        Err(_) => unreachable!("only phases of this type match"),
    }
}

/// The look-ups that a manager and a queue have in common, for an `impl` with a field `agenda`.
macro_rules! look_ups {
    ($world:ty) => {
        /// Whether a queued `T` matches.
        ///
        /// Look-ups go in run order: topmost level first, first in first out within a level. They see queued phases
        /// only: neither the running phase nor parked ones. Each takes time linear in the number of queued phases.
        pub fn contains<T>(&self, matches: impl FnMut(&T) -> bool) -> bool
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.find(matches).is_some()
        }

        /// The first queued `T` that matches, in run order.
        pub fn find<T>(&self, matches: impl FnMut(&T) -> bool) -> Option<&T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.find(matches)
        }

        /// The first queued `T` that matches, in run order, to change it.
        pub fn find_mut<T>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<&mut T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.find_mut(matches)
        }

        /// Every queued `T`, in run order.
        pub fn find_all<T>(&self) -> impl Iterator<Item = &T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.find_all()
        }

        /// Takes the first queued `T` that matches out of the tree.
        pub fn remove<T>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.remove(matches)
        }

        /// Drops every queued `T` that matches, and says how many there were.
        ///
        /// `matches` is asked of all queued phases before any of them is taken out.
        pub fn remove_all<T>(&mut self, matches: impl FnMut(&T) -> bool) -> usize
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.remove_all(matches)
        }

        /// Whether a phase of that name is queued.
        ///
        /// Costs a pass over the registry besides one over the queued phases.
        ///
        /// # Errors
        ///
        /// [`NameError`] if no phase of the world has that name, or two have. Where start-up code does not run, only
        /// the names of queued phases are known.
        pub fn contains_named(&self, name: &str) -> Result<bool, NameError> {
            self.agenda.find_named(name).map(|found| found.is_some())
        }

        /// The first queued phase of that name, in run order.
        ///
        /// # Errors
        ///
        /// As for [`contains_named`](Self::contains_named).
        pub fn find_named(&self, name: &str) -> Result<Option<PhaseRef<'_>>, NameError> {
            self.agenda.find_named(name)
        }

        /// Takes the first queued phase of that name out of the tree.
        ///
        /// # Errors
        ///
        /// As for [`contains_named`](Self::contains_named).
        pub fn remove_named(&mut self, name: &str) -> Result<Option<AnyPhase<$world>>, NameError> {
            self.agenda.remove_named(name)
        }
    };
}
pub(crate) use look_ups;
