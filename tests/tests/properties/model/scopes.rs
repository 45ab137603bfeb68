//! What is queued to one of the phases that set the running one off.

use super::drive::Stop;
use super::tree::Slot;
use super::{Model, limits};
use crate::causes::{CAUSES_COMPARED, Causes};
use crate::program::{Card, Event, Id};
use crate::scopes::{Reach, To};

impl Model<'_> {
    /// Of this phase, which runs.
    pub(super) fn causes(&self, phase: Id) -> Causes {
        let causes = self.tree.causes().into_iter().map(|Card { id, kind, .. }| (kind.name(), id));
        Causes::of(phase, causes).with_needed(&self.tree.needed().map(|card| card.id).collect())
    }

    /// A phase that too many others in a row have set off does not start.
    pub(super) fn check_chain(&mut self, slot: Slot) -> Result<(), Stop> {
        let Some(limit) = self.program.chain_limit.filter(|_| !self.is_over) else { return Ok(()) };
        let mut causes: Vec<_> = self.tree.causes_of(slot).into_iter().map(|card| card.kind.name()).collect();
        if causes.len() <= limit {
            return Ok(());
        }
        causes.reverse();
        let phase = self.peek()?.expect("this one is queued").kind.name();
        Err(Stop::Error(limits::too_far(limit, phase, &causes)))
    }

    pub(super) fn reach(&mut self, reach: Reach, to: To) {
        let mut causes = self.tree.causes();
        causes.truncate(CAUSES_COMPARED);
        let nth = match reach {
            Reach::Innermost(kind) => causes.iter().position(|cause| cause.kind == kind),
            Reach::Outermost(kind) => causes.iter().rposition(|cause| cause.kind == kind),
            Reach::Nth(nth) => nth.checked_rem(causes.len()),
            Reach::Itself => None,
        };
        let Some(nth) = nth else {
            self.log.push(Event::Found("no scope".to_owned()));
            return;
        };
        self.log.push(Event::Found(format!("the scope of {}", causes[nth].id)));
        match to {
            To::Defer(kind) => {
                let card = self.make(kind);
                self.tree.defer_to(nth, card);
            }
            To::Unshift(kind) => {
                let card = self.make(kind);
                self.tree.unshift_to(nth, card);
            }
            To::Skip => {
                let skipped = self.tree.skip(nth);
                self.gone(&skipped);
                self.log.push(Event::Found(skipped.len().to_string()));
            }
        }
    }
}
