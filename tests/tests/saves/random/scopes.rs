//! Causes, scopes and ids, in games that are saved and copied.

use std::collections::BTreeMap;

use phase_core::prelude::*;
use phase_core::{Causer, PhaseId};

use super::phases::{Actor, by_kind};
use super::program::{Id, Kind};
use super::world::{Event, World};

/// Which of the phases that set the running one off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    Innermost(Kind),
    Outermost(Kind),
    /// Counted from the nearest, round and round.
    Nth(usize),
}

/// What is done there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    Defer(Kind),
    Unshift(Kind),
    Skip,
}

pub(crate) fn named(causes: impl Iterator<Item = Causer>) -> Vec<(&'static str, u64)> {
    causes.map(|cause| (cause.name(), cause.id().get())).collect()
}

pub(crate) fn reach<P: Actor>(queue: &mut Queue<'_, P>, reach: Reach, to: To, world: &mut World) {
    let scope = match reach {
        Reach::Innermost(kind) => by_kind!(kind, T => queue.within::<T>()),
        Reach::Outermost(kind) => {
            let outermost = by_kind!(kind, T => queue.causes().filter(Causer::is::<T>).last());
            outermost.and_then(|cause| queue.scope(cause.id()))
        }
        Reach::Nth(nth) => {
            let ids: Vec<PhaseId> = queue.causes().map(|cause| cause.id()).collect();
            nth.checked_rem(ids.len()).and_then(|nth| queue.scope(ids[nth]))
        }
    };
    let Some(mut scope) = scope else { return };
    world.log.push(Event::Line(scope.id().get(), vec![]));
    match to {
        To::Defer(kind) => {
            let body = world.make();
            by_kind!(kind, C => scope.defer(C(body)));
        }
        To::Unshift(kind) => {
            let body = world.make();
            by_kind!(kind, C => scope.unshift(C(body)));
        }
        To::Skip => world.log.push(Event::Found(scope.skip())),
    }
}

/// Every id that a manager has given, and which phase it was given to.
#[derive(Clone, Default)]
pub(crate) struct Given(BTreeMap<u64, Id>);

impl Given {
    /// Takes in what was seen since the last time. Whatever is undone, no id is given again.
    pub(crate) fn take_in(&mut self, seen: impl IntoIterator<Item = (u64, Id)>) {
        let highest = self.0.last_key_value().map_or(0, |(id, _)| *id);
        for (id, phase) in seen {
            let known = *self.0.entry(id).or_insert_with(|| {
                assert!(id > highest, "phase {phase} has the id {id}, and {highest} has been given before");
                phase
            });
            assert_eq!(known, phase, "the id {id} is that of two phases");
        }
    }
}
