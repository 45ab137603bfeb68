//! Tic-tac-toe, a question per move: 255,168 finished games, and 5,478 positions that can come up.

use std::collections::{HashMap, HashSet};

use phase_core::prelude::*;

use crate::search::{Game, first};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Board {
    /// The squares of each player, a bit each.
    taken: [u16; 2],
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

impl Board {
    fn has_won(self, player: u32) -> bool {
        LINES.iter().any(|line| self.taken[player as usize] & line == *line)
    }

    fn free(self) -> u16 {
        FULL & !(self.taken[0] | self.taken[1])
    }
}

/// A player takes a square.
#[phase(world = Board, clone, asks, pushes(MovePhase))]
#[derive(Debug, Clone)]
struct MovePhase {
    player: u32,
}

impl Asks for MovePhase {
    /// A square, by its bit.
    type Answer = u16;

    fn seats(&self, _: &Board) -> Vec<Seat> {
        vec![Seat::Player(self.player)]
    }

    fn options(&self, _: Seat, board: &Board) -> Option<Vec<u16>> {
        Some((0..9).map(|square| 1 << square).filter(|square| board.free() & square != 0).collect())
    }

    fn answer(&mut self, _: Seat, square: u16, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.taken[self.player as usize] |= square;
        if !guard.world.has_won(self.player) && guard.world.free() != 0 {
            guard.push(Self { player: 1 - self.player });
        }
        guard.end()
    }
}

fn new() -> Game<Board> {
    let mut phases = PhaseManager::new();
    phases.push(MovePhase { player: 0 });
    Game::new(phases, Board::default())
}

#[test]
fn there_are_255_168_games() {
    let mut ends = [0; 3];
    new().each_end(first, &mut |board| {
        let winner = (0..2).position(|player| board.has_won(player)).unwrap_or(2);
        ends[winner] += 1;
    });
    assert_eq!(ends, [131_184, 77_904, 46_080]);
    assert_eq!(ends.iter().sum::<u32>(), 255_168);
}

fn see(game: &Game<Board>, seen: &mut HashSet<Board>) {
    let Some((seat, options)) = game.question(first) else { return };
    for option in 0..options {
        let next = game.after(seat, option);
        if seen.insert(next.world) {
            see(&next, seen);
        }
    }
}

#[test]
fn there_are_5_478_positions() {
    let game = new();
    let mut seen = HashSet::from([game.world]);
    see(&game, &mut seen);
    assert_eq!(seen.len(), 5_478, "the empty one among them");
    let ends = seen.iter().filter(|board| (0..2).any(|player| board.has_won(player)) || board.free() == 0);
    assert_eq!(ends.count(), 958);
}

/// With a checkpoint at each question, and no fork but those of the history.
#[test]
fn the_same_by_undo_in_one_manager() {
    fn walk(
        phases: &mut PhaseManager<Board>,
        board: &mut Board,
        history: &mut History<Board>,
        seen: &mut HashSet<Board>,
    ) {
        let Some(options) =
            phases.question().and_then(|question| question.options(first(&question.seats(board)), board))
        else {
            return;
        };
        for option in options {
            let seat = first(&phases.question().expect("it is come back to").seats(board));
            history.checkpoint(phases, board).expect("a question can be copied");
            phases.answer_any(board, seat, option).expect("it is one of the options");
            phases.run(board).expect("nothing fails");
            if seen.insert(*board) {
                walk(phases, board, history, seen);
            }
            assert!(history.undo(phases, board));
        }
    }

    let Game { mut phases, world: mut board } = new();
    let mut seen = HashSet::from([board]);
    walk(&mut phases, &mut board, &mut History::new(9), &mut seen);
    assert_eq!(seen.len(), 5_478);
    assert_eq!(board, Board::default());
    assert_eq!(
        phases.question().map(|question| question.number()),
        Some(1),
        "the first question stands again"
    );
}

/// Best play on both sides comes to a draw.
#[test]
fn nobody_has_to_lose() {
    fn value(game: &Game<Board>, known: &mut HashMap<Board, i8>) -> i8 {
        if let Some(value) = known.get(&game.world) {
            return *value;
        }
        let best = match game.question(first) {
            None => i8::from(game.world.has_won(0)) - i8::from(game.world.has_won(1)),
            Some((seat, options)) => {
                let values = (0..options).map(|option| value(&game.after(seat, option), known));
                if seat == Seat::Player(0) { values.max() } else { values.min() }.expect("there are options")
            }
        };
        known.insert(game.world, best);
        best
    }
    assert_eq!(value(&new(), &mut HashMap::new()), 0);
}
