use phase_core::prelude::*;
use phase_testing::explore;

/// How many matches there are on each heap.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Heaps {
    heaps: Vec<u32>,
    /// How many a player may take at most.
    most: u32,
}

#[phase(world = Heaps, asks, pushes(TakePhase), clone)]
#[derive(Debug, Clone)]
struct TakePhase;

impl Asks for TakePhase {
    type Answer = (usize, u32);

    fn options(&self, _: Seat, Heaps { heaps, most }: &Heaps) -> Option<Vec<(usize, u32)>> {
        let heaps = heaps.iter().enumerate();
        Some(heaps.flat_map(|(heap, &left)| (1..=left.min(*most)).map(move |taken| (heap, taken))).collect())
    }

    fn answer(&mut self, _: Seat, (heap, taken): (usize, u32), mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.heaps[heap] -= taken;
        if guard.world.heaps.iter().any(|&left| left > 0) {
            guard.push(TakePhase);
        }
        guard.end()
    }
}

fn new_game() -> PhaseManager<Heaps> {
    let mut phases = PhaseManager::new();
    phases.push(TakePhase);
    phases
}

/// Games of nim with one heap of n are the ways to write n as a sum, in each order: 2 to the power of n - 1.
/// <https://oeis.org/A000079>
#[test]
fn nim_with_a_heap_of_n_has_two_to_the_power_of_n_minus_1_games() {
    for heap in 1..=10 {
        let report = explore(&new_game(), &Heaps { heaps: vec![heap], most: heap }).run();
        assert_eq!((report.finished, report.complete), (1 << (heap - 1), true));
    }
}

/// With one or two to take they are Fibonacci's numbers. <https://oeis.org/A000045>
#[test]
fn nim_with_one_or_two_to_take_has_fibonaccis_number_of_games() {
    for (heap, games) in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144].into_iter().enumerate() {
        let heap = u32::try_from(heap).unwrap() + 1;
        let report = explore(&new_game(), &Heaps { heaps: vec![heap], most: 2 }).run();
        assert_eq!((report.finished, report.complete), (games, true));
    }
}

/// Each heap has any number left, whatever the others have.
#[test]
fn nim_with_heaps_of_3_4_and_5_has_120_positions() {
    let heaps = Heaps { heaps: vec![3, 4, 5], most: 5 };
    let report = explore(&new_game(), &heaps).same_when(Clone::clone).run();
    assert_eq!((report.states, report.finished, report.complete), (4 * 5 * 6, 1, true));
}
