//! The ring: parts with events, the oldest of which make room.

use std::collections::{BTreeMap, VecDeque};

use phase_core::{PhaseId, QueuedBy, QueuedHow};

use super::event::TraceEvent;
use super::part::{Key, Part, Room, STRIDE, UNSHOWN};
use super::pen::Pen;
use super::record::{Entry, Shows};
use super::room::{self, room};

/// What a phase takes that has come out of order, with the nodes of the map.
const STRAY: usize = 80;

#[derive(Debug)]
pub(super) struct Ring {
    bytes: Option<usize>,
    keeps_text: bool,
    /// How much each part holds; nothing if there is no place for even one.
    room: Option<Room>,
    parts: VecDeque<Part>,
    /// How many parts there have been.
    begun: u64,
    /// What writes to the last part, unless it is lent.
    pen: Option<Pen>,
    /// Whether the pen may be lent: the last part was begun while there was only one game. Asked back, it leaves a part that
    /// is not full, so it is not lent for less than a part.
    is_for_one: bool,
    /// The number of the first event of the part whose writer has yet to learn that it shall come by the lock.
    closed: Option<u64>,
    /// That part, if it had to make room meanwhile.
    held: Option<Part>,
    /// Phases that were not queued in the order of their keys: those that a trace finds, or an undo brings.
    strays: BTreeMap<Key, Stray>,
    dropped: usize,
    /// How many games there have been, as far as they can be told apart.
    games: u16,
    /// How many of them are still there.
    listening: usize,
}

#[derive(Debug, Clone, Copy)]
struct Stray {
    queued: u64,
    shown: u64,
}

/// How a phase was queued, as far as it is kept.
pub(super) struct Queued<'a> {
    pub(super) how: QueuedHow,
    pub(super) by: QueuedBy,
    pub(super) name: &'static str,
    /// What shows it.
    pub(super) text: Option<&'a str>,
}

impl Ring {
    pub(super) fn new(bytes: Option<usize>) -> Self {
        Self {
            bytes,
            keeps_text: true,
            room: room(bytes, true),
            parts: VecDeque::new(),
            begun: 0,
            pen: None,
            is_for_one: false,
            closed: None,
            held: None,
            strays: BTreeMap::new(),
            dropped: 0,
            games: 0,
            listening: 0,
        }
    }

    /// Keeps no texts from now on; what there is goes, since its parts are made for texts.
    pub(super) fn keep_names_only(&mut self) {
        if self.keeps_text {
            self.revoke();
            self.pen = None;
            while let Some(part) = self.evict() {
                self.let_go(part);
            }
            self.keeps_text = false;
            self.room = room(self.bytes, false);
        }
    }

    /// Takes note of one more game, and gives its number.
    pub(super) fn enter(&mut self) -> u16 {
        self.games = self.games.saturating_add(1);
        self.listening += 1;
        if self.listening > 1 {
            self.is_for_one = false;
            self.revoke();
        }
        self.games
    }

    /// Takes note that a game is gone.
    pub(super) fn leave(&mut self) {
        self.listening = self.listening.saturating_sub(1);
    }

    pub(super) fn games(&self) -> u16 {
        self.games
    }

    /// Lends the pen to a game, if it is the only one.
    pub(super) fn lend(&mut self, game: u16) -> Option<Pen> {
        let mut pen = self.pen.take_if(|_| self.is_for_one)?;
        pen.write_alone_for(game);
        Some(pen)
    }

    /// Takes the pen back.
    pub(super) fn give_back(&mut self, pen: Pen) {
        let last = self.parts.back().map(|part| part.first);
        if self.closed.is_none() || self.closed == last {
            // Nobody else has written meanwhile.
            self.closed = None;
            self.pen = Some(pen);
            return;
        }
        // It has written all that it ever will.
        drop(pen);
        self.settle();
        self.closed = None;
        if let Some(part) = self.held.take() {
            self.dropped += part.len();
        }
    }

    /// Has the one to whom the pen is lent come by the lock. What it writes at this very moment is still kept.
    fn revoke(&mut self) {
        let lent = self.parts.back().filter(|part| self.pen.is_none() && part.is_lent());
        if let Some(part) = lent {
            part.close();
            self.closed = Some(part.first);
        }
    }

    /// Has later parts know what was written last to the one that was closed.
    pub(super) fn settle(&mut self) {
        let Some(closed) = self.closed.and_then(|first| self.index_of(first)) else { return };
        let newest = self.parts[closed].newest();
        for part in self.parts.range_mut(closed + 1..) {
            part.after = part.after.max(newest);
        }
    }

    pub(super) fn dropped(&self) -> usize {
        self.dropped + self.held.as_ref().map_or(0, Part::len)
    }

    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    pub(super) fn push(&mut self, game: u16, entry: Entry, name: &'static str, text: &str) {
        let Some(room) = self.room else {
            self.dropped += 1;
            return;
        };
        let text = if room.keeps_text { text } else { "" };
        let has_room = self.pen.as_ref().is_some_and(|pen| !pen.is_full())
            && self.parts.back().is_some_and(|part| part.has_place() && part.has_room_for(text, room));
        if !has_room && !self.open(room) {
            self.strays.clear();
            self.dropped += 1;
            return;
        }
        let key = (game, entry.id);
        let (Some(pen), Some(part)) = (&mut self.pen, self.parts.back_mut()) else { return };
        let at = part.first + pen.at() as u64;
        pen.write_for(game);
        let is_stray = entry.is_queued() && !pen.is_in_order(entry.id);
        pen.write(entry, part.add_text(text), name, || part.add_name(name));
        if is_stray {
            self.add_stray(key, at);
        }
        if let (true, Some(shows)) = (room.keeps_text, entry.shows_phase()) {
            self.show(key, shows, at);
        }
    }

    fn add_stray(&mut self, key: Key, at: u64) {
        if self.find(key).is_some() {
            return;
        }
        self.strays.insert(key, Stray { queued: at, shown: UNSHOWN });
        while self.parts.len() > 1 && self.is_over(self.parts.len()) {
            let Some(part) = self.evict() else { break };
            self.let_go(part);
        }
    }

    /// Whether so many parts are too many.
    fn is_over(&self, parts: usize) -> bool {
        let Some(bytes) = self.bytes else { return false };
        let parts = parts + usize::from(self.held.is_some());
        let pens = 1 + usize::from(self.closed.is_some());
        let taken = parts * room::part_bytes(bytes, self.keeps_text)
            + pens * room::pen_bytes(bytes)
            + self.strays.len() * STRAY;
        taken > bytes
    }

    /// Begins a part, for which the oldest make room; whether there is any.
    fn open(&mut self, room: Room) -> bool {
        let before = self.pen.take();
        let newest = match &before {
            Some(pen) => pen.newest(),
            None => self.parts.back().and_then(Part::newest),
        };
        // The pen keeps a part from being used again.
        let recall = before.map(Pen::into_recall);
        let mut spare = None;
        while self.is_over(self.parts.len() + 1) {
            let Some(mut part) = self.evict() else { return false };
            let events = part.len();
            if part.renew(room) {
                self.dropped += events;
                spare = Some(part);
            } else {
                self.let_go(part);
            }
        }
        if let (Some(bytes), 0) = (self.bytes, self.parts.capacity()) {
            self.parts.reserve_exact(bytes / room::part_bytes(bytes, self.keeps_text));
        }
        let mut part = spare.unwrap_or_else(|| match self.bytes {
            Some(_) => Part::new(room, true),
            None => Part::new(room::growing(room, self.parts.len()), false),
        });
        part.renew(room);
        let can_be_told = self.games < u16::MAX;
        self.is_for_one = self.listening == 1 && can_be_told && room::is_large(self.bytes);
        let are_taken =
            recall.is_some() && self.parts.back().is_some_and(|before| part.take_names_of(before));
        let mut recall = recall.unwrap_or_else(|| room::is_large(self.bytes).then(Box::default));
        if let (false, Some(recall)) = (are_taken, &mut recall) {
            recall.forget();
        }
        (part.first, part.after) = (self.begun << STRIDE, newest);
        self.begun += 1;
        self.pen = Some(Pen::new(part.chunk(), newest, recall));
        self.parts.push_back(part);
        true
    }

    fn evict(&mut self) -> Option<Part> {
        let part = self.parts.pop_front()?;
        if !self.strays.is_empty() {
            let first = self.parts.front().map_or(u64::MAX, |part| part.first);
            self.strays.retain(|_, stray| stray.queued >= first);
        }
        Some(part)
    }

    /// Gives the memory of a part back, or keeps it for as long as somebody may write to it.
    fn let_go(&mut self, part: Part) {
        if part.is_lent() {
            self.held = Some(part);
        } else {
            self.dropped += part.len();
        }
    }

    /// The number of the event that has queued a phase, and that of the one that shows it.
    fn find(&self, key: Key) -> Option<Stray> {
        if let Some(stray) = self.strays.get(&key) {
            return Some(*stray);
        }
        // Most are asked for that came a moment ago.
        let in_last = self.parts.back().filter(|part| part.after < Some(key));
        let part = match in_last {
            Some(part) => part,
            None => &self.parts[self.parts.partition_point(|part| part.after < Some(key)).checked_sub(1)?],
        };
        let queued = part.find(key)?;
        Some(Stray { queued, shown: part.shown(queued) })
    }

    /// Takes note that an event shows a phase: the start before all others, then being dropped, then being found.
    fn show(&mut self, key: Key, shows: Shows, at: u64) {
        let Some(Stray { queued, shown }) = self.find(key) else { return };
        let before = self.part_of(shown).and_then(|part| part.record(shown)?.shows_phase());
        if before.is_some_and(|before| shows < before || shows == before && shows == Shows::Found) {
            return;
        }
        if let Some(stray) = self.strays.get_mut(&key) {
            stray.shown = at;
        } else if let Some(part) = self.index_of(queued) {
            self.parts[part].show(queued, at);
        }
    }

    fn index_of(&self, at: u64) -> Option<usize> {
        let index = self.parts.partition_point(|part| part.first <= at).checked_sub(1)?;
        (at >> STRIDE == self.parts[index].first >> STRIDE).then_some(index)
    }

    fn part_of(&self, at: u64) -> Option<&Part> {
        self.index_of(at).map(|index| &self.parts[index])
    }

    /// How a phase was queued.
    pub(super) fn queued(&self, (game, id): (u16, PhaseId)) -> Option<Queued<'_>> {
        let Stray { queued, shown } = self.find((game, id.get()))?;
        let part = self.part_of(queued)?;
        let record = part.record(queued)?;
        let (how, by) = record.queued()?;
        let text = self.part_of(shown).and_then(|part| part.text(shown));
        Some(Queued { how, by, name: part.name(&record), text })
    }

    pub(super) fn events(&self) -> Vec<TraceEvent> {
        self.parts.iter().flat_map(Part::events).collect()
    }

    /// The phase of a name that started last, or else the one that was heard of last.
    pub(super) fn last(&self, name: &str) -> Option<PhaseId> {
        let of_name = || self.parts.iter().rev().flat_map(|part| part.of_name(name));
        of_name().find(|(_, starts)| *starts).or_else(|| of_name().next()).map(|(id, _)| id)
    }
}
