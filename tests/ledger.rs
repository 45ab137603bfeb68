//! A ledger of every phase, kept by an observer: it is queued once, or found; then comes what may come in the middle, and
//! exactly one end. What an undo takes away may be found again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use phase_core::prelude::*;

/// Where in its life a phase is, as far as it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stands {
    Queued,
    /// It was there when somebody looked, and may have started.
    Found,
    Started,
    Parked,
    Over,
    /// It has gone with what was undone.
    Undone,
}

#[derive(Debug, Default)]
struct Lives {
    phases: BTreeMap<PhaseId, Stands>,
    /// Whether the game was new, is neither loaded nor copied, and undoes nothing.
    is_from_start: bool,
    faults: Vec<String>,
}

/// What an observer has seen.
#[derive(Debug)]
pub struct Ledger(Arc<Mutex<Lives>>);

impl Ledger {
    /// A ledger of a manager, from now on.
    pub fn of<W: 'static>(phases: &mut PhaseManager<W>) -> Self {
        Self::keep(phases, Lives::default())
    }

    /// Likewise, of one that is new and undoes nothing, so that no phase may be found.
    pub fn of_new<W: 'static>(phases: &mut PhaseManager<W>) -> Self {
        Self::keep(phases, Lives { is_from_start: true, ..Lives::default() })
    }

    fn keep<W: 'static>(phases: &mut PhaseManager<W>, lives: Lives) -> Self {
        let lives = Arc::new(Mutex::new(lives));
        let ledger = Self(Arc::clone(&lives));
        phases.observe(move |event, world| {
            lives.lock().unwrap_or_else(PoisonError::into_inner).note(event, world.is_some());
        });
        ledger
    }

    /// Checks that all has gone by the rules, and that what is there has no end yet; and the other way round, if
    /// everything has been told.
    ///
    /// # Panics
    ///
    /// When it has not.
    pub fn check<W: 'static>(&self, phases: &PhaseManager<W>, is_settled: bool) {
        let lives = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(lives.faults.is_empty(), "{:#?}", lives.faults);
        let is_open = |stands: &Stands| !matches!(stands, Stands::Over | Stands::Undone);
        let open: Vec<_> =
            lives.phases.iter().filter(|(_, stands)| is_open(stands)).map(|(id, _)| *id).collect();
        let there =
            phases.levels().flat_map(|(_, level)| level).chain(phases.current()).chain(phases.parked());
        let mut there: Vec<_> = there.map(PhaseRef::id).collect();
        there.sort_unstable();
        if is_settled {
            assert_eq!(open, there, "phases without an end, and phases that are there");
        } else {
            // One that a panic has kept from being told is seen by nobody.
            assert!(
                there.iter().all(|id| open.contains(id)),
                "{there:?} are there, and {open:?} have no end"
            );
        }
    }
}

impl Lives {
    fn note(&mut self, event: &Event<'_>, has_world: bool) {
        use EventKind as E;
        use Stands::{Found, Over, Parked, Queued, Started, Undone};
        let before = self.phases.get(&event.id).copied();
        let goes_on = matches!(
            event.kind,
            E::Waiting
                | E::Updated
                | E::Suspended
                | E::Asking { .. }
                | E::Answered { .. }
                | E::Refused { .. }
                | E::Resumed
        );
        let ends = matches!(event.kind, E::Cancelled | E::Failed { .. } | E::Panicked | E::Abandoned);
        let after = match (event.kind, before) {
            (E::Queued { how: QueuedHow::Present, .. }, None | Some(Over | Undone)) => Some(Found),
            (E::Queued { .. }, None) => Some(Queued),
            (E::Started, Some(Queued | Found)) | (E::Resumed, Some(Parked)) => Some(Started),
            (_, Some(Started | Found)) if goes_on => Some(Started),
            (E::Parked, Some(Started | Found)) => Some(Parked),
            (E::Ended, Some(Started | Found)) => Some(Over),
            (_, Some(Started | Parked | Found)) if ends => Some(Over),
            (E::Dropped { reason: DropReason::Undone }, Some(Queued | Started | Parked | Found)) => {
                Some(Undone)
            }
            (E::Dropped { .. }, Some(Queued | Found)) => Some(Over),
            _ => None,
        };
        let after = after.filter(|after| !(self.is_from_start && matches!(after, Found | Undone)));
        let needs_world = !matches!(event.kind, E::Queued { .. } | E::Dropped { .. });
        match after {
            Some(after) if has_world == needs_world => {
                self.phases.insert(event.id, after);
            }
            _ => self
                .faults
                .push(format!("{:?} of {} after {before:?}, world: {has_world}", event.kind, event.id)),
        }
    }
}
