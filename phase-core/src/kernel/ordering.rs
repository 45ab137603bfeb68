//! How phases are ordered that run by priority.

use core::any::{Any, TypeId};

use super::erased::Erased;

/// How phases of one type are ordered.
pub(crate) struct Ordering<W: 'static> {
    /// Which phases they are compared with: those that give the same.
    pub(crate) group: fn() -> TypeId,
    pub(crate) best: Best<W>,
    /// In a group of several types.
    pub(crate) key: Option<PutKey<W>>,
}

/// Which of some phases of one group has the highest key.
type Best<W> = fn(&mut dyn Iterator<Item = &dyn Erased<W>>, &W) -> usize;

/// Puts the key of a phase into an `Option` of it.
type PutKey<W> = fn(&dyn Any, &W, &mut dyn Any);

impl<W: 'static> Clone for Ordering<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: 'static> Copy for Ordering<W> {}
