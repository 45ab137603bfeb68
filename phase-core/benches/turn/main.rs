//! The workload of a turn, against what one would write by hand.
//!
//! A turn pushes four moves; a move unshifts its effect and its end; an effect unshifts a reflection and defers a
//! faint; each phase holds a `u32`. After criterion's measurements it prints the ratios of the three games, taken in
//! turns, so that whatever else the machine does meets all of them alike.

mod by_hand;
mod closures;
mod phases;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};

/// Turns in one sample.
const TURNS: u32 = 1_000;
/// The turn's own phase, and four moves of five phases each.
const PHASES_PER_TURN: u32 = 21;
/// Samples of each game for the ratios.
const ROUNDS: usize = 1_000;

/// A sum over all phases that were run, so that none of them can be optimised away, and all three games can be
/// checked to do the same.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct World {
    turns_left: u32,
    sum: u64,
}

impl World {
    fn new() -> Self {
        Self { turns_left: TURNS, sum: 0 }
    }

    fn note(&mut self, kind: u64, value: u32) {
        self.sum = self.sum.wrapping_mul(31).wrapping_add(kind * 1_000 + u64::from(value));
    }
}

type Play = fn(World) -> World;

const GAMES: [(&str, Play); 3] =
    [("enum", by_hand::play), ("phases", phases::play), ("closures", closures::play)];

fn main() {
    let played = GAMES.map(|(_, play)| play(World::new()));
    assert!(played.iter().all(|world| *world == played[0]), "the games differ: {played:?}");

    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(4))
        .configure_from_args();
    let mut group = criterion.benchmark_group("turn");
    group.throughput(Throughput::Elements(u64::from(PHASES_PER_TURN * TURNS)));
    for (name, play) in GAMES {
        group.bench_function(name, |b| b.iter(|| play(World::new())));
    }
    group.finish();
    criterion.final_summary();
    print_ratios();
}

fn print_ratios() {
    let mut samples = GAMES.map(|_| Vec::with_capacity(ROUNDS));
    for _ in 0..ROUNDS {
        for ((_, play), samples) in GAMES.iter().zip(&mut samples) {
            let start = Instant::now();
            black_box(play(black_box(World::new())));
            samples.push(start.elapsed().as_secs_f64());
        }
    }
    let [by_hand, phases, closures] = samples.map(|mut samples| {
        samples.sort_by(f64::total_cmp);
        samples[ROUNDS / 2]
    });
    let each = f64::from(PHASES_PER_TURN * TURNS) / 1e9;
    println!(
        "ns per phase: enum {:.1}, phases {:.1}, closures {:.1}",
        by_hand / each,
        phases / each,
        closures / each
    );
    println!("phases : enum     = {:.2}", phases / by_hand);
    println!("phases : closures = {:.2}", phases / closures);
    println!("closures : enum   = {:.2}", closures / by_hand);
}
