//! Looking through a tree, and changing what is found.

use alloc::vec::Vec;
use core::mem;

use super::open::Open;
use super::{Mark, PhaseTree};

/// A side of an item in its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    Before,
    After,
}

/// Where an item is.
#[derive(Clone, Copy)]
enum Place {
    Ground(usize),
    Stack(usize),
    /// In what an item is queueing: the current one, where `parked` is the number of parked ones, or one of those.
    Open {
        parked: usize,
        level: usize,
        index: usize,
    },
}

impl<T> PhaseTree<T> {
    /// Every item, in the order in which they would be taken out if nothing were added.
    pub(crate) fn in_run_order(&self) -> impl Iterator<Item = &T> {
        self.places().map(|(_, item)| item)
    }

    /// Puts what `make` makes of `new` in the place of the first item in run order that `matches`.
    ///
    /// # Errors
    ///
    /// Gives `new` back when nothing matches.
    pub(crate) fn replace<U>(
        &mut self,
        matches: impl FnMut(&T) -> bool,
        new: U,
        make: impl FnOnce(U) -> T,
    ) -> Result<T, U> {
        let Some(old) = self.find_mut(matches) else { return Err(new) };
        let old = mem::replace(old, make(new));
        self.rearranged += 1;
        Ok(old)
    }

    pub(crate) fn find_mut(&mut self, matches: impl FnMut(&T) -> bool) -> Option<&mut T> {
        match self.locate(matches)? {
            Place::Ground(index) => self.ground.get_mut(index),
            Place::Stack(index) => self.stack.get_mut(index),
            Place::Open { parked, level, index } => self.open_level_mut(parked, level)?.get_mut(index),
        }
    }

    /// Takes out the first item in run order that `matches`.
    pub(crate) fn remove_first(&mut self, matches: impl FnMut(&T) -> bool) -> Option<T> {
        let place = self.locate(matches)?;
        self.rearranged += 1;
        match place {
            Place::Ground(index) => self.ground.remove(index),
            Place::Stack(index) => {
                let level = self.level_of(index);
                let end = self.marks.get(level + 1).map_or(self.stack.len(), |mark| mark.start);
                self.shift_above(index, |start| start - 1);
                if end - self.marks[level].start == 1 {
                    self.marks.remove(level);
                }
                Some(self.stack.remove(index))
            }
            Place::Open { parked, level, index } => {
                self.open_level_mut(parked, level).map(|level| level.remove(index))
            }
        }
    }

    /// Takes out every item that `matches`, and gives them in run order.
    ///
    /// All are asked before anything moves, so that a caller's panic finds the tree as it was.
    pub(crate) fn remove_all(&mut self, mut matches: impl FnMut(&T) -> bool) -> Vec<T> {
        let mut hits = Hits::none(self);
        let mut count = 0;
        for (place, item) in self.places() {
            if matches(item) {
                hits.mark(place, count);
                count += 1;
            }
        }
        if count == 0 {
            return Vec::new();
        }
        let mut removed = Vec::with_capacity(count);
        self.rearranged += 1;
        for (open, hits) in self.parked.iter_mut().map(|parked| &mut parked.open).zip(hits.parked) {
            sift_open(open, hits, &mut removed);
        }
        sift_open(&mut self.open, hits.open, &mut removed);
        self.ground = sift(mem::take(&mut self.ground), hits.ground, &mut removed);
        for parked in &mut self.parked {
            parked.floor -= hits.stack[..parked.floor].iter().flatten().count();
        }
        self.floor = self.parked.last().map_or(0, |parked| parked.floor);
        self.sift_stack(hits.stack, &mut removed);
        removed.sort_unstable_by_key(|(nth, _)| *nth);
        removed.into_iter().map(|(_, item)| item).collect()
    }

    /// Puts `new` directly before or after the first item in run order that `matches`, on its level.
    ///
    /// # Errors
    ///
    /// Gives `new` back when nothing matches.
    pub(crate) fn insert_beside(
        &mut self,
        beside: Beside,
        matches: impl FnMut(&T) -> bool,
        new: T,
    ) -> Result<(), T> {
        let after = usize::from(beside == Beside::After);
        self.rearranged += 1;
        match self.locate(matches) {
            Some(Place::Ground(index)) => self.ground.insert(index + after, new),
            Some(Place::Stack(index)) => {
                self.shift_above(index, |start| start + 1);
                // The stack has what runs first at its end.
                self.stack.insert(index + 1 - after, new);
            }
            Some(Place::Open { parked, level, index }) => match self.open_level_mut(parked, level) {
                Some(level) => level.insert(index + after, new),
                None => return Err(new),
            },
            None => return Err(new),
        }
        Ok(())
    }

    fn locate(&self, mut matches: impl FnMut(&T) -> bool) -> Option<Place> {
        self.places().find(|(_, item)| matches(item)).map(|(place, _)| place)
    }

    /// Every item with its place, in run order.
    fn places(&self) -> impl Iterator<Item = (Place, &T)> {
        let opens = (0..=self.parked.len()).rev().flat_map(move |parked| {
            let floor = parked.checked_sub(1).map_or(0, |below| self.parked[below].floor);
            let top = self.parked.get(parked).map_or(self.stack.len(), |parked| parked.floor);
            let stack = (floor..top).rev().map(|index| (Place::Stack(index), &self.stack[index]));
            self.open_places(parked).chain(stack)
        });
        let ground = self.ground.iter().enumerate().map(|(index, item)| (Place::Ground(index), item));
        opens.chain(ground)
    }

    fn open_places(&self, parked: usize) -> impl Iterator<Item = (Place, &T)> {
        let open = self.parked.get(parked).map_or(&self.open, |parked| &parked.open);
        let levels = open.levels().enumerate().collect::<Vec<_>>().into_iter().rev();
        levels.flat_map(move |(level, items)| {
            let places = (0..).map(move |index| Place::Open { parked, level, index });
            places.zip(items)
        })
    }

    fn open_level_mut(&mut self, parked: usize, level: usize) -> Option<&mut Vec<T>> {
        let open = match self.parked.get_mut(parked) {
            Some(parked) => &mut parked.open,
            None => &mut self.open,
        };
        open.levels_mut().nth(level)
    }

    /// Which of `marks` is that of the level with this index of `stack`.
    fn level_of(&self, index: usize) -> usize {
        self.marks.partition_point(|mark| mark.start <= index) - 1
    }

    /// Moves the boundaries in `stack` above an index by one.
    fn shift_above(&mut self, index: usize, shift: impl Fn(usize) -> usize) {
        for mark in self.marks.iter_mut().filter(|mark| mark.start > index) {
            mark.start = shift(mark.start);
        }
        for parked in self.parked.iter_mut().filter(|parked| parked.floor > index) {
            parked.floor = shift(parked.floor);
        }
        self.floor = self.parked.last().map_or(0, |parked| parked.floor);
    }

    fn sift_stack(&mut self, hits: Vec<Hit>, removed: &mut Vec<(usize, T)>) {
        let old_marks = mem::take(&mut self.marks);
        let old_stack = mem::take(&mut self.stack);
        let mut level = 0;
        for (index, (item, hit)) in old_stack.into_iter().zip(hits).enumerate() {
            while old_marks.get(level + 1).is_some_and(|next| next.start <= index) {
                level += 1;
            }
            if let Some(nth) = hit {
                removed.push((nth, item));
                continue;
            }
            let Mark { number, line, .. } = old_marks[level];
            if self.marks.last().is_none_or(|mark| mark.number != number) {
                self.marks.push(Mark { start: self.stack.len(), number, line });
            }
            self.stack.push(item);
        }
    }
}

/// The how manieth an item is, in run order, of those that are to be removed.
type Hit = Option<usize>;

/// What is to be removed, in the shape of the tree.
struct Hits {
    ground: Vec<Hit>,
    stack: Vec<Hit>,
    open: Vec<Vec<Hit>>,
    parked: Vec<Vec<Vec<Hit>>>,
}

impl Hits {
    fn none<T>(tree: &PhaseTree<T>) -> Self {
        let of_open =
            |open: &Open<T>| open.levels().map(|level| alloc::vec![None; level.len()]).collect::<Vec<_>>();
        Self {
            ground: alloc::vec![None; tree.ground.len()],
            stack: alloc::vec![None; tree.stack.len()],
            open: of_open(&tree.open),
            parked: tree.parked.iter().map(|parked| of_open(&parked.open)).collect(),
        }
    }

    fn mark(&mut self, place: Place, nth: usize) {
        let hit = match place {
            Place::Ground(index) => &mut self.ground[index],
            Place::Stack(index) => &mut self.stack[index],
            Place::Open { parked, level, index } => {
                &mut self.parked.get_mut(parked).unwrap_or(&mut self.open)[level][index]
            }
        };
        *hit = Some(nth);
    }
}

fn sift_open<T>(open: &mut Open<T>, hits: Vec<Vec<Hit>>, removed: &mut Vec<(usize, T)>) {
    for (level, hits) in open.levels_mut().zip(hits) {
        *level = sift(mem::take(level), hits, removed);
    }
}

/// Parts the items that are to be removed from those that stay.
fn sift<T, C>(items: C, hits: Vec<Hit>, removed: &mut Vec<(usize, T)>) -> C
where
    C: IntoIterator<Item = T> + FromIterator<T>,
{
    let kept = items.into_iter().zip(hits).filter_map(|(item, hit)| match hit {
        Some(nth) => {
            removed.push((nth, item));
            None
        }
        None => Some(item),
    });
    kept.collect()
}
