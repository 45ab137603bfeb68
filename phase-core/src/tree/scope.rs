//! What one item of the line to the current one has set off, to be added to and to be taken out.

use alloc::vec::Vec;

use super::{Line, Mark, PhaseTree};

impl<T> PhaseTree<T> {
    /// The line of the item that would be taken out next; none if one that was set aside comes back, or nothing is left.
    pub(crate) fn next_line(&self) -> Option<Line> {
        let open = &self.open;
        if open.above.iter().any(|level| !level.is_empty()) {
            return Some(self.line.interrupting());
        }
        if open.is_parked {
            return None;
        }
        if !open.unshifted.is_empty() {
            return Some(self.line.unshifted());
        }
        if !open.deferred.is_empty() {
            return Some(self.line.deferred());
        }
        if self.stack.len() > self.floor {
            return self.marks.last().map(|mark| mark.line);
        }
        (self.parked.is_empty() && !self.ground.is_empty()).then_some(Line::NOWHERE)
    }

    /// How many places of the line something in the tree refers to.
    pub(crate) fn needed_places(&self) -> usize {
        let of_marks = self.marks.last().map_or(0, |mark| mark.line.place());
        let of_parked = self.parked.last().map_or(0, |parked| parked.line.interrupting().place());
        of_marks.max(of_parked)
    }

    /// Makes up for places of the line that nothing refers to and that were left out below the current item.
    pub(crate) fn cut_line(&mut self, places: usize) {
        self.line = self.line.less(places);
    }

    /// Whether there is a level of this line, with its number.
    pub(crate) fn number_of(&self, line: Line) -> Option<usize> {
        let index = self.marks.binary_search_by_key(&line, |mark| mark.line).ok()?;
        Some(self.marks[index].number)
    }

    /// Appends to the level of a line, which it opens with this number if it is not there.
    ///
    /// Takes time linear in the items above.
    pub(crate) fn append_to(&mut self, line: Line, number: usize, item: T) {
        self.rearranged += 1;
        let index = self.marks.partition_point(|mark| mark.line < line);
        let start = self.marks.get(index).map_or(self.stack.len(), |mark| mark.start);
        if self.marks.get(index).is_none_or(|mark| mark.line != line) {
            self.marks.insert(index, Mark { start, number, line });
        }
        self.stack.insert(start, item);
        self.peak.stack = self.peak.stack.max(self.stack.len());
        for mark in &mut self.marks[index + 1..] {
            mark.start += 1;
        }
    }

    /// Gives the levels above a line, and the current one, numbers that are higher by one.
    pub(crate) fn renumber_above(&mut self, line: Line) {
        let index = self.marks.partition_point(|mark| mark.line <= line);
        for mark in &mut self.marks[index..] {
            mark.number += 1;
        }
        self.open.level += 1;
    }

    /// Takes out what is above the level of a line, and what the current item has queued, in run order.
    pub(crate) fn take_above(&mut self, line: Line) -> Vec<T> {
        let mut items = self.take_children();
        let index = self.marks.partition_point(|mark| mark.line <= line);
        if let Some(mark) = self.marks.get(index) {
            items.extend(self.stack.drain(mark.start..).rev());
            self.marks.truncate(index);
        }
        items
    }
}
