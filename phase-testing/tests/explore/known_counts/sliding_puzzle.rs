use std::collections::BTreeSet;
use std::sync::Mutex;

use phase_core::prelude::*;
use phase_testing::{FindingKind, explore};

/// A sliding puzzle: the tiles row by row, and 0 where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Puzzle {
    tiles: Vec<u8>,
    width: usize,
}

impl Puzzle {
    pub(crate) fn new(width: usize, height: u8) -> Self {
        let count = u8::try_from(width).unwrap() * height;
        Self { tiles: (0..count).collect(), width }
    }

    fn gap(&self) -> usize {
        self.tiles.iter().position(|&tile| tile == 0).unwrap()
    }

    /// The places of the tiles that can slide into the gap.
    fn movable(&self) -> Vec<usize> {
        let (gap, width) = (self.gap(), self.width);
        let beside = |place: usize| place / width == gap / width && place.abs_diff(gap) == 1;
        (0..self.tiles.len()).filter(|&place| beside(place) || place.abs_diff(gap) == width).collect()
    }
}

#[phase(world = Puzzle, asks, clone)]
#[derive(Debug, Clone)]
struct SlidePhase;

impl Asks for SlidePhase {
    type Answer = usize;

    fn options(&self, _: Seat, puzzle: &Puzzle) -> Option<Vec<usize>> {
        Some(puzzle.movable())
    }

    fn answer(&mut self, _: Seat, place: usize, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let gap = guard.world.gap();
        guard.world.tiles.swap(gap, place);
        guard.ask()
    }
}

pub(crate) fn new_game() -> PhaseManager<Puzzle> {
    let mut phases = PhaseManager::new();
    phases.push(SlidePhase);
    phases
}

/// <https://oeis.org/A089473>: positions of the 8-puzzle that are so many moves away, with the gap in a corner.
#[test]
fn the_positions_of_the_8_puzzle_by_their_distance() {
    let phases = new_game();
    let puzzle = Puzzle::new(3, 3);
    let mut before = 0;
    for (depth, positions) in [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748].into_iter().enumerate() {
        let report = explore(&phases, &puzzle).same_when(Clone::clone).depth(depth).run();
        assert_eq!(report.states - before, positions, "after {depth} moves");
        before = report.states;
    }
}

/// <https://oeis.org/A151944>: the positions of 2 by 3 that are furthest away are 21 moves away. There are 6!/2 in all.
#[test]
fn the_hardest_position_of_2_by_3_is_21_moves_away() {
    let phases = new_game();
    let puzzle = Puzzle::new(3, 2);
    let report = explore(&phases, &puzzle).same_when(Clone::clone).run();
    assert_eq!((report.states, report.complete), (360, true));
    let seen = Mutex::new(BTreeSet::new());
    let note = |puzzle: &Puzzle, _: &PhaseManager<Puzzle>| {
        seen.lock().unwrap().insert(puzzle.tiles.clone());
        true
    };
    let nearer = explore(&phases, &puzzle).same_when(Clone::clone).invariant("noted", note).depth(20).run();
    assert_eq!((nearer.states, nearer.complete), (359, false));

    // A search that solves it: the way to a position that is said not to come.
    let seen = seen.into_inner().unwrap();
    let report = explore(&phases, &puzzle)
        .same_when(Clone::clone)
        .invariant("unsolved", |puzzle, _| seen.contains(&puzzle.tiles))
        .run();
    assert_eq!(report.findings.len(), 1, "{report}");
    assert_eq!(report.findings[0].kind, FindingKind::Broken("unsolved".into()));
    assert_eq!(report.findings[0].way.len(), 21);
}
