//! The levels of a tree, to look at.

use alloc::collections::vec_deque;
use alloc::vec::{self, Vec};
use core::iter::Rev;
use core::{fmt, slice};

use super::PhaseTree;
use super::open::Open;

/// The levels of a [`PhaseTree`] that have something in them, from the bottom up, with their numbers.
///
/// `Display` gives a line per level: `0: [a, b]`.
///
/// # Examples
///
/// ```
/// use phase_core::PhaseTree;
///
/// let mut tree = PhaseTree::new();
/// tree.push("orc");
/// tree.push("goblin");
/// tree.unshift("trap");
/// println!("{}", tree.levels());
/// for (number, items) in tree.levels().rev() {
///     println!("level {number} has {} items", items.len());
/// }
/// # assert_eq!(tree.levels().len(), 2);
/// ```
pub struct Levels<'a, T>(vec::IntoIter<(usize, LevelItems<'a, T>)>);

impl<'a, T> Levels<'a, T> {
    pub(super) fn new(tree: &'a PhaseTree<T>) -> Self {
        let mut levels = Vec::new();
        if !tree.ground.is_empty() {
            levels.push((0, LevelItems(Items::Ground(tree.ground.iter()))));
        }
        let mut marks = tree.marks.as_slice();
        for parked in &tree.parked {
            let (below, above) = marks.split_at(marks.partition_point(|mark| mark.start < parked.floor));
            add_stack(&mut levels, tree, below, parked.floor);
            add_open(&mut levels, &parked.open);
            marks = above;
        }
        add_stack(&mut levels, tree, marks, tree.stack.len());
        add_open(&mut levels, &tree.open);
        Self(levels.into_iter())
    }
}

fn add_stack<'a, T>(
    levels: &mut Vec<(usize, LevelItems<'a, T>)>,
    tree: &'a PhaseTree<T>,
    marks: &[super::Mark],
    end: usize,
) {
    let ends = marks.iter().skip(1).map(|mark| mark.start).chain([end]);
    for (mark, end) in marks.iter().zip(ends) {
        levels.push((mark.number, LevelItems(Items::Stack(tree.stack[mark.start..end].iter().rev()))));
    }
}

fn add_open<'a, T>(levels: &mut Vec<(usize, LevelItems<'a, T>)>, open: &'a Open<T>) {
    let open_levels = open.levels().filter(|level| !level.is_empty());
    levels.extend((open.level + 1..).zip(open_levels.map(|level| LevelItems(Items::Open(level.iter())))));
}

impl<'a, T> Iterator for Levels<'a, T> {
    type Item = (usize, LevelItems<'a, T>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T> DoubleEndedIterator for Levels<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back()
    }
}

impl<T> ExactSizeIterator for Levels<'_, T> {}

impl<T> Clone for Levels<'_, T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: fmt::Debug> fmt::Display for Levels<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (number, items)) in self.clone().enumerate() {
            let line_break = if i == 0 { "" } else { "\n" };
            write!(f, "{line_break}{number}: {items:?}")?;
        }
        Ok(())
    }
}

impl<T: fmt::Debug> fmt::Debug for Levels<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone()).finish()
    }
}

/// The items of one level of a [`PhaseTree`], front first.
///
/// # Examples
///
/// ```
/// use phase_core::PhaseTree;
///
/// let mut tree = PhaseTree::new();
/// tree.push("orc");
/// tree.push("goblin");
/// let (_, mut items) = tree.levels().next().unwrap();
/// assert_eq!(items.next(), Some(&"orc"));
/// assert_eq!(items.next_back(), Some(&"goblin"));
/// ```
pub struct LevelItems<'a, T>(Items<'a, T>);

enum Items<'a, T> {
    Ground(vec_deque::Iter<'a, T>),
    Stack(Rev<slice::Iter<'a, T>>),
    Open(slice::Iter<'a, T>),
}

impl<'a, T> Iterator for LevelItems<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Items::Ground(items) => items.next(),
            Items::Stack(items) => items.next(),
            Items::Open(items) => items.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Items::Ground(items) => items.size_hint(),
            Items::Stack(items) => items.size_hint(),
            Items::Open(items) => items.size_hint(),
        }
    }
}

impl<T> DoubleEndedIterator for LevelItems<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Items::Ground(items) => items.next_back(),
            Items::Stack(items) => items.next_back(),
            Items::Open(items) => items.next_back(),
        }
    }
}

impl<T> ExactSizeIterator for LevelItems<'_, T> {}

impl<T> Clone for LevelItems<'_, T> {
    fn clone(&self) -> Self {
        Self(match &self.0 {
            Items::Ground(items) => Items::Ground(items.clone()),
            Items::Stack(items) => Items::Stack(items.clone()),
            Items::Open(items) => Items::Open(items.clone()),
        })
    }
}

impl<T: fmt::Debug> fmt::Debug for LevelItems<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
