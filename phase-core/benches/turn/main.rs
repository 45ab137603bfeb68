//! The workload of a turn, against what one would write by hand.
//!
//! A turn pushes four moves; a move unshifts its effect and its end; an effect unshifts a reflection and defers a
//! faint; each phase holds a `u32`. After the measurements it prints the ratios of the medians.

mod by_hand;
mod closures;
mod phases;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

use criterion::{Criterion, Throughput};

/// Turns in one sample.
const TURNS: u32 = 1_000;
/// The turn's own phase, and four moves of five phases each.
const PHASES_PER_TURN: u64 = 21;

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

fn main() -> Result<(), Box<dyn Error>> {
    let played = [by_hand::play, phases::play, closures::play].map(|play| play(World::new()));
    assert!(played.iter().all(|world| *world == played[0]), "the games differ: {played:?}");

    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("criterion");
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(4))
        .output_directory(&directory)
        .configure_from_args();
    let mut group = criterion.benchmark_group("turn");
    group.throughput(Throughput::Elements(PHASES_PER_TURN * u64::from(TURNS)));
    group.bench_function("enum", |b| b.iter(|| by_hand::play(World::new())));
    group.bench_function("phases", |b| b.iter(|| phases::play(World::new())));
    group.bench_function("closures", |b| b.iter(|| closures::play(World::new())));
    group.finish();
    criterion.final_summary();
    print_ratios(&directory)
}

fn print_ratios(directory: &Path) -> Result<(), Box<dyn Error>> {
    let median = |name: &str| -> Result<f64, Box<dyn Error>> {
        let file = directory.join("turn").join(name).join("new/estimates.json");
        let Ok(text) = fs::read_to_string(file) else { return Ok(f64::NAN) };
        let estimates: serde_json::Value = serde_json::from_str(&text)?;
        Ok(estimates["median"]["point_estimate"].as_f64().unwrap_or(f64::NAN))
    };
    let (by_hand, phases, closures) = (median("enum")?, median("phases")?, median("closures")?);
    if by_hand.is_finite() && phases.is_finite() && closures.is_finite() {
        println!("phases : enum     = {:.2}", phases / by_hand);
        println!("phases : closures = {:.2}", phases / closures);
        println!("closures : enum   = {:.2}", closures / by_hand);
    }
    Ok(())
}
