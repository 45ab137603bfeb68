//! Whole small games, explored through `phase-testing`, and through `stateright` on a model of the same game that was
//! written by hand.
//!
//! Both sides are sampled in turns in one process, with one thread each, so that whatever else the machine does meets both
//! alike. Both merge what is the same, go breadth first, and check one invariant everywhere.
//!
//! ```text
//! cargo run --release --bin explore    # in peers: medians, speeds, and ratios
//! ```

mod pig;
#[allow(dead_code, unused_imports, reason = "most of it is for the tests")]
#[path = "../../../../phase-testing/tests/explore/known_counts/tic_tac_toe.rs"]
mod tic_tac_toe;
mod tic_tac_toe_model;

use std::hash::Hash;
use std::time::Instant;

use phase_testing::{Report, explore};
use stateright::{Checker, Model};

/// Samples of each side.
const ROUNDS: usize = 31;

/// How many positions there are, and how many answers lead from one to another.
type Counts = (u32, u32);

fn main() {
    let (phases, board) = (tic_tac_toe::new_game(), tic_tac_toe::Board::default());
    compare(
        "tic-tac-toe",
        || {
            let search = explore(&phases, &board).same_when(|board| *board).threads(1);
            counts(
                &search
                    .invariant("nobody is a move ahead", |board, _| tic_tac_toe_model::is_fair(board))
                    .run(),
            )
        },
        || check(tic_tac_toe_model::TicTacToe),
    );
    let (phases, table) = (pig::new_game(), pig::Table::default());
    compare(
        "pig",
        || {
            let search = explore(&phases, &table).same_when(Clone::clone).threads(1);
            counts(&search.invariant("nobody has too much", |table, _| table.is_sound()).run())
        },
        || check(pig::Model),
    );
}

fn counts(report: &Report) -> Counts {
    assert!(report.complete && report.findings.is_empty(), "{report}");
    counted(report.states, report.transitions)
}

fn check<M>(model: M) -> Counts
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Hash + PartialEq + Send + Sync,
    M::Action: Clone + PartialEq,
{
    let checker = model.checker().threads(1).spawn_bfs().join();
    assert!(checker.discoveries().is_empty(), "the invariant holds");
    // It counts the first position as one that an action leads to.
    counted(checker.unique_state_count(), checker.state_count() - 1)
}

fn counted(positions: usize, answers: usize) -> Counts {
    let small = |count| u32::try_from(count).expect("the games are small");
    (small(positions), small(answers))
}

/// Explores a game both ways, and prints how long each of them takes.
fn compare(name: &str, ours: impl Fn() -> Counts, theirs: impl Fn() -> Counts) {
    let sides: [&dyn Fn() -> Counts; 2] = [&ours, &theirs];
    let [(positions, answers), theirs] = sides.map(|side| side());
    assert_eq!((positions, answers), theirs, "{name}: both explore the same");
    let mut samples = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        for (side, samples) in sides.iter().zip(&mut samples) {
            let start = Instant::now();
            side();
            samples.push(start.elapsed().as_secs_f64());
        }
    }
    let [ours, theirs] = samples.map(|mut samples| {
        samples.sort_by(f64::total_cmp);
        samples[ROUNDS / 2]
    });
    let speed = |time: f64| f64::from(answers) / time / 1e6;
    println!(
        "{name}: {positions} positions, {answers} answers, medians of {ROUNDS} samples with one thread:"
    );
    println!("  phase-testing    {:8.2} ms   {:5.2} million answers a second", ours * 1e3, speed(ours));
    println!("  stateright       {:8.2} ms   {:5.2} million answers a second", theirs * 1e3, speed(theirs));
    println!("  phase-testing takes {:.2} times as long", ours / theirs);
}
