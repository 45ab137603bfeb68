//! The turn as phases, against the turn by hand.

use std::hint::black_box;

use crate::samples::medians;
use crate::table::{Bar, Row};
use crate::turn::world::World;
use crate::turn::{STEPS_PER_TURN, game};

/// Turns in one sample.
const TURNS: u32 = 1_000;
const ROUNDS: usize = 1_000;

pub(crate) fn rows() -> Vec<Row> {
    let [phases, by_enum, without_levels, closures, with_verbs] =
        nanoseconds(["phases-4", "enum-4", "enum-without-levels", "closures", "closures-with-verbs"]);
    let [full_phases, full_enum] = nanoseconds(["phases-24", "enum-24"]);
    let [large_phases, large_enum] = nanoseconds(["phases-104", "enum-104"]);
    let by_closures = "boxed closures in a VecDeque";
    vec![
        row("turn, phases of 4 bytes", "enum over PhaseTree", 1.4, phases, by_enum),
        row("turn, phases of 24 bytes", "enum over PhaseTree", 1.2, full_phases, full_enum),
        row("turn, 100 bytes and a String", "enum over PhaseTree", 1.35, large_phases, large_enum),
        Row::without_bar(
            "turn, phases of 4 bytes",
            "enum in a VecDeque, no levels",
            Ok(format!("{:.2} ({phases:.1} : {without_levels:.1} ns)", phases / without_levels)),
        ),
        row("turn, phases of 4 bytes", by_closures, 0.6, phases, closures),
        row("turn, phases of 4 bytes", "the same, with three verbs", 0.6, phases, with_verbs),
    ]
}

fn row(what: &str, yardstick: &str, at_most: f64, ours: f64, theirs: f64) -> Row {
    let detail = format!("{ours:.1} : {theirs:.1} ns");
    Row::with_bar(what, yardstick, Bar::ratio(at_most), Ok((ours / theirs, detail)))
}

/// Per step.
fn nanoseconds<const N: usize>(names: [&str; N]) -> [f64; N] {
    let games = names.map(game);
    let played = games.map(|game| (game.play)(World::new(TURNS)));
    assert!(played.iter().all(|world| *world == played[0]), "the games differ: {played:?}");

    let work = games.map(|game| {
        move || {
            black_box((game.play)(black_box(World::new(TURNS))));
        }
    });
    let seconds = medians(ROUNDS, work);
    seconds.map(|seconds| seconds * 1e9 / f64::from(STEPS_PER_TURN * TURNS))
}
