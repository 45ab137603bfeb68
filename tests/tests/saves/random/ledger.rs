//! A ledger of every phase, kept by an observer, through loading, copies and undo: whatever has come, or was found, comes to
//! one end, and what an undo takes away may come back.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use phase_core::prelude::*;

use super::world::World;

/// Where in its life a phase is, as far as it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// It was there when somebody looked, and may have started.
    Found,
    Queued,
    Started,
    Over,
    /// It has gone with what was undone.
    Undone,
}

#[derive(Debug, Default)]
struct Lives {
    phases: BTreeMap<PhaseId, Stands>,
    faults: Vec<String>,
}

/// What an observer has seen.
#[derive(Debug, Default)]
pub(super) struct Ledger(Arc<Mutex<Lives>>);

impl Ledger {
    /// A ledger of a manager, from now on.
    pub(super) fn of(phases: &mut PhaseManager<World>) -> Self {
        let ledger = Self::default();
        let lives = Arc::clone(&ledger.0);
        phases.observe(move |event, _| lives.lock().unwrap_or_else(PoisonError::into_inner).note(event));
        ledger
    }

    /// Checks that all has gone by the rules, and that what is there has no end yet; and the other way round, if
    /// everything has been told.
    pub(super) fn check(&self, phases: &PhaseManager<World>, is_settled: bool) {
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
            assert!(
                there.iter().all(|id| open.contains(id)),
                "{there:?} are there, and {open:?} have no end"
            );
        }
    }
}

impl Lives {
    fn note(&mut self, event: &Event<'_>) {
        use EventKind as E;
        use Stands::{Found, Over, Queued, Started, Undone};
        let before = self.phases.get(&event.id).copied();
        let goes_on = matches!(
            event.kind,
            E::Waiting
                | E::Updated
                | E::Suspended
                | E::Asking { .. }
                | E::Answered { .. }
                | E::Refused { .. }
                | E::Parked
                | E::Resumed
        );
        let ends =
            matches!(event.kind, E::Ended | E::Cancelled | E::Failed { .. } | E::Panicked | E::Abandoned);
        let after = match (event.kind, before) {
            (E::Queued { how: QueuedHow::Present, .. }, None | Some(Over | Undone)) => Found,
            (E::Queued { .. }, None) => Queued,
            (E::Started, Some(Queued | Found)) => Started,
            (_, Some(Started | Found)) if goes_on => Started,
            (_, Some(Started | Found)) if ends => Over,
            (E::Dropped { reason: DropReason::Undone }, Some(Queued | Started | Found)) => Undone,
            (E::Dropped { .. }, Some(Queued | Found)) => Over,
            _ => return self.faults.push(format!("{:?} of {} after {before:?}", event.kind, event.id)),
        };
        self.phases.insert(event.id, after);
    }
}
