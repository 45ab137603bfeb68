//! A tree as it stands, to be gone through without a copy.

use alloc::vec::Vec;

#[cfg(feature = "causes")]
use super::Line;
use super::PhaseTree;
use super::open::Open;

/// One of the settled levels above 0.
pub(crate) struct Settled<'a, T> {
    pub(crate) number: usize,
    #[cfg(feature = "causes")]
    pub(crate) line: Line,
    /// The front of the level is the last one.
    items: &'a [T],
}

/// What an item has queued above its level.
pub(crate) struct Opened<'a, T>(&'a Open<T>);

/// What an item had queued that was set aside by an interrupt.
pub(crate) struct SetAside<'a, T> {
    /// How many of the settled levels have to wait for the item.
    pub(crate) levels_below: usize,
    #[cfg(feature = "causes")]
    pub(crate) line: Line,
    pub(crate) open: Opened<'a, T>,
}

impl<T> PhaseTree<T> {
    /// Level 0, front first.
    pub(crate) fn ground(&self) -> impl ExactSizeIterator<Item = &T> {
        self.ground.iter()
    }

    /// The settled levels above, from the bottom up.
    pub(crate) fn settled(&self) -> impl ExactSizeIterator<Item = Settled<'_, T>> {
        self.marks.iter().enumerate().map(|(index, mark)| {
            let end = self.marks.get(index + 1).map_or(self.stack.len(), |next| next.start);
            Settled {
                number: mark.number,
                #[cfg(feature = "causes")]
                line: mark.line,
                items: &self.stack[mark.start..end],
            }
        })
    }

    /// What was set aside, the innermost last.
    pub(crate) fn set_aside(&self) -> impl ExactSizeIterator<Item = SetAside<'_, T>> {
        self.parked.iter().map(|parked| SetAside {
            levels_below: self.marks.partition_point(|mark| mark.start < parked.floor),
            #[cfg(feature = "causes")]
            line: parked.line,
            open: Opened(&parked.open),
        })
    }

    /// What the current item has queued above its level.
    pub(crate) fn opened(&self) -> Opened<'_, T> {
        Opened(&self.open)
    }
}

impl<'a, T> Settled<'a, T> {
    /// The items, front first.
    pub(crate) fn items(&self) -> impl ExactSizeIterator<Item = &'a T> + use<'a, T> {
        self.items.iter().rev()
    }
}

impl<'a, T> Opened<'a, T> {
    /// The level that the item came from.
    pub(crate) fn level(&self) -> usize {
        self.0.level
    }

    pub(crate) fn deferred(&self) -> &'a [T] {
        &self.0.deferred
    }

    pub(crate) fn unshifted(&self) -> &'a [T] {
        &self.0.unshifted
    }

    /// The levels of interrupts that have not started, from the bottom up.
    pub(crate) fn above(&self) -> impl Iterator<Item = &'a Vec<T>> + Clone + use<'a, T> {
        // A look-up may have emptied some.
        self.0.above.iter().filter(|level| !level.is_empty())
    }
}
