//! The levels of a schedule, to look at.

use core::fmt;

use super::inspect::PhaseRef;
use super::storage::Stored;
use crate::tree::{LevelItems, Levels};

/// The levels that have phases queued, from the bottom up; see [`PhaseManager::levels`](crate::PhaseManager::levels).
///
/// `Display` gives a line per level, the phases by their `Debug`; the last line is served first:
///
/// ```text
/// 0: [MovePhase(B)]
/// 1: [MoveEndPhase(A)]
/// 2: [FaintPhase(B)]
/// ```
///
/// # Examples
///
/// A debug overlay that prints the topmost level only:
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// # let mut phases = PhaseManager::new();
/// phases.push(MovePhase("Aspen"));
/// phases.unshift(FaintPhase("Bezel"));
/// if let Some((number, level)) = phases.levels().last() {
///     for phase in level {
///         println!("next, from level {number}: {}", phase.name());
///     }
/// #     assert_eq!(number, 1);
/// }
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
pub struct PhaseLevels<'a, W: 'static>(Levels<'a, Stored<W>>);

impl<'a, W: 'static> PhaseLevels<'a, W> {
    pub(crate) fn new(levels: Levels<'a, Stored<W>>) -> Self {
        Self(levels)
    }
}

impl<'a, W: 'static> Iterator for PhaseLevels<'a, W> {
    type Item = (usize, LevelPhases<'a, W>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(number, phases)| (number, LevelPhases(phases)))
    }
}

impl<W: 'static> Clone for PhaseLevels<'_, W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W: 'static> fmt::Display for PhaseLevels<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<W: 'static> fmt::Debug for PhaseLevels<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The phases of one level, the next one first; [ordered](crate::Ordered) phases as they were queued.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// # let mut phases = PhaseManager::new();
/// phases.push(MovePhase("Aspen"));
/// phases.push(FaintPhase("Bezel"));
/// for (number, level) in phases.levels() {
///     let names: Vec<_> = level.map(PhaseRef::name).collect();
///     assert_eq!((number, names), (0, vec!["MovePhase", "FaintPhase"]));
/// }
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
pub struct LevelPhases<'a, W: 'static>(LevelItems<'a, Stored<W>>);

impl<'a, W: 'static> Iterator for LevelPhases<'a, W> {
    type Item = PhaseRef<'a>;

    fn next(&mut self) -> Option<PhaseRef<'a>> {
        self.0.next().map(Stored::as_ref)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<W: 'static> DoubleEndedIterator for LevelPhases<'_, W> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(Stored::as_ref)
    }
}

impl<W: 'static> ExactSizeIterator for LevelPhases<'_, W> {}

impl<W: 'static> Clone for LevelPhases<'_, W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W: 'static> fmt::Debug for LevelPhases<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
