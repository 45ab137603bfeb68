//! A phase in the manager, to change.

use core::any::Any;
use core::fmt;

use super::inspect::{Inspect, PhaseRef};

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
pub struct PhaseMut<'a>(pub(crate) &'a mut dyn Inspect);

impl PhaseMut<'_> {
    /// The name of the phase.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Whether the phase is a `P`.
    #[must_use]
    pub fn is<P: Any>(&self) -> bool {
        self.0.as_any().is::<P>()
    }

    /// The phase, if it is a `P`, to change it.
    #[must_use]
    pub fn downcast_mut<P: Any>(&mut self) -> Option<&mut P> {
        self.0.as_any_mut().downcast_mut()
    }
}

impl fmt::Debug for PhaseMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PhaseRef(&*self.0).fmt(f)
    }
}
