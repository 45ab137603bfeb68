//! Who set off what runs, and what is queued to one of those.

use super::{DEFERRED, Node, Slot, Tree, UNSHIFTED};

impl<T: Clone> Tree<T> {
    /// How deep in the path they are, the nearest first: the phases below what runs, down to one that nobody set off.
    fn line(&self) -> impl Iterator<Item = usize> + '_ {
        self.line_from(self.path.len() - 1)
    }

    fn line_from(&self, depth: usize) -> impl Iterator<Item = usize> + '_ {
        let set_off = (1..=depth).rev().take_while(|&depth| self.path[depth].came_by <= UNSHIFTED);
        set_off.map(|depth| depth - 1).filter(|&depth| self.path[depth].who.is_some())
    }

    pub(crate) fn causes(&self) -> Vec<T> {
        self.line().filter_map(|depth| self.path[depth].who.clone()).collect()
    }

    /// Of the front of a list.
    pub(crate) fn causes_of(&self, slot: Slot) -> Vec<T> {
        let Slot::Above(depth, UNSHIFTED | DEFERRED) = slot else { return vec![] };
        let own = self.path[depth].who.clone();
        own.into_iter()
            .chain(self.line_from(depth).filter_map(|depth| self.path[depth].who.clone()))
            .collect()
    }

    /// Those that have set off something which is still queued.
    pub(crate) fn needed(&self) -> impl Iterator<Item = &T> {
        let queues = |node: &&Node<T>| !(node.deferred.items.is_empty() && node.unshifted.items.is_empty());
        self.path.iter().filter(queues).filter_map(|node| node.who.as_ref())
    }

    fn depth_of_cause(&self, nth: usize) -> usize {
        self.line().nth(nth).expect("there are so many causes")
    }

    /// To the end of what the nth cause has deferred.
    pub(crate) fn defer_to(&mut self, nth: usize, item: T) {
        let depth = self.depth_of_cause(nth);
        let came_by_it = self.path[depth + 1].came_by == DEFERRED;
        if self.path[depth].deferred.items.is_empty() && !came_by_it {
            let number = self.path[depth].level + 1;
            // The number may be free, if what was deferred has been taken out.
            let unshifted = &self.path[depth].unshifted;
            let is_taken = !unshifted.items.is_empty() && unshifted.number == Some(number);
            if is_taken || self.path[depth + 1].level == number {
                self.renumber(depth, number);
            }
            self.path[depth].deferred.number = Some(number);
        }
        self.path[depth].deferred.items.push(item);
    }

    /// To the end of what the nth cause has unshifted.
    pub(crate) fn unshift_to(&mut self, nth: usize, item: T) {
        let depth = self.depth_of_cause(nth);
        let came_by_it = self.path[depth + 1].came_by == UNSHIFTED;
        if self.path[depth].unshifted.items.is_empty() && !came_by_it {
            // It comes after all that is set off by what was deferred and runs, and before the rest of what was deferred.
            let deferred = self.path[depth].deferred.number.expect("what runs came from there");
            self.renumber(depth + 1, deferred + 1);
            self.path[depth].unshifted.number = Some(deferred + 1);
            // Else what this one queues would stand on the level that has been opened.
            let next = &mut self.path[depth + 1];
            next.level = next.level.max(deferred + 1);
        }
        self.path[depth].unshifted.items.push(item);
    }

    /// Takes out all that the nth cause has set off, but for what it has deferred itself.
    pub(crate) fn skip(&mut self, nth: usize) -> Vec<T> {
        let depth = self.depth_of_cause(nth);
        let mut skipped = std::mem::take(&mut self.path[depth].unshifted.items);
        for node in &mut self.path[depth + 1..] {
            skipped.append(&mut node.unshifted.items);
            skipped.append(&mut node.deferred.items);
        }
        skipped
    }

    /// Has the levels from a number on make room for another.
    fn renumber(&mut self, depth: usize, from: usize) {
        let up = |number: &mut usize| *number += usize::from(*number >= from);
        for node in &mut self.path[depth..] {
            up(&mut node.level);
            let lists = [&mut node.deferred, &mut node.unshifted].into_iter().chain(&mut node.interrupts);
            lists.filter_map(|list| list.number.as_mut()).for_each(up);
        }
    }
}
