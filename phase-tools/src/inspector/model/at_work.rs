//! What is at work, for another thread to tell where that does not return.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is at work.
#[derive(Debug, Default)]
pub(crate) struct AtWork {
    /// The moment from which the game goes on.
    moment: AtomicU64,
    name: Mutex<Option<&'static str>>,
    /// Whether keys have waited long enough, so that a run is to come back after the phase that is at work.
    is_due: AtomicBool,
}

impl AtWork {
    /// Something begins to work whose name is known, such as a phase.
    pub(crate) fn is_now(&self, name: Option<&'static str>) {
        *self.name.lock().unwrap_or_else(PoisonError::into_inner) = name;
    }

    /// Whether whoever is at work is to come back as soon as it can, since keys and screen have waited long enough.
    pub(crate) fn is_due(&self) -> bool {
        self.is_due.load(Ordering::Relaxed)
    }

    pub(crate) fn set_due(&self, is_due: bool) {
        self.is_due.store(is_due, Ordering::Relaxed);
    }

    /// The game goes on from a moment.
    pub(super) fn at(&self, moment: u64) {
        self.moment.store(moment, Ordering::Relaxed);
    }
}

impl fmt::Display for AtWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = self.moment.load(Ordering::Relaxed);
        match *self.name.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(name) => write!(f, "{name} (from moment {moment})"),
            None => write!(f, "the phase that starts at moment {moment}"),
        }
    }
}
