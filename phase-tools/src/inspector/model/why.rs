//! Why a phase ran, and what it has queued, as far as that was heard.

use phase_core::{PhaseId, PhaseRef, QueuedBy, QueuedHow};

use super::session::Session;
use crate::trace::{TraceEvent, TraceKind, verb};

/// A phase in an answer to `why`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) id: PhaseId,
    pub(crate) label: String,
    /// How it was queued, in words that end with by whom.
    pub(crate) how: String,
    /// The moment at which it was heard of: its start, or else when it was queued.
    pub(crate) at: u64,
}

/// Why a phase ran: the chain that leads to it, outermost first, and what it has queued itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Why {
    /// The last of them is the phase itself.
    pub(crate) chain: Vec<Link>,
    pub(crate) queued: Vec<Link>,
}

/// A chain ends after so many phases.
const LONGEST: usize = 1000;

impl<W: 'static> Session<W> {
    /// Why a phase was queued; nothing if it was not heard of.
    pub(crate) fn why(&self, id: PhaseId) -> Option<Why> {
        let chain = self.chain(id, LONGEST);
        let by_it = |event: &TraceEvent| matches!(event.kind, TraceKind::Queued { by: QueuedBy::Phase(by), .. } if by == id);
        let queued = self.heard().filter(|(_, event)| by_it(event));
        let queued = queued.filter_map(|(_, event)| self.link(event.id)).map(|(link, _)| link).collect();
        (!chain.is_empty()).then_some(Why { chain, queued })
    }

    /// The chain that leads to a phase, outermost first, if it is not longer than that.
    fn chain(&self, id: PhaseId, longest: usize) -> Vec<Link> {
        let mut chain = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            let Some((link, by)) = self.link(id) else { break };
            chain.push(link);
            next = match by {
                // Ids rise, so this ends.
                Some(QueuedBy::Phase(parent)) if parent < id && chain.len() < longest => Some(parent),
                _ => None,
            };
        }
        chain.reverse();
        chain
    }

    /// What has set a phase off that is still queued, nearest first: as many as are shown beside it.
    pub(super) fn causes_heard(&self, id: PhaseId) -> Vec<String> {
        const SHOWN: usize = 64;
        let mut chain = self.chain(id, SHOWN);
        chain.pop();
        chain.into_iter().rev().map(|link| link.label).collect()
    }

    /// The phase as it showed itself last, or else its name.
    pub(crate) fn label(&self, id: PhaseId, name: &str) -> String {
        let mut shown = self.heard().rev().filter(|(_, event)| event.id == id);
        shown.find_map(|(_, event)| event.debug.clone()).unwrap_or_else(|| name.to_owned())
    }

    fn heard(&self) -> impl DoubleEndedIterator<Item = (u64, &TraceEvent)> {
        let heard = self.branch().heard.iter();
        heard.flat_map(|(at, heard)| heard.events.iter().map(|event| (*at, event)))
    }

    fn link(&self, id: PhaseId) -> Option<(Link, Option<QueuedBy>)> {
        let (mut found, mut queued, mut label) = (None, None, None);
        let mut has_started = false;
        // From the end, up to where it was queued, which mostly is not far.
        for (at, event) in self.heard().rev().filter(|(_, event)| event.id == id) {
            if !has_started {
                found = Some((at, event.name));
                has_started = event.kind == TraceKind::Started;
            }
            label = label.or(event.debug.as_ref());
            if let TraceKind::Queued { how, by } = event.kind {
                queued = Some((how, by));
                break;
            }
        }
        let (at, name) = found.or_else(|| Some((0, self.queued(id)?.name())))?;
        let label = label.map_or_else(|| self.queued_label(id, name), Clone::clone);
        let how = match queued {
            Some((QueuedHow::Present, _)) => "there from the beginning".to_owned(),
            Some((_, QueuedBy::WhenEmpty)) => "queued as nothing was left".to_owned(),
            Some((how, QueuedBy::Host)) => format!("{} by the host", verb(how)),
            Some((how, QueuedBy::Phase(_))) => format!("{} by", verb(how)),
            Some((how, _)) => verb(how).to_owned(),
            None => "queued before what is remembered".to_owned(),
        };
        Some((Link { id, label, how, at }, queued.map(|(_, by)| by)))
    }

    /// What a phase looks like that may still be queued.
    fn queued_label(&self, id: PhaseId, name: &str) -> String {
        self.queued(id).map_or_else(|| name.to_owned(), |phase| super::shown::line(&phase))
    }

    /// A queued phase, unless it stands far behind others.
    fn queued(&self, id: PhaseId) -> Option<PhaseRef<'_>> {
        const FAR: usize = 100_000;
        let mut queued = self.game.phases.levels().flat_map(|(_, level)| level).take(FAR);
        queued.find(|phase| phase.id() == id)
    }
}
