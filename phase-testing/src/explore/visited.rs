//! The positions that have been come to, and the way to each of them.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The positions that have been come to, by their fingerprints.
#[derive(Default)]
pub(super) struct Visited(HashSet<u128, BuildHasherDefault<AsItIs>>);

impl Visited {
    pub(super) fn contains(&self, fingerprint: u128) -> bool {
        self.0.contains(&fingerprint)
    }

    /// Whether it is new.
    pub(super) fn insert(&mut self, fingerprint: u128) -> bool {
        self.0.insert(fingerprint)
    }
}

/// A fingerprint is a hash already.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        if let Some((first, _)) = bytes.split_first_chunk() {
            self.0 = u64::from_ne_bytes(*first);
        }
    }

    fn write_u128(&mut self, number: u128) {
        #[allow(clippy::cast_possible_truncation, reason = "half of it is as good a hash")]
        {
            self.0 = number as u64;
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// How each position was come to first.
#[derive(Default)]
pub(super) struct Ways(Vec<(u32, u32)>);

impl Ways {
    /// The position before the first answer.
    pub(super) const ROOT: u32 = 0;

    /// Notes that a choice at another position leads to a new one, and gives its number; none if there are too many.
    pub(super) fn add(&mut self, from: u32, choice: u32) -> Option<u32> {
        self.0.push((from, choice));
        u32::try_from(self.0.len()).ok()
    }

    /// The choices that lead to a position.
    pub(super) fn to(&self, mut position: u32) -> Vec<u32> {
        let mut choices = Vec::new();
        while let Some(&(from, choice)) = position.checked_sub(1).and_then(|index| self.0.get(index as usize))
        {
            choices.push(choice);
            position = from;
        }
        choices.reverse();
        choices
    }
}
