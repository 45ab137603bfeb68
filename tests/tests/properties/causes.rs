//! The phases that set another off, as far as what is seen of them has to be the same.

use std::collections::HashSet;

use crate::program::Id;

/// How many of the nearest are compared. The nearest 256 are kept of a phase that runs; fewer are left of those of a phase
/// that is queued to a cause further away.
pub(crate) const CAUSES_COMPARED: usize = 64;

/// Of so many phases, one shows what comes after those.
const SHOWS_ALL: Id = 8;

/// The name and the number of a phase that set another off.
pub(crate) type Cause = (&'static str, Id);

/// The causes of one phase, the nearest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Causes {
    near: Vec<Cause>,
    /// Those beyond, of which some may be left out.
    far: Vec<Id>,
    /// Those of them that set off something which is still queued, so that they may not.
    needed: Vec<Id>,
}

impl Causes {
    pub(crate) fn of(phase: Id, mut causes: impl Iterator<Item = Cause>) -> Self {
        let near = causes.by_ref().take(CAUSES_COMPARED).collect();
        let far = if phase % SHOWS_ALL == 0 { causes.map(|(_, id)| id).collect() } else { vec![] };
        Self { near, far, needed: vec![] }
    }

    pub(crate) fn with_needed(mut self, needed: &HashSet<Id>) -> Self {
        self.needed = self.far.iter().copied().filter(|id| needed.contains(id)).collect();
        self
    }

    /// The names of the nearest.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.near.iter().map(|(name, _)| *name).collect()
    }
}

/// Whether these are the same, if one of them leaves out what it may.
impl PartialEq for Causes {
    fn eq(&self, other: &Self) -> bool {
        let (all, some) = if self.far.len() < other.far.len() { (other, self) } else { (self, other) };
        let mut left = all.far.iter();
        self.near == other.near
            && some.far.iter().all(|cause| left.any(|other| other == cause))
            && all.needed.iter().chain(&some.needed).all(|id| some.far.contains(id))
    }
}

impl Eq for Causes {}
