//! The list of events: walked from one to the next, without ever being built.

use phase_core::{PhaseId, QueuedBy};

use super::session::Session;
use crate::trace::{TraceEvent, TraceKind, told, verb};

/// An event by its moment, and its place among those of that moment.
pub(crate) type Place = (u64, usize);

impl<W: 'static> Session<W> {
    /// The events up to a place, newest first.
    pub(crate) fn events_back(&self, from: Place) -> impl Iterator<Item = (Place, &TraceEvent)> {
        let heard = self.branch().heard.range(..=from.0).rev();
        heard
            .flat_map(|(at, heard)| {
                heard.events.iter().enumerate().rev().map(|(index, event)| ((*at, index), event))
            })
            .skip_while(move |(place, _)| *place > from)
    }

    /// The events behind a place, oldest first.
    pub(crate) fn events_on(&self, from: Place) -> impl Iterator<Item = (Place, &TraceEvent)> {
        let heard = self.branch().heard.range(from.0..);
        heard
            .flat_map(|(at, heard)| {
                heard.events.iter().enumerate().map(|(index, event)| ((*at, index), event))
            })
            .skip_while(move |(place, _)| *place <= from)
    }

    /// The last event of this moment, or else the last one before.
    pub(crate) fn newest_place(&self) -> Place {
        self.events_back((self.at(), usize::MAX)).next().map_or((0, 0), |(place, _)| place)
    }

    /// The place so many events further on, or back.
    pub(crate) fn place_from(&self, from: Place, by: isize) -> Place {
        let steps = by.unsigned_abs();
        let found = if by < 0 {
            self.events_back(from).take(steps + 1).last()
        } else {
            self.events_on(from).take(steps).last()
        };
        found.map_or(from, |(place, _)| place)
    }

    /// The event at a place.
    pub(crate) fn event_at(&self, (at, index): Place) -> Option<&TraceEvent> {
        self.branch().heard.get(&at)?.events.get(index)
    }

    /// Where a phase started, or else where it was heard of last.
    pub(crate) fn place_of(&self, id: PhaseId) -> Option<Place> {
        let mut last = None;
        for (place, event) in self.events_back((u64::MAX, usize::MAX)).filter(|(_, event)| event.id == id) {
            last = last.or(Some(place));
            if event.kind == TraceKind::Started {
                return Some(place);
            }
        }
        last
    }

    /// Where the first phase that this one has queued was queued.
    pub(crate) fn first_queued_by(&self, id: PhaseId) -> Option<Place> {
        let mut all = self.events_on((0, 0));
        all.find_map(|(place, event)| match event.kind {
            TraceKind::Queued { by: QueuedBy::Phase(by), .. } if by == id => Some(place),
            _ => None,
        })
    }

    /// Which phase has queued this one.
    pub(crate) fn cause_of(&self, id: PhaseId) -> Option<PhaseId> {
        self.events_back((u64::MAX, usize::MAX)).find_map(|(_, event)| match event.kind {
            TraceKind::Queued { by: QueuedBy::Phase(by), .. } if event.id == id => Some(by),
            _ => None,
        })
    }

    /// What has happened to a phase at a place, in words.
    pub(crate) fn told(&self, (at, _): Place, event: &TraceEvent) -> String {
        match event.kind {
            TraceKind::Queued { how: phase_core::QueuedHow::Present, .. } => "was there".to_owned(),
            TraceKind::Queued { how, by } => match by {
                QueuedBy::Phase(parent) => {
                    let mut before = self.events_back((at, usize::MAX));
                    let name =
                        before.find(|(_, event)| event.id == parent).map_or("one before", |it| it.1.name);
                    format!("{} by {name}", verb(how))
                }
                QueuedBy::Host => format!("{} by the host", verb(how)),
                QueuedBy::WhenEmpty => "queued as nothing was left".to_owned(),
                _ => verb(how).to_owned(),
            },
            ref kind => told(kind),
        }
    }

    /// What the game has said lately: so many lines before those skipped, the last ones last.
    pub(crate) fn said(&self, lines: usize, skip: usize) -> Vec<(u64, &str)> {
        let heard = self.branch().heard.range(..=self.at()).rev();
        let said = heard.flat_map(|(at, heard)| heard.said.iter().rev().map(|line| (*at, line.as_str())));
        let mut said: Vec<_> = said.skip(skip).take(lines).collect();
        said.reverse();
        said
    }
}
