//! What is heard of a game while it goes on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use phase_core::{EventKind, PhaseManager, PhaseRef, QueuedHow};

use super::caught::unheard;
use crate::trace::TraceEvent;

/// An observer that hands over what it has heard. Once it is gone, its manager is as fast as without it.
#[derive(Debug, Default)]
pub(super) struct Ear(Arc<Heard>);

#[derive(Debug, Default)]
struct Heard {
    listens: AtomicBool,
    is_gone: AtomicBool,
    events: Mutex<Vec<TraceEvent>>,
}

/// Of how many phases that are there before the first step is told.
const MOST_PRESENT: usize = 1000;

impl Ear {
    /// Has a new ear listen to a game, which knows what is there.
    pub(super) fn at<W>(phases: &mut PhaseManager<W>) -> Self {
        Self::hearing(phases, 0)
    }

    /// Has a new ear listen to a game that begins, and is told of what is there.
    pub(super) fn at_first<W>(phases: &mut PhaseManager<W>) -> Self {
        Self::hearing(phases, MOST_PRESENT)
    }

    fn hearing<W>(phases: &mut PhaseManager<W>, mut present: usize) -> Self {
        let ear = Self::default();
        ear.listen(true);
        let heard = Arc::clone(&ear.0);
        phases.observe_until(move |event, _| {
            if heard.is_gone.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            if matches!(event.kind, EventKind::Queued { how: QueuedHow::Present, .. }) {
                if present == 0 {
                    return ControlFlow::Continue(());
                }
                present -= 1;
            }
            if heard.listens.load(Ordering::Relaxed) {
                if let Some(event) = unheard(|| TraceEvent::of(event)) {
                    heard.events().push(event);
                }
            }
            ControlFlow::Continue(())
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

impl Drop for Ear {
    fn drop(&mut self) {
        self.0.is_gone.store(true, Ordering::Relaxed);
    }
}

/// The phase that a panic has left behind: the only one that is told of as present, and is neither queued nor parked.
pub(super) fn panicked<W>(phases: &mut PhaseManager<W>) -> Option<String> {
    let parked: Vec<_> = phases.parked().map(PhaseRef::id).collect();
    let first = phases.levels().flat_map(|(_, level)| level).map(PhaseRef::id).next();
    let found = Arc::new(Mutex::new(None));
    let (kept, mut is_over) = (Arc::clone(&found), false);
    phases.observe_until(move |event, _| {
        is_over |= Some(event.id) == first;
        if is_over {
            return ControlFlow::Break(());
        }
        if !parked.contains(&event.id) {
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(event.phase.name().to_owned());
        }
        ControlFlow::Continue(())
    });
    found.lock().unwrap_or_else(PoisonError::into_inner).take()
}

impl Heard {
    fn events(&self) -> MutexGuard<'_, Vec<TraceEvent>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
