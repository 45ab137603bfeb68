//! What ran when: the events of a trace as slices of time, for pictures.
//!
//! A trace has no clock, so time is counted in steps. A start takes one, and so does each rest, update, answer and refusal;
//! what happens in between (something is queued, dropped, parked, comes to its end) happens at the end of the step before.

use std::collections::BTreeMap;

use phase_core::{PhaseId, QueuedBy, QueuedHow};

use super::event::{TraceEvent, TraceKind};

/// A slice that would stand deeper than this begins a track of its own: viewers draw so many rows and no more.
const DEEPEST: usize = 200;

/// A phase, and when what happened to it.
#[derive(Debug)]
pub(super) struct Slice<'a> {
    pub(super) id: PhaseId,
    pub(super) game: u16,
    pub(super) name: &'a str,
    pub(super) debug: Option<&'a str>,
    /// The level on which it was when last heard of in the queue.
    pub(super) level: usize,
    pub(super) queued: Option<(QueuedHow, QueuedBy)>,
    pub(super) queued_at: u64,
    /// The phase that queued it.
    pub(super) by: Option<usize>,
    /// Whether that one was open then, so that an arrow may begin there.
    pub(super) by_open: bool,
    /// The phase that has set it off.
    pub(super) parent: Option<usize>,
    /// The open slice right inside which it stands.
    pub(super) inside: Option<usize>,
    pub(super) track: usize,
    /// The step of its start; or, if the trace has not seen that, of what it has seen first.
    pub(super) opened: Option<u64>,
    /// When its own end came.
    pub(super) ended: Option<u64>,
    /// When the last of what it has set off was over.
    pub(super) closed: u64,
    pub(super) rests: Vec<Rest>,
    /// All that happened to it after it was queued.
    pub(super) story: Vec<Moment<'a>>,
    /// How many of those that it has set off are not over, and it itself.
    left: usize,
    is_open: bool,
}

/// Something that has happened.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment<'a> {
    /// The step after the one at whose end it did.
    pub(super) at: u64,
    /// The number of the event, by which moments of one step can be told apart.
    pub(super) order: usize,
    pub(super) kind: &'a TraceKind,
}

/// A time in which a phase rested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rest {
    pub(super) why: Why,
    pub(super) from: u64,
    pub(super) to: u64,
}

/// What a phase rests for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    Update,
    Ticket,
    Answer,
    /// For what interrupts it.
    Interrupt,
}

impl Why {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Update => "waiting",
            Self::Ticket => "suspended",
            Self::Answer => "asking",
            Self::Interrupt => "parked",
        }
    }
}

/// The slices of a trace, in the order in which their phases were queued.
#[derive(Debug, Default)]
pub(super) struct Slices<'a> {
    pub(super) all: Vec<Slice<'a>>,
    /// The step after the last one.
    pub(super) end: u64,
    /// The most tracks that each game has had at a time.
    pub(super) tracks: BTreeMap<u16, usize>,
    latest: BTreeMap<(u16, PhaseId), usize>,
    /// For each track of each game the slices that are open, outermost first.
    open: BTreeMap<u16, Vec<Vec<usize>>>,
}

impl<'a> Slices<'a> {
    pub(super) fn new(events: &'a [TraceEvent]) -> Self {
        let mut slices = Self { end: 1, ..Self::default() };
        for (order, event) in events.iter().enumerate() {
            slices.take(event, order);
        }
        for index in 0..slices.all.len() {
            let end = slices.end;
            let slice = &mut slices.all[index];
            if slice.is_open {
                slice.rest_no_more(end);
                slice.closed = end;
            }
        }
        slices
    }

    fn take(&mut self, event: &'a TraceEvent, order: usize) {
        let index = self.slice_of(event);
        if let TraceKind::Queued { .. } = event.kind {
            return;
        }
        // Only what the trace has not seen from the beginning comes to this without a start.
        if self.all[index].opened.is_none() && !matches!(event.kind, TraceKind::Dropped { .. }) {
            self.open(index);
        }
        let (now, slice) = (self.end, &mut self.all[index]);
        if matches!(event.kind, TraceKind::Started | TraceKind::Dropped { .. }) {
            slice.debug = event.debug.as_deref().or(slice.debug);
        }
        match event.kind {
            TraceKind::Started => slice.level = event.level,
            TraceKind::Waiting => slice.rest(Why::Update, now),
            TraceKind::Suspended => slice.rest(Why::Ticket, now),
            TraceKind::Asking { .. } => slice.rest(Why::Answer, now),
            TraceKind::Parked => slice.rest(Why::Interrupt, now),
            TraceKind::Resumed => slice.rest_on(now),
            TraceKind::Answered { .. } => slice.rest_no_more(now),
            _ => {}
        }
        if matches!(
            event.kind,
            TraceKind::Waiting
                | TraceKind::Suspended
                | TraceKind::Asking { .. }
                | TraceKind::Updated
                | TraceKind::Answered { .. }
                | TraceKind::Refused { .. }
        ) {
            self.end += 1;
        }
        let moment = Moment { at: self.end, order, kind: &event.kind };
        self.all[index].story.push(moment);
        if is_end(&event.kind) {
            self.finish(index);
        }
    }

    /// The slice that an event is about, which is a new one for a phase that has not been heard of.
    fn slice_of(&mut self, event: &'a TraceEvent) -> usize {
        let key = (event.game, event.id);
        let queued = match event.kind {
            TraceKind::Queued { how, by } => Some((how, by)),
            _ => None,
        };
        // An undo may bring back a phase that has gone.
        let known =
            self.latest.get(&key).copied().filter(|index| queued.is_none() || !self.all[*index].is_over());
        if let Some(index) = known {
            return index;
        }
        let by = match queued {
            Some((_, QueuedBy::Phase(by))) if by < event.id => self.latest.get(&(event.game, by)).copied(),
            _ => None,
        };
        let sets_off = !matches!(queued, None | Some((QueuedHow::Push | QueuedHow::Interrupt, _)));
        let parent = by.filter(|by| sets_off && self.all[*by].left > 0);
        if let Some(parent) = parent {
            self.all[parent].left += 1;
        }
        self.tracks.entry(event.game).or_insert(1);
        let index = self.all.len();
        self.all.push(Slice {
            id: event.id,
            game: event.game,
            name: event.name,
            debug: event.debug.as_deref(),
            level: event.level,
            queued,
            queued_at: self.end,
            by,
            by_open: by.is_some_and(|by| self.all[by].is_open),
            parent,
            inside: None,
            track: self.open.get(&event.game).map_or(0, |tracks| tracks.len().saturating_sub(1)),
            opened: None,
            ended: None,
            closed: self.end,
            rests: Vec::new(),
            story: Vec::new(),
            left: 1,
            is_open: false,
        });
        self.latest.insert(key, index);
        index
    }

    fn open(&mut self, index: usize) {
        let (track, inside) = self.place(index);
        let tracks = self.open.entry(self.all[index].game).or_default();
        tracks.resize_with(tracks.len().max(track + 1), Vec::new);
        tracks[track].push(index);
        let most = self.tracks.entry(self.all[index].game).or_default();
        *most = (*most).max(track + 1);
        let slice = &mut self.all[index];
        (slice.track, slice.inside, slice.opened, slice.is_open) = (track, inside, Some(self.end), true);
        self.end += 1;
    }

    /// The track of a slice that begins now, and the slice that it stands in there.
    fn place(&mut self, index: usize) -> (usize, Option<usize>) {
        let slice = &self.all[index];
        let mut above = slice.parent;
        while let Some(parent) = above.filter(|parent| !self.all[*parent].is_open) {
            above = self.all[parent].parent;
        }
        let tracks = self.open.get(&slice.game).map_or(0, Vec::len);
        if let Some(parent) = above {
            let track = self.all[parent].track;
            let stack = &self.open[&slice.game][track];
            let depth = stack.iter().rposition(|open| *open == parent).map_or(0, |at| at + 1);
            // Nothing begins inside what runs: what seems to is on top of it.
            if stack[depth - 1..].iter().all(|open| self.all[*open].ended.is_some()) && depth < DEEPEST {
                self.cut(slice.game, track, depth);
                return (track, Some(parent));
            }
            return (tracks, None);
        }
        // What comes from outside in the middle of something stands beside that. What is pushed runs when all that has been
        // set off is over, unless some of it was inserted further behind.
        if tracks > 0 && matches!(slice.queued, None | Some((QueuedHow::Push | QueuedHow::WhenEmpty, _))) {
            let runs = |open: &usize| self.all[*open].ended.is_none();
            let track = tracks - 1;
            if !self.open[&slice.game][track].iter().any(runs) {
                self.cut(slice.game, track, 0);
                return (track, None);
            }
        }
        (tracks, None)
    }

    /// Closes what is open on a track from a depth on.
    fn cut(&mut self, game: u16, track: usize, depth: usize) {
        let Some(stack) = self.open.get_mut(&game).and_then(|tracks| tracks.get_mut(track)) else { return };
        for index in stack.drain(depth.min(stack.len())..) {
            let slice = &mut self.all[index];
            slice.rest_no_more(self.end);
            (slice.is_open, slice.closed) = (false, self.end);
        }
    }

    /// Takes note that a phase is over, and closes each slice with nothing left in it.
    fn finish(&mut self, index: usize) {
        let slice = &mut self.all[index];
        if slice.is_over() {
            return;
        }
        slice.rest_no_more(self.end);
        (slice.ended, slice.closed) = (Some(self.end), self.end);
        let mut next = Some(index);
        while let Some(index) = next {
            let slice = &mut self.all[index];
            slice.left -= 1;
            if slice.left > 0 {
                break;
            }
            next = slice.parent;
            if slice.is_open {
                let (game, track) = (slice.game, slice.track);
                let depth = self.open[&game][track].iter().rposition(|open| *open == index);
                self.cut(game, track, depth.unwrap_or(usize::MAX));
            }
        }
        if let Some(tracks) = self.open.get_mut(&self.all[index].game) {
            while tracks.last().is_some_and(Vec::is_empty) {
                tracks.pop();
            }
        }
    }
}

impl<'a> Slice<'a> {
    fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// How it ended, if it has.
    pub(super) fn end(&self) -> Option<&'a TraceKind> {
        let last = self.story.last()?.kind;
        is_end(last).then_some(last)
    }

    fn rest(&mut self, why: Why, now: u64) {
        self.rest_no_more(now);
        self.rests.push(Rest { why, from: now, to: u64::MAX });
    }

    /// Goes on resting after an interrupt for what it rested for before.
    fn rest_on(&mut self, now: u64) {
        let before = self.rests.iter().rev().map(|rest| rest.why).find(|why| *why != Why::Interrupt);
        self.rest(before.unwrap_or(Why::Update), now);
    }

    fn rest_no_more(&mut self, now: u64) {
        if let Some(rest) = self.rests.last_mut().filter(|rest| rest.to == u64::MAX) {
            rest.to = now;
            if rest.from == now {
                self.rests.pop();
            }
        }
    }
}

fn is_end(kind: &TraceKind) -> bool {
    matches!(
        kind,
        TraceKind::Ended
            | TraceKind::Cancelled
            | TraceKind::Failed { .. }
            | TraceKind::Panicked
            | TraceKind::Abandoned
            | TraceKind::Dropped { .. }
    )
}
