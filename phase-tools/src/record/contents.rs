//! What phases hold when they start, for two runs of one game to be compared by.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::hash::Hasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use phase_core::{EventKind, PhaseManager};
use siphasher::sip::SipHasher13;

/// What the phases of one run held when they started, as their `Debug` tells it.
#[derive(Debug, Clone, Default)]
pub(super) struct Contents(Arc<Mutex<Told>>);

#[derive(Debug, Default)]
struct Told {
    /// A digest for each start.
    starts: Vec<u64>,
    /// By digest, the beginning of what was told.
    texts: BTreeMap<u64, String>,
}

/// How many bytes of a phase are shown.
const SHOWN: usize = 400;

impl Contents {
    /// What the phases of a game will hold, from here on.
    pub(super) fn of<W: 'static>(phases: &mut PhaseManager<W>) -> Self {
        let contents = Self::default();
        let told = contents.clone();
        phases.observe(move |event, _| {
            if !matches!(event.kind, EventKind::Started) {
                return;
            }
            // A `Debug` that panics costs what it tells, and the count of starts goes on.
            told.lock().starts.push(0);
            let mut teller = Teller { hasher: SipHasher13::new(), text: String::new(), is_cut: false };
            if write!(teller, "{:?}", event.phase).is_err() {
                return;
            }
            let digest = teller.hasher.finish();
            let mut told = told.lock();
            if let Some(start) = told.starts.last_mut() {
                *start = digest;
            }
            told.texts.entry(digest).or_insert(teller.text);
        });
        contents
    }

    /// Both, in words, if the start of this number, from 0, is that of phases that differ.
    pub(super) fn differ(&self, other: &Self, start: usize) -> Option<(String, String)> {
        let (one, another) = (self.at(start)?, other.at(start)?);
        (one.0 != another.0).then_some((one.1, another.1))
    }

    fn at(&self, start: usize) -> Option<(u64, String)> {
        let told = self.lock();
        let digest = *told.starts.get(start)?;
        Some((digest, told.texts.get(&digest).cloned().unwrap_or_default()))
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes all that is told into a digest, and keeps the beginning of it.
struct Teller {
    hasher: SipHasher13,
    text: String,
    is_cut: bool,
}

impl fmt::Write for Teller {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.hasher.write(text.as_bytes());
        if !self.is_cut {
            self.is_cut = self.text.len() + text.len() > SHOWN;
            let room = SHOWN - self.text.len().min(SHOWN);
            let end = (0..=text.len().min(room)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            self.text.push_str(&text[..end]);
            if self.is_cut {
                self.text.push_str("..");
            }
        }
        Ok(())
    }
}
