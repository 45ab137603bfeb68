//! The world of the workload.

/// A sum over all steps that were run, so that none of them can be optimised away, and all games can be checked to do
/// the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct World {
    pub(crate) turns_left: u32,
    sum: u64,
}

impl World {
    pub(crate) fn new(turns: u32) -> Self {
        Self { turns_left: turns, sum: 0 }
    }

    pub(crate) fn note(&mut self, kind: u64, value: u32) {
        self.sum = self.sum.wrapping_mul(31).wrapping_add(kind * 1_000 + u64::from(value));
    }
}
