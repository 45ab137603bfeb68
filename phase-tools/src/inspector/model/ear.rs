//! What is heard of a game while it goes on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use phase_core::PhaseManager;

use crate::trace::TraceEvent;

/// An observer that can be told to listen, and hands over what it has heard.
#[derive(Debug, Clone, Default)]
pub(super) struct Ear(Arc<Heard>);

#[derive(Debug, Default)]
struct Heard {
    listens: AtomicBool,
    events: Mutex<Vec<TraceEvent>>,
}

impl Ear {
    /// Has a new ear listen to a game, which tells it at once of what is there.
    pub(super) fn at<W>(phases: &mut PhaseManager<W>) -> Self {
        let ear = Self::default();
        ear.listen(true);
        let heard = Arc::clone(&ear.0);
        phases.observe(move |event, _| {
            if heard.listens.load(Ordering::Relaxed) {
                if let Some(event) = TraceEvent::of(event) {
                    heard.events().push(event);
                }
            }
        });
        ear
    }

    pub(super) fn listen(&self, listens: bool) {
        self.0.listens.store(listens, Ordering::Relaxed);
    }

    /// What was heard since the last call.
    pub(super) fn take(&self) -> Vec<TraceEvent> {
        std::mem::take(&mut *self.0.events())
    }
}

impl Heard {
    fn events(&self) -> MutexGuard<'_, Vec<TraceEvent>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
