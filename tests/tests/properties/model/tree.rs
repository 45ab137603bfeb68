//! The level tree as the rules tell it: every phase that has started owns lists of what it has queued.

mod line;

use crate::program::{How, Side};

/// Level 0, and the path of phases that leads to the one which ran last.
#[derive(Debug)]
pub(crate) struct Tree<T> {
    ground: Vec<T>,
    path: Vec<Node<T>>,
}

/// A phase that has started, and what it has queued that has not.
#[derive(Debug)]
struct Node<T> {
    /// Nothing, if no phase has run since the tree was empty.
    who: Option<T>,
    /// By which list of the one below it.
    came_by: usize,
    level: usize,
    deferred: List<T>,
    unshifted: List<T>,
    /// One for each interrupt that came after it.
    interrupts: Vec<List<T>>,
    is_parked: bool,
}

#[derive(Debug)]
struct List<T> {
    items: Vec<T>,
    /// Given once something else runs; until then the list stands on the next level that is free.
    number: Option<usize>,
}

impl<T> List<T> {
    fn of(items: Vec<T>) -> Self {
        Self { items, number: None }
    }
}

impl<T> Node<T> {
    fn on(level: usize, who: Option<T>, came_by: usize) -> Self {
        let (deferred, unshifted) = (List::of(vec![]), List::of(vec![]));
        let interrupts = vec![];
        Self { who, came_by, level, deferred, unshifted, interrupts, is_parked: false }
    }

    fn on_ground(who: Option<T>) -> Self {
        Self::on(0, who, DEFERRED)
    }

    /// With their numbers, from the bottom up: its own two, and then the interrupts.
    fn lists(&mut self) -> Vec<(usize, &mut List<T>)> {
        let mut number = self.level;
        let children = [&mut self.deferred, &mut self.unshifted];
        let numbered = children.into_iter().chain(&mut self.interrupts).map(|list| {
            number = list.number.unwrap_or(number + usize::from(!list.items.is_empty()));
            (number, list)
        });
        numbered.collect()
    }

    /// Something else runs now. A parked phase goes on to queue later, but nothing goes below its interrupts.
    fn fix_numbers(&mut self) {
        let fixed_from = if self.is_parked { CHILDREN } else { 0 };
        for (number, list) in self.lists().into_iter().skip(fixed_from) {
            if !list.items.is_empty() {
                list.number = Some(number);
            }
        }
    }
}

/// The lists that a phase has of its own.
const DEFERRED: usize = 0;
const UNSHIFTED: usize = 1;
const CHILDREN: usize = 2;

/// What runs next.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Next {
    Queued(Slot),
    /// The parked phase so deep in the path goes on.
    Parked(usize),
    Nothing,
}

/// The front of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Slot {
    Ground,
    /// A list of the phase so deep in the path, counted from the bottom.
    Above(usize, usize),
}

impl<T> Tree<T> {
    pub(crate) fn new() -> Self {
        Self { ground: vec![], path: vec![Node::on_ground(None)] }
    }

    /// The phase that ran last, which queues.
    fn owner(&mut self) -> &mut Node<T> {
        self.path.last_mut().expect("the path never is empty")
    }

    pub(crate) fn queue(&mut self, how: How, item: T) {
        let list = match how {
            How::Push => &mut self.ground,
            How::Unshift => &mut self.owner().unshifted.items,
            How::Defer => &mut self.owner().deferred.items,
        };
        list.push(item);
    }

    pub(crate) fn interrupt(&mut self, item: T, parks: bool) {
        self.owner().is_parked |= parks;
        self.owner().interrupts.push(List::of(vec![item]));
    }

    pub(crate) fn unpark(&mut self) {
        self.owner().is_parked = false;
    }

    /// The nth of those that are parked, from the outermost, does not come back.
    pub(crate) fn unpark_nth(&mut self, nth: usize) {
        let last = self.path.len() - 1;
        let mut parked = self.path.iter_mut().enumerate().filter(|(_, node)| node.is_parked);
        let (depth, node) = parked.nth(nth).expect("so many are parked");
        node.is_parked = false;
        // What it has queued is all that it will, unless nothing has run since.
        if depth < last {
            node.fix_numbers();
        }
    }

    /// What ran last goes on, and nobody set it off.
    pub(crate) fn clear(&mut self) {
        let who = self.owner().who.take();
        *self = Self { ground: vec![], path: vec![Node::on_ground(who)] };
    }

    pub(crate) fn drop_children(&mut self) -> Vec<T> {
        let owner = self.owner();
        owner.deferred.items.drain(..).chain(owner.unshifted.items.drain(..)).collect()
    }

    pub(crate) fn level(&self) -> usize {
        self.path.last().map_or(0, |node| node.level)
    }

    pub(crate) fn next(&mut self) -> Next {
        for (depth, node) in self.path.iter_mut().enumerate().rev() {
            // A parked phase comes before its children, but after all that interrupted it.
            let bound = if node.is_parked { CHILDREN } else { 0 };
            let topmost = node.lists().iter().rposition(|(_, list)| !list.items.is_empty());
            if let Some(index) = topmost.filter(|&index| index >= bound) {
                return Next::Queued(Slot::Above(depth, index));
            }
            if node.is_parked {
                return Next::Parked(depth);
            }
        }
        if self.ground.is_empty() { Next::Nothing } else { Next::Queued(Slot::Ground) }
    }

    pub(crate) fn level_of(&mut self, slot: Slot) -> &mut Vec<T> {
        match slot {
            Slot::Ground => &mut self.ground,
            Slot::Above(depth, index) => &mut self.path[depth].lists().swap_remove(index).1.items,
        }
    }

    /// A parked phase runs again, and owns what it had queued.
    pub(crate) fn resume(&mut self, depth: usize) {
        self.path.truncate(depth + 1);
        self.owner().is_parked = false;
        self.owner().interrupts.clear();
    }

    /// Nothing is left, and nothing ran last.
    pub(crate) fn run_empty(&mut self) {
        self.path = vec![Node::on_ground(None)];
    }

    /// Something runs that was never queued.
    pub(crate) fn ran(&mut self, item: T) {
        self.path = vec![Node::on_ground(Some(item))];
    }

    /// The levels that are not empty, from the bottom up.
    pub(crate) fn levels(&mut self) -> Vec<(usize, &mut Vec<T>)> {
        let upper =
            self.path.iter_mut().flat_map(Node::lists).map(|(number, list)| (number, &mut list.items));
        let all = std::iter::once((0, &mut self.ground)).chain(upper);
        all.filter(|(_, list)| !list.is_empty()).collect()
    }

    pub(crate) fn len(&mut self) -> usize {
        self.levels().iter().map(|(_, list)| list.len()).sum()
    }
}

impl<T: Clone> Tree<T> {
    /// Takes out the front of a list, which then is what ran last.
    pub(crate) fn take(&mut self, slot: Slot) -> T {
        let item = self.level_of(slot)[0].clone();
        let who = Some(item.clone());
        match slot {
            Slot::Ground => self.path = vec![Node::on_ground(who)],
            Slot::Above(depth, index) => {
                self.path.truncate(depth + 1);
                self.owner().fix_numbers();
                let number = self.owner().lists()[index].0;
                self.path.push(Node::on(number, who, index));
            }
        }
        self.level_of(slot).remove(0);
        item
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        if let Next::Queued(slot) = self.next() {
            return Some(self.take(slot));
        }
        self.run_empty();
        None
    }

    pub(crate) fn in_run_order(&mut self) -> Vec<T> {
        self.levels().iter().rev().flat_map(|(_, list)| list.iter().cloned()).collect()
    }

    /// The level and the index of the first match in run order.
    fn position(&mut self, matches: impl Fn(&T) -> bool) -> Option<(&mut Vec<T>, usize)> {
        for (_, list) in self.levels().into_iter().rev() {
            if let Some(index) = list.iter().position(&matches) {
                return Some((list, index));
            }
        }
        None
    }

    pub(crate) fn find(&mut self, matches: impl Fn(&T) -> bool) -> Option<&mut T> {
        self.position(matches).map(|(list, index)| &mut list[index])
    }

    pub(crate) fn remove(&mut self, matches: impl Fn(&T) -> bool) -> Option<T> {
        self.position(matches).map(|(list, index)| list.remove(index))
    }

    pub(crate) fn insert(&mut self, side: Side, beside: impl Fn(&T) -> bool, item: T) -> bool {
        let Some((list, index)) = self.position(beside) else {
            self.queue(How::Unshift, item);
            return false;
        };
        list.insert(index + usize::from(matches!(side, Side::After)), item);
        true
    }
}
