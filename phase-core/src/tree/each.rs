//! Going through a tree with a chance to change each item.

use super::PhaseTree;

impl<T> PhaseTree<T> {
    /// Hands out every item to be changed, in the order in which they would be taken out if nothing were added.
    pub(crate) fn for_each_mut(&mut self, mut visit: impl FnMut(&mut T)) {
        let mut top = self.stack.len();
        for index in (0..=self.parked.len()).rev() {
            let floor = index.checked_sub(1).map_or(0, |below| self.parked[below].floor);
            let open = match self.parked.get_mut(index) {
                Some(parked) => &mut parked.open,
                None => &mut self.open,
            };
            open.levels_mut().rev().flatten().for_each(&mut visit);
            self.stack[floor..top].iter_mut().rev().for_each(&mut visit);
            top = floor;
        }
        self.ground.iter_mut().for_each(&mut visit);
    }
}
