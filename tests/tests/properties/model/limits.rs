//! What is said of a run that has started too many phases.

use crate::program::{NAMES_LISTED, Outcome, STARTS_COMPARED};

pub(super) fn too_many(limit: usize, started: &[&'static str]) -> Outcome {
    let listed = started.len().saturating_sub(NAMES_LISTED);
    let (cycle, repeats) = cycle(&started[started.len().saturating_sub(STARTS_COMPARED)..]);
    Outcome::StartLimit { limit, last: started[listed..].to_vec(), cycle: cycle.to_vec(), repeats }
}

/// What is said of a phase with more causes than may be, these from the farthest to the nearest.
pub(super) fn too_far(limit: usize, phase: &'static str, causes: &[&'static str]) -> Outcome {
    let mut chain = causes[causes.len().saturating_sub(STARTS_COMPARED - 1)..].to_vec();
    chain.push(phase);
    let (cycle, repeats) = cycle(&chain);
    Outcome::ChainLimit { limit, phase, cycle: cycle.to_vec(), repeats }
}

/// The shortest stretch that is repeated at the end, at least twice and for at least half of all, and how often it is.
fn cycle<'s>(names: &'s [&'static str]) -> (&'s [&'static str], usize) {
    for length in 1..=names.len() / 2 {
        let repeats = |end: &&[&str]| end.iter().zip(&end[length..]).all(|(name, later)| name == later);
        let ends = (length..=names.len()).rev().map(|size| &names[names.len() - size..]);
        let longest = ends.into_iter().find(|end| repeats(end)).map_or(0, <[_]>::len);
        if longest >= 2 * length && 2 * longest >= names.len() {
            return (&names[names.len() - length..], longest / length);
        }
    }
    (&[], 0)
}
