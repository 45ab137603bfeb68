//! Tic-tac-toe as a model, with the player whose turn it is in the position, as the phases have it.

use stateright::{Model, Property};

use crate::tic_tac_toe::Board;

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

pub(crate) struct TicTacToe;

/// A position, and whose turn it is; nobody's where the game is over.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    board: Board,
    turn: Option<u32>,
}

/// Whether both have moved as often, or the first player once more.
pub(crate) fn is_fair(board: &Board) -> bool {
    let taken = |player| board.iter().filter(|&&cell| cell == Some(player)).count();
    (taken(1)..=taken(1) + 1).contains(&taken(0))
}

impl Model for TicTacToe {
    type State = Position;
    type Action = usize;

    fn init_states(&self) -> Vec<Position> {
        vec![Position { board: Board::default(), turn: Some(0) }]
    }

    fn actions(&self, position: &Position, cells: &mut Vec<usize>) {
        if position.turn.is_some() {
            cells.extend((0..9).filter(|&cell| position.board[cell].is_none()));
        }
    }

    fn next_state(&self, position: &Position, cell: usize) -> Option<Position> {
        let player = position.turn?;
        let mut board = position.board;
        board[cell] = Some(player);
        let has_won = LINES.iter().any(|line| line.iter().all(|&cell| board[cell] == Some(player)));
        let goes_on = !has_won && board.iter().any(Option::is_none);
        Some(Position { board, turn: goes_on.then_some(1 - player) })
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("nobody is a move ahead", |_, position: &Position| is_fair(&position.board))]
    }
}
