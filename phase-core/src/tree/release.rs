//! Giving up an item that was set aside.

use super::{Mark, Parked, PhaseTree};

impl<T> PhaseTree<T> {
    /// Has the item that was set aside as this one, from the outermost, never come back. What it had queued stays, to be
    /// taken out in its turn.
    ///
    /// Takes time linear in the items above.
    pub(crate) fn release(&mut self, index: usize) {
        self.rearranged += 1;
        if index >= self.parked.len() {
            // It was to be set aside as soon as something else comes.
            self.open.is_parked = false;
            return;
        }
        let Parked { open, line, floor } = self.parked.remove(index);
        let mut number = open.level;
        let mut start = floor;
        for (level, line) in [(open.deferred, line.deferred()), (open.unshifted, line.unshifted())] {
            if level.is_empty() {
                continue;
            }
            number += 1;
            let count = level.len();
            let above = self.marks.partition_point(|mark| mark.start < start);
            for mark in &mut self.marks[above..] {
                mark.start += count;
            }
            self.marks.insert(above, Mark { start, number, line });
            self.stack.splice(start..start, level.into_iter().rev());
            start += count;
        }
        for parked in &mut self.parked[index..] {
            parked.floor += start - floor;
        }
        self.floor = self.parked.last().map_or(0, |parked| parked.floor);
        self.peak.stack = self.peak.stack.max(self.stack.len());
    }
}
