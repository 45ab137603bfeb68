//! A ledger of every phase, kept by an observer: one `Queued`, then what may come in the middle, and exactly one end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use phase_core::prelude::*;

use crate::world::World;

/// Where in its life a phase is, as far as it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stands {
    Queued,
    Started,
    Parked,
    Over,
}

#[derive(Debug, Default)]
struct Lives {
    phases: BTreeMap<PhaseId, Stands>,
    faults: Vec<String>,
}

/// What an observer has seen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ledger(Arc<Mutex<Lives>>);

impl Ledger {
    /// Has this ledger be kept of a manager.
    pub(crate) fn attach(&self, phases: &mut PhaseManager<World>) {
        let lives = Arc::clone(&self.0);
        phases.observe(move |event, world| {
            lives.lock().unwrap_or_else(PoisonError::into_inner).note(event, world.is_some());
        });
    }

    /// Checks that all has gone by the rules, and that no phase is open but those of the manager, all of which are.
    pub(crate) fn check(&self, phases: &PhaseManager<World>, is_settled: bool) {
        let lives = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(lives.faults.is_empty(), "{:#?}", lives.faults);
        let open = lives.phases.iter().filter(|(_, stands)| **stands != Stands::Over);
        let open: Vec<_> = open.map(|(id, _)| *id).collect();
        let queued = phases.levels().flat_map(|(_, level)| level).map(PhaseRef::id);
        let mut there: Vec<_> = queued
            .chain(phases.current().map(PhaseRef::id))
            .chain(phases.parked().map(PhaseRef::id))
            .collect();
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
        let before = self.phases.get(&event.id).copied();
        let after = match event.kind {
            E::Queued { .. } if before.is_none() => Some(Stands::Queued),
            E::Started if before == Some(Stands::Queued) => Some(Stands::Started),
            E::Waiting
            | E::Updated
            | E::Suspended
            | E::Asking { .. }
            | E::Answered { .. }
            | E::Refused { .. }
                if before == Some(Stands::Started) =>
            {
                Some(Stands::Started)
            }
            E::Parked if before == Some(Stands::Started) => Some(Stands::Parked),
            E::Resumed if matches!(before, Some(Stands::Parked | Stands::Started)) => Some(Stands::Started),
            E::Ended if before == Some(Stands::Started) => Some(Stands::Over),
            E::Cancelled | E::Failed { .. } | E::Panicked | E::Abandoned
                if matches!(before, Some(Stands::Started | Stands::Parked)) =>
            {
                Some(Stands::Over)
            }
            E::Dropped { .. } if before == Some(Stands::Queued) => Some(Stands::Over),
            _ => None,
        };
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
