use phase_core::prelude::*;
use phase_testing::explore;

const SIZE: usize = 4;

/// The columns, from below; a stone is the number of its player.
type Board = [[Option<u8>; SIZE]; SIZE];

#[phase(world = Board, asks, pushes(DropPhase), clone)]
#[derive(Debug, Clone)]
struct DropPhase(u8);

impl Asks for DropPhase {
    type Answer = usize;

    fn seats(&self, _: &Board) -> Vec<Seat> {
        vec![Seat::Player(self.0.into())]
    }

    fn options(&self, _: Seat, board: &Board) -> Option<Vec<usize>> {
        Some((0..SIZE).filter(|&column| board[column][SIZE - 1].is_none()).collect())
    }

    fn answer(&mut self, _: Seat, column: usize, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let board = &mut *guard.world;
        if let Some(place) = board[column].iter_mut().find(|place| place.is_none()) {
            *place = Some(self.0);
        }
        let all = |mut line: [(usize, usize); SIZE]| {
            line.iter_mut().all(|(column, row)| board[*column][*row] == Some(self.0))
        };
        let numbers: [usize; SIZE] = std::array::from_fn(|number| number);
        let has_won = numbers.iter().any(|&n| all(numbers.map(|i| (i, n))) || all(numbers.map(|i| (n, i))))
            || all(numbers.map(|i| (i, i)))
            || all(numbers.map(|i| (i, SIZE - 1 - i)));
        let is_full = board.iter().flatten().all(Option::is_some);
        if !has_won && !is_full {
            guard.push(DropPhase(1 - self.0));
        }
        guard.end()
    }
}

/// <https://tromp.github.io/c4/c4.html> lists the positions of boards of all sizes: 161,029 for one of 4 by 4.
#[test]
fn connect_four_on_4_by_4_has_161_029_positions() {
    let mut phases = PhaseManager::new();
    phases.push(DropPhase(0));
    let report = explore(&phases, &Board::default()).same_when(|board| *board).run();
    assert_eq!((report.states, report.complete), (161_029, true));
}
