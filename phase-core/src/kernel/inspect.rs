//! What can be seen of a phase without knowing its type.

#[cfg(not(feature = "pool"))]
use alloc::boxed::Box;
use core::any::{Any, TypeId};
use core::fmt;

#[cfg(feature = "causes")]
use super::phase_id::PhaseId;

/// What can be seen of a phase without knowing its type.
pub(crate) trait Inspect: Any + fmt::Debug + Send + Sync {
    fn name(&self) -> &'static str;
    /// Whether the phase is shown by its name alone.
    fn is_secret(&self) -> bool;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    #[cfg(not(feature = "pool"))]
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

/// A phase in the manager, to look at.
///
/// Its `Debug` is that of the phase, or the name alone if that is `#[phase(secret)]`.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/duel.txt")]
/// # let mut phases = PhaseManager::new();
/// phases.push(DrawPhase(2));
/// if let Some(phase) = phases.find_named("DrawPhase")? {
///     assert_eq!(phase.name(), "DrawPhase");
///     assert_eq!(format!("{phase:?}"), "DrawPhase(2)");
///     assert_eq!(phase.downcast_ref(), Some(&DrawPhase(2)));
/// }
/// # assert!(phases.contains_named("DrawPhase")?);
/// # Ok::<(), NameError>(())
/// ```
///
/// The game around it: [a duel](crate::guide::games#a-duel).
#[derive(Clone, Copy)]
pub struct PhaseRef<'a> {
    pub(super) phase: &'a dyn Inspect,
    #[cfg(feature = "causes")]
    pub(super) id: PhaseId,
}

impl<'a> PhaseRef<'a> {
    /// The name of the phase.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.phase.name()
    }

    /// What tells the phase from all others of its manager; 0 for an [`AnyPhase`](crate::AnyPhase) that is in none.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    #[cfg(feature = "causes")]
    #[must_use]
    pub fn id(self) -> PhaseId {
        self.id
    }

    /// The identity of the phase's type.
    pub(crate) fn of_type(self) -> TypeId {
        self.phase.as_any().type_id()
    }

    /// Whether the phase is a `P`.
    #[must_use]
    pub fn is<P: Any>(self) -> bool {
        self.phase.as_any().is::<P>()
    }

    /// The phase, if it is a `P`.
    #[must_use]
    pub fn downcast_ref<P: Any>(self) -> Option<&'a P> {
        self.phase.as_any().downcast_ref()
    }
}

impl fmt::Debug for PhaseRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.phase.is_secret() { f.write_str(self.phase.name()) } else { self.phase.fmt(f) }
    }
}
