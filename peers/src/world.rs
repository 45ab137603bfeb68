//! What both runs act on.

/// Turns in one sample.
pub(crate) const TURNS: u32 = 1_000;
/// The turn's own phase, and four moves of five phases each.
pub(crate) const PHASES_PER_TURN: u32 = 21;

/// A sum over all phases that were run, so that none of them can be optimised away, and all runs can be checked to do
/// the same in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct World {
    pub(crate) turns_left: u32,
    sum: u64,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { turns_left: TURNS, sum: 0 }
    }

    pub(crate) fn note(&mut self, kind: u64, value: u32) {
        self.sum = self.sum.wrapping_mul(31).wrapping_add(kind * 1_000 + u64::from(value));
    }
}
