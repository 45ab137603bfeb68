//! What tells one phase of a manager from all others.

use core::fmt;

/// What tells one phase of a manager from all others: given when it is queued, in that order, and never twice.
///
/// Needs the [feature](crate::guide::features) `causes`.
///
/// Saves and forks keep it. A phase that is taken out and queued again is another one.
///
/// # Examples
///
/// 'That extra turn, and not another one':
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// # let mut phases = PhaseManager::new();
/// phases.push(MovePhase("Aspen"));
/// phases.push(MovePhase("Aspen"));
/// let ids: Vec<_> =
///     phases.levels().flat_map(|(_, level)| level).map(PhaseRef::id).collect();
/// assert!(ids[0] < ids[1]);
/// phases.retain(|phase| phase.id() != ids[1]);
/// assert_eq!(phases.len(), 1);
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct PhaseId(u64);

impl PhaseId {
    /// That of a phase in no manager.
    pub(crate) const NONE: Self = Self(0);

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The id of a number that [`get`](Self::get) has given: for tools and hosts that keep ids as numbers.
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }
}

impl fmt::Debug for PhaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PhaseId({})", self.0)
    }
}

impl fmt::Display for PhaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
