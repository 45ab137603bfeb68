//! What each step of the workload owns.

use std::fmt::Debug;
use std::mem;

pub(crate) trait Payload: Debug + Clone + Send + Sync + 'static {
    fn of(value: u32) -> Self;
    fn value(&self) -> u32;
    /// The payload for the last of a step's follow-ups: a step that has only a reference to its own moves it out, as
    /// one that owns it would.
    fn hand_on(&mut self) -> Self;
}

impl Payload for u32 {
    fn of(value: u32) -> Self {
        value
    }

    fn value(&self) -> u32 {
        *self
    }

    fn hand_on(&mut self) -> Self {
        *self
    }
}

/// The largest that still counts as small: 24 bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Full {
    user: u32,
    targets: [u64; 2],
}

impl Payload for Full {
    fn of(value: u32) -> Self {
        Self { user: value, targets: [value.into(); 2] }
    }

    fn value(&self) -> u32 {
        self.user.wrapping_add((self.targets[0] ^ self.targets[1]).count_ones())
    }

    fn hand_on(&mut self) -> Self {
        *self
    }
}

/// 100 bytes, which alignment makes 104, and text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Large {
    name: String,
    user: u32,
    stats: [u32; 18],
}

const _: () = assert!(size_of::<Full>() == 24 && size_of::<Large>() == 104);

impl Payload for Large {
    fn of(value: u32) -> Self {
        let name = if value % 2 == 0 { "Aspen" } else { "Bezel" };
        Self { name: name.to_owned(), user: value, stats: [value; 18] }
    }

    fn value(&self) -> u32 {
        let letter = self.name.as_bytes().first().copied().unwrap_or_default();
        self.user.wrapping_add(letter.into()).wrapping_add(self.stats[17])
    }

    fn hand_on(&mut self) -> Self {
        mem::take(self)
    }
}
