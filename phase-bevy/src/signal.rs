//! What those who are kept from a game while its phases run have to tell its driver.

use std::sync::atomic::{AtomicU8, Ordering};

/// Looked at after each phase.
#[derive(Debug, Default)]
pub(crate) struct Signal(AtomicU8);

const GONE: u8 = 1;
const CALLED: u8 = 2;

// Whoever writes and whoever reads hold the engine's world in turns, so no order has to be made here.
const ORDER: Ordering = Ordering::Relaxed;

impl Signal {
    /// Whether there is anything to look at.
    pub(crate) fn is_given(&self) -> bool {
        self.0.load(ORDER) != 0
    }

    /// The component has been taken off its entity.
    pub(crate) fn set_gone(&self) {
        self.0.fetch_or(GONE, ORDER);
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.0.load(ORDER) & GONE != 0
    }

    /// A call waits for the phases to give way.
    pub(crate) fn set_called(&self) {
        self.0.fetch_or(CALLED, ORDER);
    }

    /// All calls have been made.
    pub(crate) fn unset_called(&self) {
        self.0.fetch_and(!CALLED, ORDER);
    }
}
