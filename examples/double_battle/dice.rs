//! The only source of chance in a battle.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde::{Deserialize, Serialize};

/// Seeded dice: the same seed rolls the same numbers on every machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Dice(Pcg32);

impl Dice {
    /// Dice that a seed decides.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        const STREAM: u64 = 0xda3e_39cb_94b9_5bdb;
        Self(Pcg32::new(seed, STREAM))
    }

    /// Any number.
    pub fn number(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `sides`, or 0 where that is 0.
    pub fn below(&mut self, sides: u32) -> u32 {
        // The high half of the product is even enough for a game, and the same wherever it runs.
        let product = u64::from(self.number()) * u64::from(sides);
        (product >> u32::BITS) as u32
    }
}
