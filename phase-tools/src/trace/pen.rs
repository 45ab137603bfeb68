//! What writes events to a chunk.

use std::sync::Arc;

use phase_core::{Event, EventKind};

use super::chunk::Chunk;
use super::part::Key;
use super::recall::Recall;
use super::record::{Entry, NOWHERE, Tail, head_of};

/// The only one who writes to a chunk. The ring has it, or lends it to the only game that the trace listens to, which
/// then needs no lock.
#[derive(Debug)]
pub(super) struct Pen {
    chunk: Arc<Chunk>,
    /// In a large ring.
    recall: Option<Box<Recall>>,
    game: u16,
    /// What the game has in the heads of its events.
    head: u64,
    /// The tail of the last event, without the name.
    tail: u64,
    /// The last phase that had come in order when this game began to be written for.
    newest_before: Option<Key>,
    /// A phase of this game with a greater number is in order.
    newest: u64,
}

impl Pen {
    pub(super) fn new(chunk: Arc<Chunk>, newest: Option<Key>, recall: Option<Box<Recall>>) -> Self {
        let tail = Tail { name: 0, newest: NOWHERE, text_end: 0 }.word();
        let newest_before = newest;
        Self { chunk, recall, game: 0, head: head_of(0), tail, newest_before, newest: all_up_to(newest, 0) }
    }

    /// Lets go of the chunk, and keeps the memory beside it.
    pub(super) fn into_recall(self) -> Option<Box<Recall>> {
        self.recall
    }

    /// Writes for this game from now on.
    pub(super) fn write_for(&mut self, game: u16) {
        if self.game != game {
            self.newest_before = self.newest();
            (self.game, self.head) = (game, head_of(game));
            self.newest = all_up_to(self.newest_before, game);
        }
    }

    /// Does so without the lock.
    pub(super) fn write_alone_for(&mut self, game: u16) {
        self.write_for(game);
        if let Some(recall) = &mut self.recall {
            recall.keep_phases_of(game);
        }
    }

    /// The place of the next event.
    pub(super) fn at(&self) -> usize {
        self.chunk.next()
    }

    pub(super) fn is_full(&self) -> bool {
        self.at() >= self.chunk.room()
    }

    /// The last phase that came in order.
    pub(super) fn newest(&self) -> Option<Key> {
        if self.newest == all_up_to(self.newest_before, self.game) {
            self.newest_before
        } else {
            Some((self.game, self.newest))
        }
    }

    /// Whether it is in order that this phase is queued now.
    pub(super) fn is_in_order(&self, id: u64) -> bool {
        id > self.newest
    }

    /// Where the name of the phase stands, if that is known at once.
    #[inline]
    pub(super) fn recall(&self, event: &Event<'_>) -> Option<u16> {
        self.recall.as_ref()?.name_of(event.id)
    }

    /// Where the name of the phase stands, for which it is asked.
    #[inline]
    pub(super) fn ask(&mut self, event: &Event<'_>) -> Option<u16> {
        self.recall.as_mut()?.ask(event)
    }

    /// Writes an event without the lock, unless that takes more than writing it; whether it has.
    #[inline]
    pub(super) fn write_alone(&mut self, event: &Event<'_>, name: u16) -> bool {
        let Some(entry) = Entry::of(event) else { return false };
        !entry.is_among(self.chunk.by_the_lock()) && self.put(entry, self.tail | u64::from(name))
    }

    /// Does so with an event that has queued a phase.
    #[inline]
    pub(super) fn write_queued_alone(&mut self, event: &Event<'_>, name: u16) -> bool {
        let EventKind::Queued { how, by } = event.kind else { return false };
        let entry = Entry::queued(event, how, by);
        !entry.is_among(self.chunk.by_the_lock())
            && self.is_in_order(entry.id)
            && self.put_newest(entry, name)
    }

    /// Writes an event, whose text ends there, and whose name has the place that is asked for if it is not recalled.
    pub(super) fn write(
        &mut self,
        entry: Entry,
        text_end: u32,
        name: &'static str,
        place: impl FnOnce() -> u16,
    ) {
        let name = match &mut self.recall {
            Some(recall) => recall.place_of(name, place),
            None => place(),
        };
        self.tail = Tail { text_end, ..Tail::of(self.tail) }.word();
        if entry.is_queued() && self.is_in_order(entry.id) {
            self.put_newest(entry, name);
        } else {
            self.put(entry, self.tail | u64::from(name));
        }
    }

    #[inline]
    fn put_newest(&mut self, entry: Entry, name: u16) -> bool {
        #[allow(clippy::cast_possible_truncation, reason = "a chunk has fewer places")]
        let newest = self.at() as u16;
        let tail = Tail { newest, ..Tail::of(self.tail) }.word();
        let is_put = self.put(entry, tail | u64::from(name));
        if is_put {
            (self.tail, self.newest) = (tail, entry.id);
        }
        is_put
    }

    #[inline]
    fn put(&mut self, entry: Entry, tail: u64) -> bool {
        self.chunk.write(entry.words(self.head, tail))
    }
}

/// The number up to which phases of a game are not in order after this one.
fn all_up_to(newest: Option<Key>, game: u16) -> u64 {
    match newest {
        Some((before, id)) if before == game => id,
        Some((before, _)) if before > game => u64::MAX,
        // Those of phases are greater.
        _ => 0,
    }
}
