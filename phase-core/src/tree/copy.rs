//! Copying a tree.

use alloc::vec::Vec;

use super::open::Open;
use super::{Parked, PhaseTree};

impl<T> PhaseTree<T> {
    /// A copy of the tree, with each item made from the old one.
    ///
    /// # Errors
    ///
    /// The first error that `make` returns.
    pub(crate) fn try_copy<U, E>(&self, mut make: impl FnMut(&T) -> Result<U, E>) -> Result<PhaseTree<U>, E> {
        let mut parked = Vec::with_capacity(self.parked.len());
        for Parked { open, line, floor } in &self.parked {
            parked.push(Parked { open: copy_open(open, &mut make)?, line: *line, floor: *floor });
        }
        Ok(PhaseTree {
            ground: copy_all(self.ground.iter(), &mut make)?.into(),
            stack: copy_all(self.stack.iter(), &mut make)?,
            marks: self.marks.clone(),
            open: copy_open(&self.open, &mut make)?,
            line: self.line,
            floor: self.floor,
            parked,
            spare: None,
            ground_served: 0,
            rearranged: 0,
            peak: self.peak,
        })
    }
}

fn copy_open<T, U, E>(open: &Open<T>, make: &mut impl FnMut(&T) -> Result<U, E>) -> Result<Open<U>, E> {
    let mut above = Vec::with_capacity(open.above.len());
    for level in &open.above {
        above.push(copy_all(level.iter(), make)?);
    }
    Ok(Open {
        level: open.level,
        deferred: copy_all(open.deferred.iter(), make)?,
        unshifted: copy_all(open.unshifted.iter(), make)?,
        above,
        is_parked: open.is_parked,
        is_interrupted: open.is_interrupted,
        is_used: open.is_used,
    })
}

/// Knows beforehand how much room it takes, which `collect` into a `Result` does not.
fn copy_all<'a, T: 'a, U, E>(
    items: impl ExactSizeIterator<Item = &'a T>,
    make: &mut impl FnMut(&T) -> Result<U, E>,
) -> Result<Vec<U>, E> {
    let mut copies = Vec::with_capacity(items.len());
    for item in items {
        copies.push(make(item)?);
    }
    Ok(copies)
}
