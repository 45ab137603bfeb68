use phase_core::prelude::*;
use phase_testing::{Cut, explore};

pub(crate) type Board = [Option<u32>; 9];

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

#[phase(world = Board, asks, pushes(TurnPhase), clone)]
#[derive(Debug, Clone)]
struct TurnPhase(u32);

impl Asks for TurnPhase {
    type Answer = usize;

    fn seats(&self, _: &Board) -> Vec<Seat> {
        vec![Seat::Player(self.0)]
    }

    fn options(&self, _: Seat, board: &Board) -> Option<Vec<usize>> {
        Some((0..9).filter(|&cell| board[cell].is_none()).collect())
    }

    fn answer(&mut self, _: Seat, cell: usize, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let board = &mut *guard.world;
        board[cell] = Some(self.0);
        let has_won = LINES.iter().any(|line| line.iter().all(|&cell| board[cell] == Some(self.0)));
        if !has_won && board.iter().any(Option::is_none) {
            guard.push(TurnPhase(1 - self.0));
        }
        guard.end()
    }
}

pub(crate) fn new_game() -> PhaseManager<Board> {
    let mut phases = PhaseManager::new();
    phases.push(TurnPhase(0));
    phases
}

/// <https://oeis.org/A061529>: games that end after 5, 6, .. moves.
#[test]
fn tic_tac_toe_has_255_168_games() {
    let report = explore(&new_game(), &Board::default()).run();
    assert_eq!((report.finished, report.complete), (255_168, true));
    assert_eq!((report.states, report.transitions), (549_946, 549_945));
    assert!(report.findings.is_empty() && report.unreached.is_empty() && report.untaken.is_empty());
}

/// <https://oeis.org/A061221>: positions after 0, 1, .. moves, which come to 5,478; 958 of them are final.
#[test]
fn tic_tac_toe_has_5_478_positions() {
    let phases = new_game();
    let board = Board::default();
    let merged = || explore(&phases, &board).same_when(|board| *board);
    for threads in 1..=3 {
        let report = merged().threads(threads).run();
        assert_eq!((report.states, report.finished, report.complete), (5478, 958, true));
        assert_eq!(report.transitions, 16_167);
    }
    let mut before = 0;
    for (depth, positions) in [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78].into_iter().enumerate() {
        let report = merged().depth(depth).run();
        assert_eq!(report.states - before, positions, "after {depth} answers");
        before = report.states;
        assert_eq!(report.complete, depth == 9);
        if depth < 9 {
            assert_eq!(report.cut, [Cut::Depth(depth)]);
        }
    }
}
