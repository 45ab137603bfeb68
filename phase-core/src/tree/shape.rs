//! A tree taken apart: all that decides what it does next, and no more.

use alloc::vec::Vec;

use super::open::Open;
use super::{Mark, Parked, Peak, PhaseTree};

/// The highest level number that a tree can be built with; far below where counting on would overflow.
const HIGHEST_NUMBER: usize = usize::MAX / 2;

pub(crate) struct Shape<T> {
    /// Level 0.
    pub(crate) ground: Vec<T>,
    /// The settled levels above, from the bottom up, front first.
    pub(crate) levels: Vec<(usize, Vec<T>)>,
    pub(crate) open: OpenShape<T>,
    /// The items set aside by interrupts, the innermost last.
    pub(crate) parked: Vec<ParkedShape<T>>,
}

pub(crate) struct OpenShape<T> {
    /// The level that the item came from.
    pub(crate) level: usize,
    pub(crate) deferred: Vec<T>,
    pub(crate) unshifted: Vec<T>,
    /// The levels of interrupts that have not started, from the bottom up.
    pub(crate) above: Vec<Vec<T>>,
    /// Whether the first of those has the item set aside.
    pub(crate) is_parked: bool,
}

pub(crate) struct ParkedShape<T> {
    /// How many of the settled levels above 0 have to wait for the item.
    pub(crate) levels_below: usize,
    pub(crate) open: OpenShape<T>,
}

/// Why there is no tree of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misshapen {
    NumbersNotAscending,
    NumberTooHigh,
    EmptyLevel,
    ParkedOutOfOrder,
}

impl<T> PhaseTree<T> {
    pub(crate) fn shape(&self) -> Shape<&T> {
        let ends = self.marks.iter().skip(1).map(|mark| mark.start).chain([self.stack.len()]);
        let levels = self.marks.iter().zip(ends).map(|(mark, end)| {
            let items = self.stack[mark.start..end].iter().rev().collect();
            (mark.number, items)
        });
        let parked = self.parked.iter().map(|parked| ParkedShape {
            levels_below: self.marks.partition_point(|mark| mark.start < parked.floor),
            open: open_shape(&parked.open),
        });
        Shape {
            ground: self.ground.iter().collect(),
            levels: levels.collect(),
            open: open_shape(&self.open),
            parked: parked.collect(),
        }
    }
}

fn open_shape<T>(open: &Open<T>) -> OpenShape<&T> {
    OpenShape {
        level: open.level,
        deferred: open.deferred.iter().collect(),
        unshifted: open.unshifted.iter().collect(),
        // A look-up may have emptied some.
        above: open
            .above
            .iter()
            .filter(|level| !level.is_empty())
            .map(|level| level.iter().collect())
            .collect(),
        is_parked: open.is_parked,
    }
}

impl<T> Shape<T> {
    /// Puts a tree together.
    ///
    /// # Errors
    ///
    /// [`Misshapen`] if no tree has this shape, so that whatever comes out of a save is safe to run.
    pub(crate) fn build(self) -> Result<PhaseTree<T>, Misshapen> {
        let mut lowest = 1;
        let mut marks = Vec::new();
        let mut stack = Vec::new();
        let mut parked = Vec::new();
        let mut coming = self.parked.into_iter().peekable();
        for (index, (number, items)) in self.levels.into_iter().enumerate() {
            while let Some(next) = coming.next_if(|next| next.levels_below <= index) {
                lowest = lowest.max(park(next, index, lowest, stack.len(), &mut parked)?);
            }
            if number < lowest {
                return Err(Misshapen::NumbersNotAscending);
            }
            if number > HIGHEST_NUMBER {
                return Err(Misshapen::NumberTooHigh);
            }
            if items.is_empty() {
                return Err(Misshapen::EmptyLevel);
            }
            lowest = number + 1;
            marks.push(Mark { start: stack.len(), number });
            stack.extend(items.into_iter().rev());
        }
        for next in coming {
            lowest = lowest.max(park(next, marks.len(), lowest, stack.len(), &mut parked)?);
        }
        let open = open(self.open, lowest)?;
        let floor = parked.last().map_or(0, |parked: &Parked<T>| parked.floor);
        Ok(PhaseTree {
            ground: self.ground.into(),
            stack,
            marks,
            open,
            floor,
            parked,
            spare: Vec::new(),
            ground_served: 0,
            rearranged: 0,
            peak: Peak::NONE,
        })
    }
}

/// Sets an item aside, and gives the lowest number that a level above it may have.
fn park<T>(
    shape: ParkedShape<T>,
    levels_below: usize,
    lowest: usize,
    floor: usize,
    parked: &mut Vec<Parked<T>>,
) -> Result<usize, Misshapen> {
    if shape.levels_below != levels_below || shape.open.is_parked || !shape.open.above.is_empty() {
        return Err(Misshapen::ParkedOutOfOrder);
    }
    let open = open(shape.open, lowest)?;
    let lowest = open.top_number() + 1;
    parked.push(Parked { open, floor });
    Ok(lowest)
}

/// What an item queues has to stand above all that is settled.
fn open<T>(shape: OpenShape<T>, lowest: usize) -> Result<Open<T>, Misshapen> {
    let OpenShape { level, deferred, unshifted, above, is_parked } = shape;
    if level > HIGHEST_NUMBER {
        return Err(Misshapen::NumberTooHigh);
    }
    if above.iter().any(Vec::is_empty) {
        return Err(Misshapen::EmptyLevel);
    }
    let is_used = is_parked || !(deferred.is_empty() && unshifted.is_empty() && above.is_empty());
    if level + 1 < lowest {
        return Err(Misshapen::NumbersNotAscending);
    }
    Ok(Open { level, deferred, unshifted, above, is_parked, is_used })
}
