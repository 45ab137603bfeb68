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
        for Parked { open, floor } in &self.parked {
            parked.push(Parked { open: copy_open(open, &mut make)?, floor: *floor });
        }
        Ok(PhaseTree {
            ground: self.ground.iter().map(&mut make).collect::<Result<_, E>>()?,
            stack: self.stack.iter().map(&mut make).collect::<Result<_, E>>()?,
            marks: self.marks.clone(),
            open: copy_open(&self.open, &mut make)?,
            floor: self.floor,
            parked,
            spare: Vec::new(),
            ground_served: 0,
            rearranged: 0,
            peak: self.peak,
        })
    }
}

fn copy_open<T, U, E>(open: &Open<T>, make: &mut impl FnMut(&T) -> Result<U, E>) -> Result<Open<U>, E> {
    let mut above = Vec::with_capacity(open.above.len());
    for level in &open.above {
        above.push(level.iter().map(&mut *make).collect::<Result<_, E>>()?);
    }
    Ok(Open {
        level: open.level,
        deferred: open.deferred.iter().map(&mut *make).collect::<Result<_, E>>()?,
        unshifted: open.unshifted.iter().map(&mut *make).collect::<Result<_, E>>()?,
        above,
        is_parked: open.is_parked,
        is_used: open.is_used,
    })
}
