//! Causes and scopes: what is done with them, and how a phase does it.

use phase_core::prelude::*;
use phase_core::{Causer, PhaseId};

use crate::causes::{CAUSES_COMPARED, Causes};
use crate::desk::{Desk, by_kind};
use crate::kind::Kind;
use crate::phases::{Actor, Burn, Heal, High, Low, Plain};
use crate::program::{Event, Id};
use crate::why;
use crate::world::World;

/// Which of the phases that set the running one off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    Innermost(Kind),
    Outermost(Kind),
    /// Counted from the nearest, round and round.
    Nth(usize),
    /// Which is none of them.
    Itself,
}

/// What is done there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    Defer(Kind),
    Unshift(Kind),
    Skip,
}

pub(crate) fn named(phase: Id, causes: impl Iterator<Item = Causer>, world: &World) -> Causes {
    let named = causes.map(|cause| {
        let kind = Kind::named(cause.name());
        assert!(Kind::ALL.into_iter().all(|other| (other == kind) == by_kind!(other, T => cause.is::<T>())));
        (cause.name(), world.ids.card_of(cause.id()))
    });
    Causes::of(phase, named)
}

pub(crate) fn reach<P: Actor>(queue: &mut Queue<'_, P>, reach: Reach, to: To, world: &mut World) {
    let before = queue.queued();
    let own = queue.id();
    let ids = |queue: &Queue<'_, P>| {
        queue.causes().take(CAUSES_COMPARED).map(|cause| cause.id()).collect::<Vec<PhaseId>>()
    };
    let scope = match reach {
        Reach::Innermost(kind) => by_kind!(kind, T => queue.within::<T>()),
        Reach::Outermost(kind) => {
            let outermost = by_kind!(kind, T => queue.causes().filter(Causer::is::<T>).last());
            outermost.and_then(|cause| queue.scope(cause.id()))
        }
        Reach::Nth(nth) => {
            let ids = ids(queue);
            nth.checked_rem(ids.len()).and_then(|nth| queue.scope(ids[nth]))
        }
        Reach::Itself => queue.scope(own),
    };
    let Some(mut scope) = scope else {
        world.log.push(Event::Found("no scope".to_owned()));
        return;
    };
    world.log.push(Event::Found(format!("the scope of {}", world.ids.card_of(scope.id()))));
    match to {
        To::Defer(kind) => {
            let body = world.make(kind);
            world.origins.note(body.card.id, why::DEFERRED);
            by_kind!(kind, C => scope.defer(C::new(body)));
        }
        To::Unshift(kind) => {
            let body = world.make(kind);
            world.origins.note(body.card.id, why::UNSHIFTED);
            by_kind!(kind, C => scope.unshift(C::new(body)));
        }
        To::Skip => {
            let skipped = scope.skip();
            let after = queue.queued();
            world.gone(before.into_iter().filter(|id| !after.contains(id)).collect());
            world.log.push(Event::Found(skipped.to_string()));
        }
    }
}
