//! A part of the ring: some events in a row, with their texts.

use phase_core::PhaseId;

use super::event::{TraceEvent, TraceKind};
use super::record::{Kind, Record};

/// A phase among the games of a trace.
pub(super) type Key = (u16, PhaseId);

/// How much a chunk holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) records: usize,
    /// Bytes of text; also the most that one event may have.
    pub(super) text: usize,
    pub(super) keeps_text: bool,
}

/// No event shows the phase.
pub(super) const UNSHOWN: u64 = u64::MAX;

#[derive(Debug)]
pub(super) struct Chunk {
    /// The number of its first event.
    pub(super) first: u64,
    /// The last phase that had come in order before this chunk.
    pub(super) after: Option<Key>,
    records: Vec<Record>,
    text: String,
    /// Where phases were queued, in order of their keys.
    queued: Vec<u32>,
    /// For each of those the number of the event that shows it.
    shown: Vec<u64>,
}

impl Chunk {
    /// What an event takes.
    pub(super) const NAMES: usize = size_of::<Record>() + size_of::<u32>();
    /// What an event takes with text, without that itself.
    pub(super) const TEXTS: usize = Self::NAMES + size_of::<u64>();

    /// A chunk with room; text is asked for at once if it is to be `whole`.
    pub(super) fn new(room: Room, whole: bool) -> Self {
        Self {
            first: 0,
            after: None,
            records: Vec::with_capacity(room.records),
            text: String::with_capacity(if whole && room.keeps_text { room.text } else { 0 }),
            queued: Vec::with_capacity(room.records),
            shown: Vec::with_capacity(if room.keeps_text { room.records } else { 0 }),
        }
    }

    /// The same memory for other events.
    pub(super) fn renew(&mut self, first: u64, after: Option<Key>) {
        (self.first, self.after) = (first, after);
        self.records.clear();
        self.text.clear();
        self.queued.clear();
        self.shown.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn has_room(&self, text: &str, room: Room) -> bool {
        self.records.len() < room.records && self.text.len() + text.len() <= room.text
    }

    pub(super) fn push(&mut self, mut record: Record, text: &str, in_order: bool, keeps_text: bool) {
        if in_order {
            self.queued.push(small(self.records.len()));
            if keeps_text {
                self.shown.push(UNSHOWN);
            }
        }
        self.text.push_str(text);
        record.text_end = small(self.text.len());
        self.records.push(record);
    }

    pub(super) fn record(&self, at: u64) -> Option<&Record> {
        self.records.get(usize::try_from(at.checked_sub(self.first)?).ok()?)
    }

    pub(super) fn text(&self, at: u64) -> Option<&str> {
        let index = usize::try_from(at.checked_sub(self.first)?).ok()?;
        let end = self.records.get(index)?.text_end as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.records[before].text_end as usize);
        Some(&self.text[start..end])
    }

    /// The place of a phase among those that were queued here in order.
    pub(super) fn find(&self, (game, id): Key) -> Option<usize> {
        let key = |index: usize| {
            let record = &self.records[self.queued[index] as usize];
            (record.game, record.id)
        };
        // Ids follow each other without gaps almost always.
        let (_, first) = self.queued.first().map(|_| key(0))?;
        let guess = usize::try_from(id.get().wrapping_sub(first.get())).unwrap_or(usize::MAX);
        if guess < self.queued.len() && key(guess) == (game, id) {
            return Some(guess);
        }
        self.queued
            .binary_search_by_key(&(game, id), |at| {
                let record = &self.records[*at as usize];
                (record.game, record.id)
            })
            .ok()
    }

    pub(super) fn queued_at(&self, index: usize) -> u64 {
        self.first + u64::from(self.queued[index])
    }

    pub(super) fn shown(&self, index: usize) -> u64 {
        self.shown.get(index).copied().unwrap_or(UNSHOWN)
    }

    pub(super) fn show(&mut self, index: usize, at: u64) {
        if let Some(shown) = self.shown.get_mut(index) {
            *shown = at;
        }
    }

    pub(super) fn newest_first(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().rev()
    }

    pub(super) fn events(&self) -> impl Iterator<Item = TraceEvent> {
        (self.first..).zip(&self.records).map(|(at, record)| {
            let text = self.text(at).filter(|text| !text.is_empty()).map(str::to_owned);
            event(record, text)
        })
    }
}

fn event(record: &Record, mut text: Option<String>) -> TraceEvent {
    let debug = if record.kind.shows_phase() { text.take() } else { None };
    let kind = match record.kind {
        Kind::Queued { how, by, parent } => TraceKind::Queued { how, by: Kind::queued_by(by, parent) },
        Kind::Started => TraceKind::Started,
        Kind::Waiting => TraceKind::Waiting,
        Kind::Updated => TraceKind::Updated,
        Kind::Suspended => TraceKind::Suspended,
        Kind::Asking { number } => TraceKind::Asking { number },
        Kind::Answered { seat, by } => TraceKind::Answered { seat, answer: text, by },
        Kind::Refused { seat } => TraceKind::Refused { seat },
        Kind::Parked => TraceKind::Parked,
        Kind::Resumed => TraceKind::Resumed,
        Kind::Ended => TraceKind::Ended,
        Kind::Cancelled => TraceKind::Cancelled,
        Kind::Failed => TraceKind::Failed { error: text },
        Kind::Panicked => TraceKind::Panicked,
        Kind::Abandoned => TraceKind::Abandoned,
        Kind::Dropped { reason } => TraceKind::Dropped { reason },
    };
    let level = record.level as usize;
    TraceEvent { id: record.id, name: record.name, debug, level, kind, game: record.game }
}

/// A number within a chunk, whose text and events are far fewer.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
