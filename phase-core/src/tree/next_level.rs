//! The level that is served next, to look at and to rearrange before it is.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::PhaseTree;

/// The level from which the next item comes, with its front at index 0.
///
/// Its items have positions, which stay the same while it is served and others are queued: until the tree is
/// [rearranged](PhaseTree::rearranged).
pub(crate) struct NextLevel<'a, T> {
    items: Items<'a, T>,
    /// For level 0, the position of its front; for the others, where they begin on the stack.
    start: usize,
}

enum Items<'a, T> {
    Ground(&'a mut VecDeque<T>),
    /// With its front at the end.
    Stack(&'a mut [T]),
    /// Not yet on the stack.
    Open(&'a mut [T]),
}

/// Tells levels apart that are in the tree at the same time.
///
/// The higher one is the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LevelKey {
    Ground,
    Upper { start: usize },
}

impl<T> PhaseTree<T> {
    /// How often items have been taken out, exchanged or put in elsewhere than by queueing and serving them.
    pub(crate) fn rearranged(&self) -> u64 {
        self.rearranged
    }

    /// The level from which `next` would take, if it would take anything.
    ///
    /// Nothing is settled, since nothing may come of it: the current item is still the current one.
    #[allow(
        clippy::inline_always,
        reason = "what it gives is read as a whole, right after it was written in parts"
    )]
    #[inline(always)]
    pub(crate) fn next_level(&mut self) -> Option<NextLevel<'_, T>> {
        if self.open.is_used {
            let is_parked = self.open.is_parked;
            // What a parked item has queued has to wait for it.
            let settled = self.open.levels().skip(if is_parked { 2 } else { 0 });
            let items: usize = settled.map(Vec::len).sum();
            if items > 0 {
                let level = self.open.levels_mut().rev().find(|level| !level.is_empty())?;
                let start = self.stack.len() + items - level.len();
                return Some(NextLevel { items: Items::Open(level), start });
            }
            if is_parked {
                return None;
            }
        }
        if self.stack.len() > self.floor {
            let start = self.marks.last()?.start;
            Some(NextLevel { items: Items::Stack(&mut self.stack[start..]), start })
        } else if self.parked.is_empty() && !self.ground.is_empty() {
            Some(NextLevel { items: Items::Ground(&mut self.ground), start: self.ground_served })
        } else {
            None
        }
    }
}

impl<T> NextLevel<'_, T> {
    pub(crate) fn key(&self) -> LevelKey {
        match self.items {
            Items::Ground(_) => LevelKey::Ground,
            Items::Stack(_) | Items::Open(_) => LevelKey::Upper { start: self.start },
        }
    }

    pub(crate) fn len(&self) -> usize {
        match &self.items {
            Items::Ground(items) => items.len(),
            Items::Stack(items) | Items::Open(items) => items.len(),
        }
    }

    pub(crate) fn get(&self, index: usize) -> &T {
        match &self.items {
            Items::Ground(items) => &items[index],
            Items::Stack(items) => &items[items.len() - 1 - index],
            Items::Open(items) => &items[index],
        }
    }

    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        match &mut self.items {
            Items::Ground(items) => items.swap(a, b),
            Items::Stack(items) => {
                let last = items.len() - 1;
                items.swap(last - a, last - b);
            }
            Items::Open(items) => items.swap(a, b),
        }
    }

    pub(crate) fn position(&self, index: usize) -> usize {
        match self.items {
            Items::Ground(_) => self.start.wrapping_add(index),
            Items::Stack(_) | Items::Open(_) => self.start + self.len() - 1 - index,
        }
    }

    pub(crate) fn index(&self, position: usize) -> usize {
        match self.items {
            Items::Ground(_) => position.wrapping_sub(self.start),
            Items::Stack(_) | Items::Open(_) => self.start + self.len() - 1 - position,
        }
    }
}
