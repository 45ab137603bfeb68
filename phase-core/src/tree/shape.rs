//! A tree taken apart: all that decides what it does next, and no more.

use alloc::vec::Vec;

use super::open::Open;
use super::{Line, Mark, Parked, Peak, PhaseTree};

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
    /// Whether there is a current item.
    pub(crate) has_current: bool,
    /// Where the items come from, if that is known.
    pub(crate) lines: Option<Lines>,
}

/// Where the items of a tree come from.
pub(crate) struct Lines {
    /// For each of the settled levels.
    pub(crate) levels: Vec<Line>,
    /// For each of the items set aside.
    pub(crate) parked: Vec<Line>,
    /// For the current item.
    pub(crate) current: Line,
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
    LinesOutOfOrder,
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
            has_current: self.line != Line::NO_ITEM,
            lines: Some(Lines {
                levels: self.marks.iter().map(|mark| mark.line).collect(),
                parked: self.parked.iter().map(|parked| parked.line).collect(),
                current: self.line,
            }),
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
        let lines = self.lines.unwrap_or_else(|| {
            let parked = self.parked.iter().map(|parked| parked.levels_below);
            Lines::unknown(self.levels.len(), parked, self.has_current)
        });
        if lines.levels.len() != self.levels.len() || lines.parked.len() != self.parked.len() {
            return Err(Misshapen::LinesOutOfOrder);
        }
        let mut lowest = 1;
        let mut least = Line::LEAST;
        let mut marks = Vec::new();
        let mut stack = Vec::new();
        let mut parked = Vec::new();
        let mut coming = self.parked.into_iter().zip(lines.parked).peekable();
        for (index, ((number, items), line)) in self.levels.into_iter().zip(lines.levels).enumerate() {
            while let Some((next, its_line)) = coming.next_if(|(next, _)| next.levels_below <= index) {
                least = least.interrupted_at(its_line)?;
                lowest = lowest.max(park(next, its_line, index, lowest, stack.len(), &mut parked)?);
            }
            least = least.followed_by(line)?;
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
            marks.push(Mark { start: stack.len(), number, line });
            stack.extend(items.into_iter().rev());
        }
        for (next, its_line) in coming {
            least = least.interrupted_at(its_line)?;
            lowest = lowest.max(park(next, its_line, marks.len(), lowest, stack.len(), &mut parked)?);
        }
        let open = open(self.open, lowest)?;
        let floor = parked.last().map_or(0, |parked: &Parked<T>| parked.floor);
        Ok(PhaseTree {
            ground: self.ground.into(),
            stack,
            marks,
            open,
            line: if lines.current == Line::NO_ITEM { Line::NO_ITEM } else { least.allows(lines.current)? },
            floor,
            parked,
            spare: None,
            ground_served: 0,
            rearranged: 0,
            peak: Peak::NONE,
        })
    }
}

impl Lines {
    /// Lines for a tree of which it is not known where its items come from: none of them from another.
    fn unknown(levels: usize, mut parked: impl Iterator<Item = usize>, has_current: bool) -> Self {
        let mut lines = Self { levels: Vec::new(), parked: Vec::new(), current: Line::NO_ITEM };
        let mut line = Line::NOWHERE;
        let mut next = parked.next();
        for index in 0..=levels {
            while next.is_some_and(|levels_below| levels_below <= index || index == levels) {
                lines.parked.push(line);
                line = line.interrupting();
                next = parked.next();
            }
            if index < levels {
                lines.levels.push(line);
            }
        }
        if has_current || !lines.parked.is_empty() {
            lines.current = line;
        }
        lines
    }
}

impl Line {
    /// A line that may come after this one, from the bottom up.
    fn followed_by(self, next: Self) -> Result<Self, Misshapen> {
        if next < self { Err(Misshapen::LinesOutOfOrder) } else { Ok(next) }
    }

    /// That of an item that has been taken out, where this is the highest that is left.
    ///
    /// What was unshifted to the cause that deferred the item stands between its own level and those that it opens.
    fn allows(self, taken: Self) -> Result<Self, Misshapen> {
        if taken < self && taken.deferred() <= self { Err(Misshapen::LinesOutOfOrder) } else { Ok(taken) }
    }

    /// The least line above an item that is set aside.
    fn interrupted_at(self, parked: Self) -> Result<Self, Misshapen> {
        Ok(self.allows(parked)?.interrupting())
    }
}

/// Sets an item aside, and gives the lowest number that a level above it may have.
fn park<T>(
    shape: ParkedShape<T>,
    line: Line,
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
    parked.push(Parked { open, line, floor });
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
    let is_interrupted = is_parked || !above.is_empty();
    let is_used = is_interrupted || !(deferred.is_empty() && unshifted.is_empty());
    if level + 1 < lowest {
        return Err(Misshapen::NumbersNotAscending);
    }
    Ok(Open { level, deferred, unshifted, above, is_parked, is_interrupted, is_used })
}
