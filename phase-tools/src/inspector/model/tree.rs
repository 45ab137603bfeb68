//! The level tree as rows, of which only those are made that are shown.

use std::ops::Range;

use phase_core::PhaseId;
use phase_core::PhaseRef;

use super::game::Game;
use super::session::Session;
use super::shown::line;

/// A row of the level tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TreeRow {
    /// A phase that has started and not ended.
    Running(PhaseId, String),
    /// A phase that an interrupt has set aside.
    Parked(PhaseId, String),
    /// A level, and how many phases it has.
    Level(usize, usize),
    /// A queued phase; whether it starts next.
    Queued(PhaseId, String, bool),
    /// So many more of a level.
    More(usize),
}

impl TreeRow {
    pub(crate) fn id(&self) -> Option<PhaseId> {
        match self {
            Self::Running(id, _) | Self::Parked(id, _) | Self::Queued(id, ..) => Some(*id),
            Self::Level(..) | Self::More(_) => None,
        }
    }
}

/// The level tree, topmost level first: how many rows it has, and where they come from.
pub(crate) struct Tree<'a, W: 'static> {
    game: &'a Game<W>,
    parked: usize,
    /// With the row of each.
    levels: Vec<(usize, Level)>,
    len: usize,
}

#[derive(Debug, Clone, Copy)]
struct Level {
    number: usize,
    count: usize,
    /// How many of its phases have a row, from the first one on.
    shown: usize,
    /// Which of them starts next.
    next: Option<usize>,
}

impl Level {
    /// The phase that starts next, if it stands beyond those that are shown.
    fn hidden_next(self) -> Option<usize> {
        self.next.filter(|next| *next >= self.shown)
    }

    fn more(self) -> usize {
        self.count - self.shown - usize::from(self.hidden_next().is_some())
    }

    fn rows(self) -> usize {
        1 + self.shown + usize::from(self.hidden_next().is_some()) + usize::from(self.more() > 0)
    }
}

impl<W: 'static> Session<W> {
    /// The level tree; levels show so many phases.
    pub(crate) fn tree(&self, fold: usize) -> Tree<'_, W> {
        /// How far into a level the phase is looked for that starts next.
        const FAR: usize = 10_000;
        let phases = &self.game.phases;
        let parked = phases.parked().count();
        let mut len = usize::from(phases.current().is_some()) + parked;
        let mut next = self.game.next().map(PhaseRef::id);
        let mut levels = Vec::new();
        let all: Vec<_> = phases.levels().collect();
        for (number, mut level) in all.into_iter().rev() {
            let count = level.len();
            // A fold that hides one row alone hides nothing.
            let shown = if count > fold.saturating_add(1) { fold } else { count };
            let is_next = |phase: PhaseRef<'_>| Some(phase.id()) == next;
            let found = next.and_then(|_| level.by_ref().take(FAR).position(is_next));
            next = next.filter(|_| found.is_none());
            let level = Level { number, count, shown, next: found };
            levels.push((len, level));
            len += level.rows();
        }
        Tree { game: &self.game, parked, levels, len }
    }
}

impl<W: 'static> Tree<'_, W> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The row of the phase that runs, or else of the one that starts next.
    pub(crate) fn lead(&self) -> usize {
        if self.game.phases.current().is_some() {
            return 0;
        }
        let found = self.levels.iter().find_map(|(row, level)| Some(row + 1 + level.next?.min(level.shown)));
        found.unwrap_or(0)
    }

    /// Makes some of the rows.
    pub(crate) fn rows(&self, wanted: Range<usize>) -> Vec<TreeRow> {
        let phases = &self.game.phases;
        let wanted = wanted.start..wanted.end.min(self.len);
        let mut rows = Vec::new();
        if let (Some(current), true) = (phases.current(), wanted.contains(&0)) {
            rows.push(TreeRow::Running(current.id(), line(&current)));
        }
        let first = usize::from(phases.current().is_some());
        // The innermost one is the last.
        let parked: Vec<_> = phases.parked().collect();
        for (index, phase) in parked.into_iter().rev().enumerate().take(self.parked) {
            if wanted.contains(&(first + index)) {
                rows.push(TreeRow::Parked(phase.id(), line(&phase)));
            }
        }
        let from = self.levels.partition_point(|(row, level)| row + level.rows() <= wanted.start);
        let shown = self.levels[from..].iter().take_while(|(row, _)| *row < wanted.end);
        let shown: Vec<_> = shown.copied().collect();
        let (Some((_, highest)), Some((_, lowest))) = (shown.first(), shown.last()) else { return rows };
        let within = lowest.number..=highest.number;
        let all: Vec<_> = phases.levels().filter(|(number, _)| within.contains(number)).collect();
        for ((row, level), (_, phases)) in shown.into_iter().zip(all.into_iter().rev()) {
            if wanted.contains(&row) {
                rows.push(TreeRow::Level(level.number, level.count));
            }
            let own = wanted.start.saturating_sub(row + 1)..(wanted.end - row).saturating_sub(1);
            let (skipped, last) = (own.start.min(level.shown), own.end.min(level.shown));
            let mut phases = phases.enumerate().skip(skipped);
            let queued = |(index, phase): (usize, PhaseRef<'_>)| {
                TreeRow::Queued(phase.id(), line(&phase), Some(index) == level.next)
            };
            rows.extend(phases.by_ref().take(last - skipped).map(queued));
            let mut at = level.shown;
            if let Some(next) = level.hidden_next() {
                if own.contains(&at) {
                    rows.extend(phases.find(|(index, _)| *index == next).map(queued));
                }
                at += 1;
            }
            if level.more() > 0 && own.contains(&at) {
                rows.push(TreeRow::More(level.more()));
            }
        }
        rows
    }

    /// The phase of a row.
    pub(crate) fn id(&self, row: usize) -> Option<PhaseId> {
        self.rows(row..row + 1).first().and_then(TreeRow::id)
    }
}
