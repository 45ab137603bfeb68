//! An event as the ring keeps it: four words, which one thread may read while another writes the next ones.

use phase_core::{AnsweredBy, DropReason, Event, EventKind, PhaseId, QueuedBy, QueuedHow, Seat};

use super::event::TraceKind;

/// What an event is kept as: the id, the other number, the head, and the tail.
pub(super) type Words = [u64; 4];

/// The codes of what has happened, the lowest bits of a head.
mod code {
    pub(super) const QUEUED: u64 = 0;
    pub(super) const STARTED: u64 = 1;
    pub(super) const WAITING: u64 = 2;
    pub(super) const UPDATED: u64 = 3;
    pub(super) const SUSPENDED: u64 = 4;
    pub(super) const ASKING: u64 = 5;
    pub(super) const ANSWERED: u64 = 6;
    pub(super) const REFUSED: u64 = 7;
    pub(super) const PARKED: u64 = 8;
    pub(super) const RESUMED: u64 = 9;
    pub(super) const ENDED: u64 = 10;
    pub(super) const CANCELLED: u64 = 11;
    pub(super) const FAILED: u64 = 12;
    pub(super) const PANICKED: u64 = 13;
    pub(super) const ABANDONED: u64 = 14;
    pub(super) const DROPPED: u64 = 15;
    /// Queued before anybody saw it.
    pub(super) const PRESENT: u64 = 16;
}

// Where the other parts of a head begin: how it was queued, why it was dropped, or who has answered; who has queued it;
// the game; the level.
const DETAIL: u32 = 8;
const BY: u32 = 12;
const GAME: u32 = 16;
const LEVEL: u32 = 32;

// Who has queued a phase.
const BY_PHASE: u64 = 1;
const BY_HOST: u64 = 2;
const WHEN_EMPTY: u64 = 3;

const HOWS: [QueuedHow; 8] = [
    QueuedHow::Push,
    QueuedHow::Unshift,
    QueuedHow::Defer,
    QueuedHow::Insert,
    QueuedHow::Replace,
    QueuedHow::Interrupt,
    QueuedHow::WhenEmpty,
    QueuedHow::Present,
];
const REASONS: [DropReason; 8] = [
    DropReason::Removed,
    DropReason::Replaced,
    DropReason::Retained,
    DropReason::Cleared,
    DropReason::Skipped,
    DropReason::CancelledTree,
    DropReason::Finished,
    DropReason::Undone,
];
// The place of each in its list is its code.
const _: () = {
    let mut index = 0;
    while index < 8 {
        assert!(HOWS[index] as usize == index && REASONS[index] as usize == index);
        index += 1;
    }
};

/// Stands for the dice among the numbers of players.
const CHANCE: u64 = 1 << 32;

/// An event that is about to be kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) id: u64,
    /// The parent of what a phase has queued, the number of a question, or the seat.
    number: u64,
    /// All but the game.
    head: u64,
}

impl Entry {
    /// Nothing for what a later version of the core may tell.
    #[inline]
    pub(super) fn of(event: &Event<'_>) -> Option<Self> {
        let (head, number) = match event.kind {
            EventKind::Queued { how, by } => return Some(Self::queued(event, how, by)),
            EventKind::Started => (code::STARTED, 0),
            EventKind::Waiting => (code::WAITING, 0),
            EventKind::Updated => (code::UPDATED, 0),
            EventKind::Suspended => (code::SUSPENDED, 0),
            EventKind::Asking { number } => (code::ASKING, number),
            EventKind::Answered { seat, by, .. } => {
                (code::ANSWERED | u64::from(by == AnsweredBy::Fallback) << DETAIL, number_of(seat))
            }
            EventKind::Refused { seat } => (code::REFUSED, number_of(seat)),
            EventKind::Parked => (code::PARKED, 0),
            EventKind::Resumed => (code::RESUMED, 0),
            EventKind::Ended => (code::ENDED, 0),
            EventKind::Cancelled => (code::CANCELLED, 0),
            EventKind::Failed { .. } => (code::FAILED, 0),
            EventKind::Panicked => (code::PANICKED, 0),
            EventKind::Abandoned => (code::ABANDONED, 0),
            EventKind::Dropped { reason } => (code::DROPPED | (reason as u64) << DETAIL, 0),
            _ => return None,
        };
        Some(Self::with(event, head, number))
    }

    #[inline]
    pub(super) fn queued(event: &Event<'_>, how: QueuedHow, by: QueuedBy) -> Self {
        let (by, number) = match by {
            QueuedBy::Phase(parent) => (BY_PHASE, parent.get()),
            QueuedBy::Host => (BY_HOST, 0),
            QueuedBy::WhenEmpty => (WHEN_EMPTY, 0),
            _ => (0, 0),
        };
        let code = if how == QueuedHow::Present { code::PRESENT } else { code::QUEUED };
        Self::with(event, code | (how as u64) << DETAIL | by << BY, number)
    }

    #[inline]
    fn with(event: &Event<'_>, head: u64, number: u64) -> Self {
        // Each level has phases in memory, so their number has its upper half to spare.
        Self { id: event.id.get(), number, head: head | (event.level as u64) << LEVEL }
    }

    #[inline]
    pub(super) fn is_queued(self) -> bool {
        is_queued(self.head)
    }

    /// Whether it is among these kinds.
    #[inline]
    pub(super) fn is_among(self, kinds: u32) -> bool {
        kinds >> code_of(self.head) & 1 == 1
    }

    /// How well its text shows the phase, if that is what it shows.
    pub(super) fn shows_phase(self) -> Option<Shows> {
        shows_phase(self.head)
    }

    /// Written for the game of this [head](head_of), with this tail.
    #[inline]
    pub(super) fn words(self, game: u64, tail: u64) -> Words {
        [self.id, self.number, self.head | game, tail]
    }
}

/// What a game has in the heads of its events.
pub(super) fn head_of(game: u16) -> u64 {
    u64::from(game) << GAME
}

/// The kinds beside which a text stands, in a trace that keeps texts.
pub(super) const WITH_TEXT: u32 =
    1 << code::STARTED | 1 << code::DROPPED | 1 << code::PRESENT | 1 << code::ANSWERED | 1 << code::FAILED;

#[inline]
fn is_queued(head: u64) -> bool {
    matches!(code_of(head), code::QUEUED | code::PRESENT)
}

fn code_of(head: u64) -> u64 {
    head & 0xFF
}

fn detail_of(head: u64) -> u64 {
    head >> DETAIL & 0xF
}

/// How well a text shows the phase; the best one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shows {
    Found,
    Dropped,
    Started,
}

fn shows_phase(head: u64) -> Option<Shows> {
    match code_of(head) {
        code::STARTED => Some(Shows::Started),
        code::DROPPED => Some(Shows::Dropped),
        code::PRESENT => Some(Shows::Found),
        _ => None,
    }
}

/// Where things stand that an event refers to: the last word, in parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tail {
    /// The name, among those of its part.
    pub(super) name: u16,
    /// Which event of its chunk has queued the last phase that came in order, this one included; [`NOWHERE`] if none has.
    pub(super) newest: u16,
    /// Where its text ends in that of its part; it begins where that of the event before ends.
    pub(super) text_end: u32,
}

impl Tail {
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the parts of a word")]
    pub(super) fn of(word: u64) -> Self {
        Self { name: word as u16, newest: (word >> 16) as u16, text_end: (word >> 32) as u32 }
    }

    #[inline]
    pub(super) fn word(self) -> u64 {
        u64::from(self.name) | u64::from(self.newest) << 16 | u64::from(self.text_end) << 32
    }
}

/// No event of the chunk.
pub(super) const NOWHERE: u16 = u16::MAX;

/// An event that is kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    pub(super) id: PhaseId,
    pub(super) tail: Tail,
    number: u64,
    head: u64,
}

#[allow(clippy::cast_possible_truncation, reason = "the parts of words")]
impl Record {
    pub(super) fn of([id, number, head, tail]: Words) -> Self {
        Self { id: PhaseId::from_number(id), tail: Tail::of(tail), number, head }
    }

    pub(super) fn level(&self) -> usize {
        (self.head >> LEVEL) as usize
    }

    /// Which of the games that the trace was attached to.
    pub(super) fn game(&self) -> u16 {
        (self.head >> GAME) as u16
    }

    pub(super) fn is_start(&self) -> bool {
        code_of(self.head) == code::STARTED
    }

    pub(super) fn shows_phase(&self) -> Option<Shows> {
        shows_phase(self.head)
    }

    /// How it was queued and by whom, if it was.
    pub(super) fn queued(&self) -> Option<(QueuedHow, QueuedBy)> {
        let by = match self.head >> BY & 0xF {
            BY_PHASE => QueuedBy::Phase(PhaseId::from_number(self.number)),
            BY_HOST => QueuedBy::Host,
            WHEN_EMPTY => QueuedBy::WhenEmpty,
            _ => QueuedBy::Unknown,
        };
        is_queued(self.head).then(|| (HOWS[detail_of(self.head) as usize % HOWS.len()], by))
    }

    /// What has happened, with the text of an answer or error.
    pub(super) fn kind(&self, text: Option<String>) -> TraceKind {
        if let Some((how, by)) = self.queued() {
            return TraceKind::Queued { how, by };
        }
        match code_of(self.head) {
            code::STARTED => TraceKind::Started,
            code::WAITING => TraceKind::Waiting,
            code::UPDATED => TraceKind::Updated,
            code::SUSPENDED => TraceKind::Suspended,
            code::ASKING => TraceKind::Asking { number: self.number },
            code::ANSWERED => {
                let by = if detail_of(self.head) == 0 { AnsweredBy::Host } else { AnsweredBy::Fallback };
                TraceKind::Answered { seat: seat_of(self.number), answer: text, by }
            }
            code::REFUSED => TraceKind::Refused { seat: seat_of(self.number) },
            code::PARKED => TraceKind::Parked,
            code::RESUMED => TraceKind::Resumed,
            code::ENDED => TraceKind::Ended,
            code::CANCELLED => TraceKind::Cancelled,
            code::FAILED => TraceKind::Failed { error: text },
            code::PANICKED => TraceKind::Panicked,
            code::ABANDONED => TraceKind::Abandoned,
            _ => TraceKind::Dropped { reason: REASONS[detail_of(self.head) as usize % REASONS.len()] },
        }
    }
}

fn number_of(seat: Seat) -> u64 {
    match seat {
        Seat::Player(player) => u64::from(player),
        Seat::Chance => CHANCE,
    }
}

fn seat_of(number: u64) -> Seat {
    u32::try_from(number).map_or(Seat::Chance, Seat::Player)
}
