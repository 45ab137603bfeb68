//! The places of names that are at hand.

use std::ptr;

use phase_core::{Event, PhaseId};

/// The places of some names among those of a part: of the names that were used last, and of the phases that were heard of
/// last, so that most phases need not be asked for their name again.
#[derive(Debug)]
pub(super) struct Recall {
    /// By where they lie in memory.
    names: [Option<(&'static str, u16)>; SLOTS],
    /// By their numbers, of which none is 0.
    phases: [(u64, u16); SLOTS],
    /// The game of the phases.
    game: u16,
}

/// A power of two.
const SLOTS: usize = 64;

impl Default for Recall {
    fn default() -> Self {
        Self { names: [None; SLOTS], phases: [(0, 0); SLOTS], game: 0 }
    }
}

impl Recall {
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    pub(super) fn keep_phases_of(&mut self, game: u16) {
        if self.game != game {
            (self.game, self.phases) = (game, Self::default().phases);
        }
    }

    /// The place of the name of a phase, if it is at hand.
    #[inline]
    pub(super) fn name_of(&self, id: PhaseId) -> Option<u16> {
        let (known, at) = self.phases[slot(id.get())];
        (known == id.get()).then_some(at)
    }

    /// The place of the name of a phase, which is asked for it, if that is at hand; from now on that of the phase is.
    #[inline]
    pub(super) fn ask(&mut self, event: &Event<'_>) -> Option<u16> {
        let at = self.find(event.phase.name())?;
        self.phases[slot(event.id.get())] = (event.id.get(), at);
        Some(at)
    }

    /// The place of a name, which is asked for if it is not at hand.
    pub(super) fn place_of(&mut self, name: &'static str, place: impl FnOnce() -> u16) -> u16 {
        self.find(name).unwrap_or_else(|| {
            let at = place();
            let slot = slot_of(name);
            self.names[slot ^ 1] = self.names[slot].replace((name, at));
            at
        })
    }

    #[inline]
    fn find(&self, name: &'static str) -> Option<u16> {
        let slot = slot_of(name);
        // Two that belong in the same slot stand beside each other.
        self.at(slot, name).or_else(|| self.at(slot ^ 1, name))
    }

    #[inline]
    fn at(&self, slot: usize, name: &'static str) -> Option<u16> {
        self.names[slot].and_then(|(known, at)| ptr::eq(known, name).then_some(at))
    }
}

fn slot_of(name: &'static str) -> usize {
    // Names lie close to each other: the multiplication spreads them over the upper bits.
    slot((name.as_ptr().addr() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32)
}

#[allow(clippy::cast_possible_truncation, reason = "the lower bits are taken")]
fn slot(number: u64) -> usize {
    number as usize % SLOTS
}
