//! The ring: chunks of events, the oldest of which make room.

use std::collections::{BTreeMap, VecDeque};

use super::chunk::{Chunk, Key, Room, UNSHOWN};
use super::event::TraceEvent;
use super::record::{Kind, Record};

/// How many chunks share the bytes of a ring, unless they would be smaller than [`SMALL`].
const PARTS: usize = 32;
/// A chunk that is smaller than this is hardly worth its head.
const SMALL: usize = 1024;
/// The most text that one event keeps in a trace without bounds.
const LONGEST: usize = 1 << 20;
/// What a phase takes that has come out of order, with the nodes of the map.
const STRAY: usize = 80;

#[derive(Debug)]
pub(super) struct Ring {
    bytes: Option<usize>,
    keeps_text: bool,
    /// How much each chunk holds; nothing if there is no place for even one.
    room: Option<Room>,
    chunks: VecDeque<Chunk>,
    /// Phases that were not queued in the order of their keys: those that a trace finds, or an undo brings.
    strays: BTreeMap<Key, Stray>,
    /// The last phase that came in order.
    newest: Option<Key>,
    /// The number of the next event.
    next: u64,
    dropped: usize,
    pub(super) games: u16,
}

#[derive(Debug, Clone, Copy)]
struct Stray {
    queued: u64,
    shown: u64,
}

/// Where a phase is kept.
#[derive(Debug, Clone, Copy)]
enum Place {
    InOrder { chunk: usize, index: usize },
    Stray(Stray),
}

impl Ring {
    pub(super) fn new(bytes: Option<usize>) -> Self {
        Self {
            bytes,
            keeps_text: true,
            room: room(bytes, true),
            chunks: VecDeque::new(),
            strays: BTreeMap::new(),
            newest: None,
            next: 0,
            dropped: 0,
            games: 0,
        }
    }

    /// Keeps no texts from now on; what there is goes, since its chunks are made for texts.
    pub(super) fn keep_names_only(&mut self) {
        if self.keeps_text {
            while !self.chunks.is_empty() {
                self.evict();
            }
            self.keeps_text = false;
            self.room = room(self.bytes, false);
        }
    }

    pub(super) fn dropped(&self) -> usize {
        self.dropped
    }

    pub(super) fn len(&self) -> usize {
        self.chunks.iter().map(Chunk::len).sum()
    }

    /// The most text that an event may have.
    pub(super) fn longest_text(bytes: Option<usize>) -> usize {
        room(bytes, true).map_or(0, |room| room.text)
    }

    pub(super) fn push(&mut self, record: Record, text: &str) {
        let Some(room) = self.room else {
            self.dropped += 1;
            return;
        };
        let key = (record.game, record.id);
        let is_queued = matches!(record.kind, Kind::Queued { .. });
        let in_order = is_queued && self.newest < Some(key);
        if is_queued && !in_order && self.find(key).is_none() {
            self.strays.insert(key, Stray { queued: self.next, shown: UNSHOWN });
        }
        if !self.chunks.back().is_some_and(|chunk| chunk.has_room(text, room)) && !self.open(room) {
            self.strays.clear();
            self.dropped += 1;
            return;
        }
        let Some(chunk) = self.chunks.back_mut() else { return };
        chunk.push(record, text, in_order, room.keeps_text);
        if in_order {
            self.newest = Some(key);
        }
        let at = self.next;
        self.next += 1;
        if room.keeps_text && record.kind.shows_phase() {
            self.show(key, record.kind, at);
        }
    }

    /// Begins a chunk, for which the oldest make room; whether there is any.
    fn open(&mut self, room: Room) -> bool {
        let mut spare = None;
        if let Some(bytes) = self.bytes {
            let size = chunk_bytes(bytes, self.keeps_text);
            let is_full = |ring: &Self| (ring.chunks.len() + 1) * size + ring.strays.len() * STRAY > bytes;
            while is_full(self) {
                let Some(chunk) = self.evict() else { return false };
                spare = Some(chunk);
            }
            if self.chunks.capacity() == 0 {
                self.chunks.reserve_exact(bytes / size);
            }
        }
        let mut chunk = spare.unwrap_or_else(|| Chunk::new(room, self.bytes.is_some()));
        chunk.renew(self.next, self.newest);
        self.chunks.push_back(chunk);
        true
    }

    fn evict(&mut self) -> Option<Chunk> {
        let chunk = self.chunks.pop_front()?;
        self.dropped += chunk.len();
        if !self.strays.is_empty() {
            let first = self.chunks.front().map_or(self.next, |chunk| chunk.first);
            self.strays.retain(|_, stray| stray.queued >= first);
        }
        Some(chunk)
    }

    fn find(&self, key: Key) -> Option<Place> {
        if let Some(stray) = self.strays.get(&key) {
            return Some(Place::Stray(*stray));
        }
        let chunk = self.chunks.partition_point(|chunk| chunk.after < Some(key)).checked_sub(1)?;
        let index = self.chunks[chunk].find(key)?;
        Some(Place::InOrder { chunk, index })
    }

    /// Takes note that an event shows a phase: the start before all others, then being dropped, then being found.
    fn show(&mut self, key: Key, kind: Kind, at: u64) {
        let Some(place) = self.find(key) else { return };
        let before = match place {
            Place::InOrder { chunk, index } => self.chunks[chunk].shown(index),
            Place::Stray(stray) => stray.shown,
        };
        let before = self.chunk_of(before).and_then(|chunk| chunk.record(before)).map(|record| record.kind);
        let is_better = match (before, kind) {
            (None, _) | (_, Kind::Started) => true,
            (Some(Kind::Started), _) => false,
            (_, Kind::Dropped { .. }) => true,
            _ => false,
        };
        if is_better {
            match place {
                Place::InOrder { chunk, index } => self.chunks[chunk].show(index, at),
                Place::Stray(stray) => {
                    self.strays.insert(key, Stray { shown: at, ..stray });
                }
            }
        }
    }

    fn chunk_of(&self, at: u64) -> Option<&Chunk> {
        let index = self.chunks.partition_point(|chunk| chunk.first <= at).checked_sub(1)?;
        self.chunks.get(index)
    }

    /// How a phase was queued, and its text, if that is kept.
    pub(super) fn queued(&self, key: Key) -> Option<(Record, Option<&str>)> {
        let (queued, shown) = match self.find(key)? {
            Place::InOrder { chunk, index } => {
                let chunk = &self.chunks[chunk];
                (chunk.queued_at(index), chunk.shown(index))
            }
            Place::Stray(stray) => (stray.queued, stray.shown),
        };
        let record = *self.chunk_of(queued)?.record(queued)?;
        let text = self.chunk_of(shown).and_then(|chunk| chunk.text(shown)).filter(|text| !text.is_empty());
        Some((record, text))
    }

    pub(super) fn events(&self) -> Vec<TraceEvent> {
        self.chunks.iter().flat_map(Chunk::events).collect()
    }

    /// The phase of a name that started last, or else the one that was queued last.
    pub(super) fn last(&self, name: &str) -> Option<Record> {
        let of_name =
            || self.chunks.iter().rev().flat_map(Chunk::newest_first).filter(|record| record.name == name);
        of_name().find(|record| matches!(record.kind, Kind::Started)).or_else(|| of_name().next()).copied()
    }
}

fn room(bytes: Option<usize>, keeps_text: bool) -> Option<Room> {
    let Some(bytes) = bytes else {
        return Some(Room { records: 4096, text: if keeps_text { LONGEST } else { 0 }, keeps_text });
    };
    let rest = chunk_bytes(bytes, keeps_text) - size_of::<Chunk>();
    if bytes < chunk_bytes(bytes, keeps_text) {
        return None;
    }
    Some(if keeps_text {
        let records = (rest * 2 / 3 / Chunk::TEXTS).max(1);
        Room { records, text: rest - records * Chunk::TEXTS, keeps_text }
    } else {
        Room { records: (rest / Chunk::NAMES).max(1), text: 0, keeps_text }
    })
}

fn chunk_bytes(bytes: usize, keeps_text: bool) -> usize {
    let least = if keeps_text { 2 * Chunk::TEXTS } else { Chunk::NAMES };
    (bytes / PARTS).clamp(SMALL.min(bytes / 4), LONGEST).max(size_of::<Chunk>() + least)
}
