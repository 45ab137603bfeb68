//! What is being queued above the level of the current item.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

/// The new levels above the current item's, from the bottom up: deferred, unshifted, and then a level of its own for
/// each interrupting item.
#[derive(Clone)]
pub(super) struct Open<T> {
    /// The level that the current item came from.
    pub(super) level: usize,
    pub(super) deferred: Vec<T>,
    pub(super) unshifted: Vec<T>,
    pub(super) above: Vec<Vec<T>>,
    /// Whether the current item is to be set aside.
    pub(super) is_parked: bool,
    /// Whether the current item is to be set aside, or something has come on a level of its own.
    pub(super) is_interrupted: bool,
    /// Whether there is anything to settle before the next item is taken out.
    pub(super) is_used: bool,
}

impl<T> Open<T> {
    pub(super) const fn at_level(level: usize) -> Self {
        Self {
            level,
            deferred: Vec::new(),
            unshifted: Vec::new(),
            above: Vec::new(),
            is_parked: false,
            is_interrupted: false,
            is_used: false,
        }
    }

    pub(super) fn unshift(&mut self, item: T) {
        self.unshifted.push(item);
        self.is_used = true;
    }

    pub(super) fn defer(&mut self, item: T) {
        self.deferred.push(item);
        self.is_used = true;
    }

    pub(super) fn put_above(&mut self, item: T) {
        self.above.push(vec![item]);
        self.is_interrupted = true;
        self.is_used = true;
    }

    pub(super) fn park(&mut self) {
        self.is_parked = true;
        self.is_interrupted = true;
        self.is_used = true;
    }

    pub(super) fn take_children(&mut self) -> Vec<T> {
        let mut children = mem::take(&mut self.unshifted);
        children.append(&mut self.deferred);
        children
    }

    /// The number of its topmost level, or of the current item's own if it has none.
    pub(super) fn top_number(&self) -> usize {
        self.level + self.levels().filter(|level| !level.is_empty()).count()
    }

    pub(super) fn len(&self) -> usize {
        self.levels().map(Vec::len).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.levels().all(Vec::is_empty)
    }

    pub(super) fn clear(&mut self) {
        self.deferred.clear();
        self.unshifted.clear();
        self.above.clear();
        self.is_parked = false;
        self.is_interrupted = false;
        self.is_used = false;
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.deferred.shrink_to_fit();
        self.unshifted.shrink_to_fit();
        self.above.shrink_to_fit();
    }

    /// Its levels from the bottom up, each front first, the empty ones too.
    pub(super) fn levels(&self) -> impl DoubleEndedIterator<Item = &Vec<T>> + Clone {
        [&self.deferred, &self.unshifted].into_iter().chain(&self.above)
    }

    /// Like [`levels`](Self::levels).
    pub(super) fn levels_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Vec<T>> {
        [&mut self.deferred, &mut self.unshifted].into_iter().chain(&mut self.above)
    }
}
