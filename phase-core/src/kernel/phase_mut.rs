//! A phase in the manager, to change.

use core::any::Any;
use core::fmt;

use super::inspect::{Inspect, PhaseRef};
#[cfg(feature = "causes")]
use super::phase_id::PhaseId;

/// A phase in the manager, to change; see [`PhaseManager::for_each_mut`](crate::PhaseManager::for_each_mut).
///
/// Its `Debug` is that of a [`PhaseRef`].
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/duel.txt")]
/// # let mut phases = PhaseManager::new();
/// phases.push(DrawPhase(2));
/// phases.push(PlayPhase("Knight"));
/// phases.for_each_mut(|mut phase| {
///     if let Some(DrawPhase(cards)) = phase.downcast_mut() {
///         *cards += 1;
///     }
/// });
/// assert_eq!(phases.levels().to_string(), "0: [DrawPhase(3), PlayPhase(\"Knight\")]");
/// ```
///
/// The game around it: [a duel](crate::guide::games#a-duel).
pub struct PhaseMut<'a> {
    pub(super) phase: &'a mut dyn Inspect,
    #[cfg(feature = "causes")]
    pub(super) id: PhaseId,
}

impl PhaseMut<'_> {
    /// The name of the phase.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.phase.name()
    }

    /// What tells the phase from all others of its manager.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    #[cfg(feature = "causes")]
    #[must_use]
    pub fn id(&self) -> PhaseId {
        self.id
    }

    /// Whether the phase is a `P`.
    #[must_use]
    pub fn is<P: Any>(&self) -> bool {
        self.phase.as_any().is::<P>()
    }

    /// The phase, if it is a `P`, to change it.
    #[must_use]
    pub fn downcast_mut<P: Any>(&mut self) -> Option<&mut P> {
        self.phase.as_any_mut().downcast_mut()
    }
}

impl fmt::Debug for PhaseMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phase = PhaseRef {
            phase: &*self.phase,
            #[cfg(feature = "causes")]
            id: self.id,
        };
        phase.fmt(f)
    }
}
