//! Tic-tac-toe: one phase, and one question per move.

use phase_core::prelude::*;

use crate::searcher::Searchable;

/// The nine cells, row by row, and which player has taken each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Board {
    /// The number of the player, or nothing where the cell is free.
    pub cells: [Option<u32>; 9],
}

impl Board {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

    /// Who has three in a row.
    #[must_use]
    pub fn winner(&self) -> Option<u32> {
        let owner = |line: [usize; 3]| {
            let [a, b, c] = line.map(|cell| self.cells[cell]);
            a.filter(|_| a == b && b == c)
        };
        Self::LINES.into_iter().find_map(owner)
    }

    /// The cells that nobody has taken.
    pub fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&cell| self.cells[cell].is_none())
    }
}

/// A player takes a cell, and the other one is next, until somebody has won or the board is full.
#[phase(world = Board, asks, pushes(TurnPhase), clone)]
#[derive(Debug, Clone)]
pub struct TurnPhase(pub u32);

impl Asks for TurnPhase {
    type Answer = usize;

    fn seats(&self, _: &Board) -> Vec<Seat> {
        vec![Seat::Player(self.0)]
    }

    fn options(&self, _: Seat, board: &Board) -> Option<Vec<usize>> {
        Some(board.free().collect())
    }

    fn answer(&mut self, _: Seat, cell: usize, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.cells[cell] = Some(self.0);
        if guard.world.winner().is_none() && guard.world.free().next().is_some() {
            guard.push(TurnPhase(1 - self.0));
        }
        guard.end()
    }
}

/// A game that has not begun; player 0 takes the first cell.
#[must_use]
pub fn new_game() -> PhaseManager<Board> {
    let mut phases = PhaseManager::new();
    phases.push(TurnPhase(0));
    phases
}

impl Searchable for Board {
    fn score(&self, seat: Seat) -> u64 {
        self.winner().map_or(1, |winner| if seat == Seat::Player(winner) { 2 } else { 0 })
    }
}
