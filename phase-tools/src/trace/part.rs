//! A part of the ring: some events in a row, with their names and texts.

use std::sync::Arc;

use phase_core::PhaseId;

use super::chunk::Chunk;
use super::event::TraceEvent;
use super::record::{NOWHERE, Record, WITH_TEXT};

/// A phase among the games of a trace: the game, and the number of its id.
pub(super) type Key = (u16, u64);

/// The number of the first event of a part is its own, shifted by so much: more than a part has events.
pub(super) const STRIDE: u32 = 16;

/// How many of the phases that came last are looked at before others.
const NEAR: usize = 8;

/// The number of no event.
pub(super) const UNSHOWN: u64 = u64::MAX;

/// How much a part holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) records: usize,
    /// Bytes of text; also the most that one event may have.
    pub(super) text: usize,
    pub(super) keeps_text: bool,
}

/// Events, and what stands beside them behind the lock.
#[derive(Debug)]
pub(super) struct Part {
    /// The number of its first event.
    pub(super) first: u64,
    /// The last phase that had come in order before.
    pub(super) after: Option<Key>,
    chunk: Arc<Chunk>,
    names: Vec<&'static str>,
    text: String,
    /// For each event that has queued a phase in order, the number of the event that shows it.
    shown: Vec<u64>,
}

impl Part {
    /// What an event takes; each may be the first of its name.
    pub(super) const NAMES: usize = size_of::<[u64; 4]>() + size_of::<&'static str>();
    /// What an event takes with text, without that itself.
    pub(super) const TEXTS: usize = Self::NAMES + size_of::<u64>();
    /// What it takes without any event, with the counts of the shared pointer.
    pub(super) const HEAD: usize = size_of::<Self>() + size_of::<Chunk>() + 2 * size_of::<usize>();

    /// A part with room; names and text are asked for at once if it is to be `whole`.
    pub(super) fn new(room: Room, whole: bool) -> Self {
        Self {
            first: 0,
            after: None,
            chunk: Arc::new(Chunk::new(room.records)),
            names: Vec::with_capacity(if whole { room.records } else { 0 }),
            text: String::with_capacity(if whole && room.keeps_text { room.text } else { 0 }),
            shown: Vec::with_capacity(if whole && room.keeps_text { room.records } else { 0 }),
        }
    }

    /// Makes it ready for new events, in the same memory; whether nobody writes to it any more.
    pub(super) fn renew(&mut self, room: Room) -> bool {
        let Some(chunk) = Arc::get_mut(&mut self.chunk) else { return false };
        chunk.renew(if room.keeps_text { WITH_TEXT } else { 0 });
        self.names.clear();
        self.text.clear();
        self.shown.clear();
        true
    }

    /// Begins with the names of the part before, in their places, if they are few; whether they are.
    pub(super) fn take_names_of(&mut self, before: &Self) -> bool {
        let are_few = before.names.len() <= self.chunk.room() / 2;
        if are_few {
            self.names.extend_from_slice(&before.names);
        }
        are_few
    }

    /// Whether there is place for a name, after those of the part before.
    pub(super) fn has_place(&self) -> bool {
        self.names.len() < self.chunk.room()
    }

    /// The events, for the one who writes them.
    pub(super) fn chunk(&self) -> Arc<Chunk> {
        Arc::clone(&self.chunk)
    }

    /// Has the one who writes to it come by the lock.
    pub(super) fn close(&self) {
        self.chunk.close();
    }

    pub(super) fn is_lent(&self) -> bool {
        Arc::strong_count(&self.chunk) > 1
    }

    pub(super) fn len(&self) -> usize {
        self.chunk.len()
    }

    /// The place of a name that is used for the first time, as far as anybody remembers.
    pub(super) fn add_name(&mut self, name: &'static str) -> u16 {
        let at = self.names.len();
        self.names.push(name);
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    pub(super) fn has_room_for(&self, text: &str, room: Room) -> bool {
        self.text.len() + text.len() <= room.text
    }

    /// Adds the text of the next event, and tells where it ends.
    pub(super) fn add_text(&mut self, text: &str) -> u32 {
        self.text.push_str(text);
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn record(&self, at: u64) -> Option<Record> {
        self.chunk.record(self.index(at)?)
    }

    pub(super) fn name(&self, record: &Record) -> &'static str {
        self.names.get(usize::from(record.tail.name)).copied().unwrap_or_default()
    }

    pub(super) fn text(&self, at: u64) -> Option<&str> {
        let index = self.index(at)?;
        let end = self.chunk.record(index)?.tail.text_end;
        let start = match index.checked_sub(1) {
            Some(before) => self.chunk.record(before)?.tail.text_end,
            None => 0,
        };
        self.text.get(start as usize..end as usize).filter(|text| !text.is_empty())
    }

    fn index(&self, at: u64) -> Option<usize> {
        usize::try_from(at.checked_sub(self.first)?).ok()
    }

    /// The last phase that has come in order.
    pub(super) fn newest(&self) -> Option<Key> {
        self.chunk.last().and_then(|record| self.newest_at(&record)).or(self.after)
    }

    /// The last phase of this part that had come in order by an event.
    fn newest_at(&self, record: &Record) -> Option<Key> {
        match record.tail.newest {
            NOWHERE => None,
            at => self.chunk.record(usize::from(at)).map(|record| key(&record)),
        }
    }

    /// The number of the event that has queued a phase, if that came in order.
    pub(super) fn find(&self, wanted: Key) -> Option<u64> {
        let (mut low, mut high) = (0, self.len());
        // Most are asked for that came a moment ago.
        for _ in 0..NEAR {
            let Some(last) = high.checked_sub(1).and_then(|last| self.chunk.record(last)) else { break };
            if self.newest_at(&last) <= Some(wanted) {
                low = usize::from(last.tail.newest);
                break;
            }
            high = usize::from(last.tail.newest);
        }
        while low < high {
            let middle = low.midpoint(high);
            let record = self.chunk.record(middle)?;
            if self.newest_at(&record) < Some(wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let record = self.chunk.record(low)?;
        let is_it = usize::from(record.tail.newest) == low && key(&record) == wanted;
        is_it.then(|| self.first + low as u64)
    }

    /// The number of the event that shows the phase that another has queued.
    pub(super) fn shown(&self, queued: u64) -> u64 {
        self.index(queued).and_then(|index| self.shown.get(index)).copied().unwrap_or(UNSHOWN)
    }

    pub(super) fn show(&mut self, queued: u64, at: u64) {
        let Some(index) = self.index(queued) else { return };
        if index >= self.shown.len() {
            self.shown.resize(index + 1, UNSHOWN);
        }
        self.shown[index] = at;
    }

    /// The phases of a name, whose last events come first, and whether they start there.
    pub(super) fn of_name<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (PhaseId, bool)> + 'a {
        let of_name = move |record: &Record| self.name(record) == name;
        self.chunk.records().rev().filter(of_name).map(|record| (record.id, record.is_start()))
    }

    pub(super) fn events(&self) -> impl Iterator<Item = TraceEvent> {
        let mut start = 0;
        self.chunk.records().map(move |record| {
            let end = record.tail.text_end as usize;
            let text = self.text.get(start..end).filter(|text| !text.is_empty()).map(str::to_owned);
            start = end;
            let (debug, text) = if record.shows_phase().is_some() { (text, None) } else { (None, text) };
            TraceEvent {
                id: record.id,
                name: self.name(&record),
                debug,
                level: record.level(),
                kind: record.kind(text),
                game: record.game(),
            }
        })
    }
}

fn key(record: &Record) -> Key {
    (record.game(), record.id.get())
}
