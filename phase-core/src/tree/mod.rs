//! The level tree alone, generic over what it stores.

mod copy;
mod each;
mod levels;
mod line;
mod next_level;
mod open;
#[cfg(feature = "packed")]
mod parts;
#[cfg(feature = "causes")]
mod release;
#[cfg(feature = "causes")]
mod scope;
mod search;
#[cfg(feature = "serde")]
mod shape;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::{fmt, mem};

pub(crate) use copy::Copier;
pub use levels::{LevelItems, Levels};
pub(crate) use line::Line;
pub(crate) use next_level::{LevelKey, NextLevel};
use open::Open;
#[cfg(feature = "packed")]
pub(crate) use parts::Opened;
pub(crate) use search::Beside;
#[cfg(feature = "serde")]
pub(crate) use shape::{Lines, Misshapen, OpenShape, ParkedShape, Shape};

/// How often the tree has to run empty before its spare memory is looked at.
const ROUNDS_BETWEEN_TRIMS: u32 = 64;

/// Room for this many items is never worth giving back.
const SMALL: usize = 32;

/// A tree of levels: FIFO queues, of which the topmost that has something in it is served first.
///
/// The item taken out last is the _current_ one, and the level that it came from the [current
/// level](Self::current_level). What is [unshifted](Self::unshift) forms one new level above it, what is
/// [deferred](Self::defer) one new level between the two, and what is [pushed](Self::push) goes to the end of level
/// 0. So all that the current item unshifts, with all that those unshift and defer in turn, comes before what it
/// defers; and all of that before the current item's own siblings.
///
/// Each method takes constant time, amortised, whatever the number of levels and items; levels that have run empty
/// take no room. Memory is kept and used again. Every 64th time that the tree runs empty, it gives back what goes
/// beyond four times the most that was in use since the last such time; [`shrink_to_fit`](Self::shrink_to_fit) has it
/// give back all at once.
///
/// # Examples
///
/// ```
/// use phase_core::PhaseTree;
///
/// let mut tree = PhaseTree::new();
/// tree.push("move A");
/// tree.push("move B");
/// assert_eq!(tree.pop(), Some("move A"));
///
/// tree.defer("faint");
/// tree.unshift("damage");
/// assert_eq!(
///     tree.levels().to_string(),
///     "0: [\"move B\"]\n\
///      1: [\"faint\"]\n\
///      2: [\"damage\"]",
/// );
/// assert_eq!(tree.pop(), Some("damage"));
/// assert_eq!(tree.pop(), Some("faint"));
/// assert_eq!(tree.pop(), Some("move B"));
/// assert_eq!(tree.pop(), None);
/// ```
#[derive(Clone)]
pub struct PhaseTree<T> {
    /// Level 0.
    ground: VecDeque<T>,
    /// The levels above, one behind the other, each with its front at its end: so the next item is the last one.
    stack: Vec<T>,
    /// Where in `stack` each of those levels begins. None is empty.
    marks: Vec<Mark>,
    /// What the current item has queued above its level. It moves to `stack` when the next item is taken out, since
    /// only then is it known what comes first.
    open: Open<T>,
    /// That of the current item.
    line: Line,
    /// Below it, the stack has to wait for the item that was set aside last.
    floor: usize,
    /// The items set aside by interrupts, the innermost last.
    parked: Vec<Parked<T>>,
    /// Empty ones for the next interrupts. Boxed, as few games ever have any.
    #[allow(clippy::box_collection, reason = "a tree has to be small")]
    spare: Option<Box<Vec<Open<T>>>>,
    /// How many items have been taken from level 0.
    ground_served: usize,
    /// See [`rearranged`](Self::rearranged).
    rearranged: u64,
    peak: Peak,
}

#[derive(Debug, Clone, Copy)]
struct Mark {
    start: usize,
    number: usize,
    line: Line,
}

/// What an item had queued when it was set aside, and where the stack ended.
#[derive(Clone)]
struct Parked<T> {
    open: Open<T>,
    line: Line,
    floor: usize,
}

/// The most that was in use since memory was given back last.
#[derive(Clone, Copy)]
struct Peak {
    ground: usize,
    stack: usize,
    rounds: u32,
}

impl Peak {
    const NONE: Self = Self { ground: 0, stack: 0, rounds: 0 };
}

/// What comes next.
pub(crate) enum Next<T> {
    Item(T),
    /// The item that was set aside last is the current one again.
    Parked,
    Nothing,
}

impl<T> PhaseTree<T> {
    /// An empty tree, which allocates nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            ground: VecDeque::new(),
            stack: Vec::new(),
            marks: Vec::new(),
            open: Open::at_level(0),
            line: Line::NO_ITEM,
            floor: 0,
            parked: Vec::new(),
            spare: None,
            ground_served: 0,
            rearranged: 0,
            peak: Peak::NONE,
        }
    }

    /// Appends to level 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::PhaseTree;
    ///
    /// let mut tree = PhaseTree::new();
    /// tree.push("goblin");
    /// tree.push("orc");
    /// assert_eq!(tree.pop(), Some("goblin"));
    /// ```
    pub fn push(&mut self, item: T) {
        self.ground.push_back(item);
    }

    /// Appends to the new level above the current item's, which is served next.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::PhaseTree;
    /// let mut tree = PhaseTree::new();
    /// tree.push("orc");
    /// tree.unshift("trap");
    /// tree.unshift("poison");
    /// assert_eq!(tree.pop(), Some("trap"));
    /// tree.unshift("scream"); // above the level of the trap, and so before the poison
    /// assert_eq!(tree.pop(), Some("scream"));
    /// ```
    pub fn unshift(&mut self, item: T) {
        self.open.unshift(item);
    }

    /// Appends to the new level between the current item's and that of what it unshifts.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::PhaseTree;
    /// let mut tree = PhaseTree::new();
    /// tree.push("orc");
    /// tree.defer("death");
    /// tree.unshift("damage");
    /// assert_eq!(tree.pop(), Some("damage"));
    /// assert_eq!(tree.pop(), Some("death"));
    /// ```
    pub fn defer(&mut self, item: T) {
        self.open.defer(item);
    }

    /// Takes out the front of the topmost level that has something in it, and makes it the current item.
    ///
    /// When there is nothing left, the current level is 0 again.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::PhaseTree;
    /// let mut tree = PhaseTree::new();
    /// tree.push("orc");
    /// let mut order = vec![];
    /// while let Some(item) = tree.pop() {
    ///     if item == "orc" {
    ///         tree.unshift("attack");
    ///     }
    ///     order.push(item);
    /// }
    /// assert_eq!(order, ["orc", "attack"]);
    /// ```
    pub fn pop(&mut self) -> Option<T> {
        match self.next(|_| ()) {
            Next::Item(item) => Some(item),
            Next::Parked => None,
            Next::Nothing => {
                self.ran_empty();
                None
            }
        }
    }

    /// The level that the item taken out last came from; 0 at first, after [`clear`](Self::clear), and once
    /// [`pop`](Self::pop) has found the tree empty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::PhaseTree;
    /// let mut tree = PhaseTree::new();
    /// tree.unshift("trap");
    /// assert_eq!(tree.current_level(), 0);
    /// tree.pop();
    /// assert_eq!(tree.current_level(), 1);
    /// tree.pop(); // finds nothing
    /// assert_eq!(tree.current_level(), 0);
    /// ```
    #[must_use]
    pub fn current_level(&self) -> usize {
        self.open.level
    }

    /// The levels that have something in them, from the bottom up.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::PhaseTree;
    /// let mut tree = PhaseTree::new();
    /// tree.push("orc");
    /// tree.unshift("trap");
    /// let highest = tree.levels().map(|(number, _)| number).max();
    /// assert_eq!(highest, Some(1));
    /// ```
    #[must_use]
    pub fn levels(&self) -> Levels<'_, T> {
        Levels::new(self)
    }

    /// The number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        let parked: usize = self.parked.iter().map(|parked| parked.open.len()).sum();
        self.ground.len() + self.stack.len() + self.open.len() + parked
    }

    /// Whether there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ground.is_empty()
            && self.stack.is_empty()
            && self.open.is_empty()
            && self.parked.iter().all(|parked| parked.open.is_empty())
    }

    /// Drops all items; the current level is 0 again.
    pub fn clear(&mut self) {
        // Dropping an item may run a caller's code, and that may panic: the tree is in order before.
        let rearranged = self.rearranged + 1;
        let line = if self.line == Line::NO_ITEM { Line::NO_ITEM } else { Line::NOWHERE };
        let cleared = Self { peak: self.peak, rearranged, line, ..Self::new() };
        let mut old = mem::replace(self, cleared);
        old.marks.clear();
        old.floor = 0;
        old.parked.clear();
        old.ground.clear();
        old.stack.clear();
        old.open.clear();
        old.open.level = 0;
        old.line = line;
        old.rearranged = rearranged;
        *self = old;
    }

    /// Gives back all memory that is not in use, at once.
    pub fn shrink_to_fit(&mut self) {
        self.ground.shrink_to_fit();
        self.stack.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.open.shrink_to_fit();
        self.parked.shrink_to_fit();
        self.spare = None;
    }
}

/// What the manager needs beyond a plain tree: to set the current item aside, and to come back to it.
impl<T> PhaseTree<T> {
    /// Takes out what comes next. Before that, if the current item has queued anything or is to be set aside, `lead` is
    /// called.
    #[allow(clippy::inline_always, reason = "a call of its own is a fifth of the work")]
    #[inline(always)]
    pub(crate) fn next(&mut self, lead: impl FnOnce(&mut Self)) -> Next<T> {
        if self.open.is_used {
            lead(self);
            if let Some(item) = self.settle() {
                return Next::Item(item);
            }
        }
        if self.stack.len() > self.floor {
            if let (Some(item), [.., mark]) = (self.stack.pop(), &*self.marks) {
                self.open.level = mark.number;
                self.line = mark.line;
                if mark.start == self.stack.len() {
                    self.marks.pop();
                }
                return Next::Item(item);
            }
        }
        if !self.parked.is_empty() {
            return self.come_back();
        }
        self.open.level = 0;
        self.peak.ground = self.peak.ground.max(self.ground.len());
        let Some(item) = self.ground.pop_front() else {
            self.line = Line::NO_ITEM;
            return Next::Nothing;
        };
        self.ground_served = self.ground_served.wrapping_add(1);
        self.line = Line::NOWHERE;
        Next::Item(item)
    }

    #[cold]
    fn come_back(&mut self) -> Next<T> {
        if let Some(Parked { open, line, .. }) = self.parked.pop() {
            self.line = line;
            let spare = mem::replace(&mut self.open, open);
            let spares = self.spare.get_or_insert_default();
            if spares.len() < SMALL {
                spares.push(spare);
            }
        }
        self.floor = self.parked.last().map_or(0, |parked| parked.floor);
        Next::Parked
    }

    /// The item at the end of level 0, with the number of its level, as are those that follow.
    #[cfg(feature = "causes")]
    pub(crate) fn last_pushed(&self) -> Option<(usize, &T)> {
        self.ground.back().map(|item| (0, item))
    }

    /// The item that the current one has unshifted last.
    #[cfg(feature = "causes")]
    pub(crate) fn last_unshifted(&self) -> Option<(usize, &T)> {
        let Open { level, deferred, unshifted, .. } = &self.open;
        unshifted.last().map(|item| (level + 1 + usize::from(!deferred.is_empty()), item))
    }

    /// The item that the current one has deferred last.
    #[cfg(feature = "causes")]
    pub(crate) fn last_deferred(&self) -> Option<(usize, &T)> {
        self.open.deferred.last().map(|item| (self.open.level + 1, item))
    }

    /// The item that has come last on a level of its own, above all others.
    #[cfg(feature = "causes")]
    pub(crate) fn last_above(&self) -> Option<(usize, &T)> {
        self.open.above.last().and_then(|level| level.last()).map(|item| (self.open.top_number(), item))
    }

    /// The levels that the items which are set aside have come from, the innermost last.
    #[cfg(feature = "causes")]
    pub(crate) fn parked_levels(&self) -> impl Iterator<Item = usize> {
        let current = self.open.is_parked.then_some(self.open.level);
        self.parked.iter().map(|parked| parked.open.level).chain(current)
    }

    /// The line of the current item.
    #[cfg(feature = "causes")]
    pub(crate) fn line(&self) -> Line {
        self.line
    }

    /// Has no item be the current one, as where the tree has been found empty.
    pub(crate) fn leave(&mut self) {
        self.line = Line::NO_ITEM;
    }

    /// Makes an item the current one that was never in the tree.
    pub(crate) fn begin(&mut self) {
        self.line = Line::NOWHERE;
    }

    /// Sets the current item aside as soon as something else is taken out, until all that is above it has run.
    pub(crate) fn park(&mut self) {
        self.open.park();
    }

    /// Has the current item not be set aside after all.
    pub(crate) fn unpark(&mut self) {
        self.open.is_parked = false;
    }

    /// Puts an item on a new level above all others.
    pub(crate) fn put_above_all(&mut self, item: T) {
        self.open.put_above(item);
    }

    /// How many items are set aside, or are to be as soon as something else is taken out.
    pub(crate) fn parked(&self) -> usize {
        self.parked.len() + usize::from(self.open.is_parked)
    }

    /// Takes out all items, in the order in which they would have been taken out one by one; the current level is 0
    /// again, and nothing is set aside any more.
    pub(crate) fn take_all(&mut self) -> Vec<T> {
        let mut items = Vec::with_capacity(self.len());
        for parked in (0..=self.parked.len()).rev() {
            let floor = parked.checked_sub(1).map_or(0, |below| self.parked[below].floor);
            let open = self.parked.get_mut(parked).map_or(&mut self.open, |parked| &mut parked.open);
            items.extend(open.levels_mut().rev().flat_map(|level| level.drain(..)));
            items.extend(self.stack.drain(floor..).rev());
        }
        items.extend(self.ground.drain(..));
        self.clear();
        items
    }

    /// Gives away all items, the lowest level first, and leaves nothing.
    pub(crate) fn give_away(&mut self, mut give: impl FnMut(Vec<T>)) {
        if !self.ground.is_empty() {
            give(mem::take(&mut self.ground).into());
        }
        if !self.stack.is_empty() {
            give(mem::take(&mut self.stack));
        }
        if self.open.is_used || !self.parked.is_empty() {
            let open = self.parked.iter_mut().map(|parked| &mut parked.open).chain([&mut self.open]);
            open.flat_map(Open::levels_mut).for_each(|level| give(mem::take(level)));
        }
    }

    /// Takes out all that the current item has unshifted and deferred, in that order.
    pub(crate) fn take_children(&mut self) -> Vec<T> {
        self.rearranged += 1;
        self.open.take_children()
    }

    /// Moves what the current item has queued to where it will be taken from, but for the item that comes next: most
    /// items queue few others, and so it need not go there and back.
    #[allow(clippy::inline_always, reason = "as that of `next`")]
    #[inline(always)]
    fn settle(&mut self) -> Option<T> {
        if self.open.is_interrupted {
            self.settle_interrupts();
            return None;
        }
        let Self { stack, marks, open, line, .. } = self;
        open.is_used = false;
        let mut top = &mut open.deferred;
        // A look-up may have taken all of them out again.
        if !open.unshifted.is_empty() {
            if !top.is_empty() {
                open.level += 1;
                settle_level(stack, marks, open.level, line.deferred(), top, 0);
            }
            top = &mut open.unshifted;
            open.level += 1;
            *line = line.unshifted();
        } else if !top.is_empty() {
            open.level += 1;
            *line = line.deferred();
        }
        settle_level(stack, marks, open.level, *line, top, 1);
        self.peak.stack = self.peak.stack.max(stack.len() + 1);
        top.pop()
    }

    #[cold]
    fn settle_interrupts(&mut self) {
        let mut above = mem::take(&mut self.open.above);
        let mut number = self.open.top_number();
        if self.open.is_parked {
            let fresh = self.spare.as_mut().and_then(|spares| spares.pop()).unwrap_or(Open::at_level(0));
            let mut open = mem::replace(&mut self.open, fresh);
            open.is_parked = false;
            open.is_interrupted = false;
            self.floor = self.stack.len();
            self.parked.push(Parked { open, line: self.line, floor: self.floor });
        } else {
            let Self { stack, marks, open, .. } = self;
            let mut number = open.level;
            let lines = [self.line.deferred(), self.line.unshifted()];
            for (level, line) in [&mut open.deferred, &mut open.unshifted].into_iter().zip(lines) {
                if !level.is_empty() {
                    number += 1;
                    settle_level(stack, marks, number, line, level, 0);
                }
            }
        }
        let line = self.line.interrupting();
        for level in above.iter_mut().filter(|level| !level.is_empty()) {
            number += 1;
            settle_level(&mut self.stack, &mut self.marks, number, line, level, 0);
        }
        self.open.is_interrupted = false;
        self.open.is_used = false;
        self.peak.stack = self.peak.stack.max(self.stack.len());
    }

    /// Gives memory back from time to time; to be called when there is nothing left.
    ///
    /// When it does so, it says how many items it has still room for at least.
    pub(crate) fn ran_empty(&mut self) -> Option<usize> {
        self.peak.rounds += 1;
        if self.peak.rounds < ROUNDS_BETWEEN_TRIMS {
            return None;
        }
        let Peak { ground, stack, .. } = mem::replace(&mut self.peak, Peak::NONE);
        if self.ground.capacity() > 4 * ground.max(SMALL / 4) {
            self.ground.shrink_to(ground);
        }
        trim(&mut self.stack, stack);
        // No level is empty, so there are no more of them than items; and what was queued went to the stack.
        trim(&mut self.marks, stack);
        trim(&mut self.parked, 0);
        trim(&mut self.open.unshifted, stack);
        trim(&mut self.open.deferred, stack);
        trim(&mut self.open.above, 0);
        self.spare = None;
        Some((ground + stack).max(SMALL))
    }
}

/// Puts a level onto the stack, with its front at the end, but for so many items at its front.
#[inline]
fn settle_level<T>(
    stack: &mut Vec<T>,
    marks: &mut Vec<Mark>,
    number: usize,
    line: Line,
    level: &mut Vec<T>,
    but: usize,
) {
    if level.len() > but {
        marks.push(Mark { start: stack.len(), number, line });
    }
    if level.len() > SMALL {
        make_room(stack, level.len());
    }
    while level.len() > but {
        let Some(item) = level.pop() else { return };
        stack.push(item);
    }
}

/// For a level that is larger than all that there was: twice its size, which growing by and by may come to, would be
/// half wasted.
#[cold]
#[inline(never)]
fn make_room<T>(stack: &mut Vec<T>, items: usize) {
    if items > stack.capacity() {
        stack.reserve_exact(items);
    }
}

fn trim<U>(buffer: &mut Vec<U>, peak: usize) {
    if buffer.capacity() > 4 * peak.max(SMALL / 4) {
        buffer.shrink_to(peak);
    }
}

impl<T> Default for PhaseTree<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for PhaseTree<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.levels()).finish()
    }
}
