//! What a visited position takes, besides the positions that the search still holds.
//!
//! `cargo bench -p phase-testing --bench memory`

use std::alloc::System;

use phase_testing::explore;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[allow(dead_code, unused_imports, reason = "most of it is for the tests")]
#[path = "../tests/explore/known_counts/sliding_puzzle.rs"]
mod sliding_puzzle;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    let phases = sliding_puzzle::new_game();
    let puzzle = sliding_puzzle::Puzzle::new(3, 3);
    let before = allocated();
    let mut bytes = 0;
    let report = explore(&phases, &puzzle)
        .same_when(Clone::clone)
        .threads(1)
        .on_progress(|progress| {
            if progress.waiting == 0 {
                bytes = allocated() - before;
            }
        })
        .run();
    println!("8-puzzle: {} bytes a visited position, with {} of them", bytes / report.states, report.states);
}

fn allocated() -> usize {
    let stats = INSTRUMENTED_SYSTEM.stats();
    stats.bytes_allocated.wrapping_sub(stats.bytes_deallocated)
}
