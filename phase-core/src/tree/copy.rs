//! Copying a tree.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;

use super::open::Open;
use super::{Parked, PhaseTree};

/// Copies the items of a tree.
pub(crate) trait Copier<T> {
    type Error;

    fn copy(&mut self, item: &T) -> Result<T, Self::Error>;
    /// Copies items behind what is there.
    fn copy_all(&mut self, items: &[T], to: &mut Vec<T>) -> Result<(), Self::Error>;
    /// Has an item that is there become a copy.
    fn renew(&mut self, old: &mut T, item: &T) -> Result<(), Self::Error>;
    /// Takes an item that there is no use for.
    fn let_go(&mut self, old: T);
}

impl<T> PhaseTree<T> {
    /// Has this tree become a copy of another, with memory and items that it has already.
    ///
    /// # Errors
    ///
    /// The first error of the copier. The tree is of no use then.
    pub(crate) fn copy_from<C: Copier<T>>(&mut self, from: &Self, copier: &mut C) -> Result<(), C::Error> {
        for mut parked in self.parked.drain(..) {
            parked.open.let_go(copier);
        }
        for Parked { open, line, floor } in &from.parked {
            let mut copy = Open::at_level(0);
            copy.copy_from(open, copier)?;
            self.parked.push(Parked { open: copy, line: *line, floor: *floor });
        }
        copy_ground(&mut self.ground, &from.ground, copier)?;
        copy_all(&mut self.stack, [&from.stack, &[]], copier)?;
        self.marks.clone_from(&from.marks);
        self.open.copy_from(&from.open, copier)?;
        self.line = from.line;
        self.floor = from.floor;
        self.ground_served = 0;
        self.rearranged = 0;
        self.peak = from.peak;
        Ok(())
    }
}

impl<T> Open<T> {
    fn copy_from<C: Copier<T>>(&mut self, from: &Self, copier: &mut C) -> Result<(), C::Error> {
        self.above.drain(..).flatten().for_each(|old| copier.let_go(old));
        for level in &from.above {
            let mut copy = Vec::new();
            copy_all(&mut copy, [level, &[]], copier)?;
            self.above.push(copy);
        }
        copy_all(&mut self.deferred, [&from.deferred, &[]], copier)?;
        copy_all(&mut self.unshifted, [&from.unshifted, &[]], copier)?;
        self.level = from.level;
        self.is_parked = from.is_parked;
        self.is_interrupted = from.is_interrupted;
        self.is_used = from.is_used;
        Ok(())
    }

    fn let_go<C: Copier<T>>(&mut self, copier: &mut C) {
        let Self { deferred, unshifted, above, .. } = self;
        let queued = deferred.drain(..).chain(unshifted.drain(..)).chain(above.drain(..).flatten());
        queued.for_each(|old| copier.let_go(old));
    }
}

/// Has `to` become a copy of what there is in two parts.
fn copy_all<T, C: Copier<T>>(
    to: &mut Vec<T>,
    [front, back]: [&[T]; 2],
    copier: &mut C,
) -> Result<(), C::Error> {
    let items = front.len() + back.len();
    if to.capacity() == 0 && items == 0 {
        return Ok(());
    }
    if to.capacity() == 0 {
        *to = Vec::with_capacity(items);
    } else if items > to.capacity() {
        to.reserve(items - to.len());
    } else if items < to.len() {
        to.drain(items..).for_each(|old| copier.let_go(old));
    }
    copy_part(to, 0, front, copier)?;
    if back.is_empty() { Ok(()) } else { copy_part(to, front.len(), back, copier) }
}

/// Has what there is in `to` from a place on become a copy of a part, which goes on behind it where that is longer.
fn copy_part<T, C: Copier<T>>(
    to: &mut Vec<T>,
    from: usize,
    part: &[T],
    copier: &mut C,
) -> Result<(), C::Error> {
    let (again, anew) = part.split_at(part.len().min(to.len() - from));
    for (old, item) in to[from..].iter_mut().zip(again) {
        copier.renew(old, item)?;
    }
    if anew.is_empty() { Ok(()) } else { copier.copy_all(anew, to) }
}

fn copy_ground<T, C: Copier<T>>(
    to: &mut VecDeque<T>,
    from: &VecDeque<T>,
    copier: &mut C,
) -> Result<(), C::Error> {
    if to.is_empty() && from.is_empty() {
        return Ok(());
    }
    let (front, back) = from.as_slices();
    let mut copy = Vec::from(mem::take(to));
    copy_all(&mut copy, [front, back], copier)?;
    *to = copy.into();
    Ok(())
}
