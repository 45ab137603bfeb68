//! What is said of a run that has started too many phases.

use crate::program::{NAMES_LISTED, Outcome, STARTS_COMPARED};

pub(super) fn too_many(limit: usize, started: &[&'static str]) -> Outcome {
    let listed = started.len().saturating_sub(NAMES_LISTED);
    let (cycle, repeats) = cycle(&started[started.len().saturating_sub(STARTS_COMPARED)..]);
    Outcome::StartLimit { limit, last: started[listed..].to_vec(), cycle: cycle.to_vec(), repeats }
}

/// The shortest stretch at the end that comes at least twice in a row, and how often it does.
fn cycle<'s>(started: &'s [&'static str]) -> (&'s [&'static str], usize) {
    for length in 1..=started.len() / 2 {
        let cycle = &started[started.len() - length..];
        let repeats = started.rchunks_exact(length).take_while(|stretch| *stretch == cycle).count();
        if repeats > 1 {
            return (cycle, repeats);
        }
    }
    (&[], 0)
}
