//! What a recorder and its observer write to.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use phase_core::{AnsweredBy, Event, EventKind, PhaseManager, QueuedBy, QueuedHow, Seat};

use super::line::{End, Line, Rest, Seats};
use super::log::{Log, LogLines, Position, write_seats};
use super::recording::{Head, Recording};

/// A handle on what a [`Recorder`](crate::Recorder) writes, to be read while the game runs: from a panic hook, or from another
/// thread.
///
/// # Examples
///
/// A game that leaves its recording wherever it panics:
///
/// ```no_run
/// # use phase_core::prelude::*;
/// use phase_tools::Recorder;
///
/// # let phases = PhaseManager::<()>::new();
/// let mut recorder = Recorder::new(phases, ());
/// let tape = recorder.tape();
/// let hook = std::panic::take_hook();
/// std::panic::set_hook(Box::new(move |panic| {
///     // Not `expect`: a panic in a hook ends the process at once.
///     let _ = std::fs::write("crash.recording", tape.recording().to_string());
///     hook(panic);
/// }));
/// recorder.run()?;
/// # Ok::<(), RunError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tape(Arc<Mutex<State>>);

impl Tape {
    /// All that has been recorded so far.
    #[must_use]
    pub fn recording(&self) -> Recording {
        let state = self.lock();
        Recording { head: state.head.clone(), log: state.log.clone() }
    }

    pub(super) fn new() -> Self {
        let Recording { head, log } = Recording::new();
        Self(Arc::new(Mutex::new(State { log, head, ..State::default() })))
    }

    /// Has the tape take note of all that happens in a game.
    pub(super) fn attach<W: 'static>(&self, phases: &mut PhaseManager<W>) {
        let tape = self.clone();
        // Of one that starts and ends at once the end has no line, and so is told without the lock.
        let mut started = 0;
        phases.observe(move |event, _| {
            match event.kind {
                EventKind::Started => started = event.id.get(),
                EventKind::Ended if started == event.id.get() => return,
                EventKind::Waiting | EventKind::Suspended | EventKind::Asking { .. } => started = 0,
                EventKind::Updated | EventKind::Parked | EventKind::Resumed => return,
                _ => {}
            }
            tape.lock().take(event);
        });
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        // What panicked has left it as it was.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the host has begun, as long as nothing has come of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Input {
    Run,
    Step,
    Answer { seat: Seat, data: String },
    TimeOut,
}

/// How a call of the host came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CameTo<'a> {
    /// A phase is over, and another one may start.
    Over,
    Rest(Rest<'a>),
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) log: Log,
    pub(super) head: Vec<Head>,
    open: Option<Input>,
    is_running: bool,
    /// Whether what is told is no news.
    pub(super) is_deaf: bool,
    /// The number of starts.
    starts: u64,
    /// The id of the phase that has started and has not rested yet.
    at_once: u64,
    queued: Queued,
    /// The ids of those that rest, and the numbers of their starts.
    resting: Vec<(u64, u64)>,
    /// How the game rests, as it was written last; empty if something has happened since.
    rested: String,
    question: Numbering,
    world: Option<u64>,
    names: NameCache,
}

/// Numbers of questions as the recording has them: those of the game, as if nothing had been undone.
#[derive(Debug, Clone, Copy, Default)]
struct Numbering {
    in_game: u64,
    recorded: u64,
}

/// A moment of a tape to go back to.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    position: Position,
    starts: u64,
    queued: Queued,
    resting: Vec<(u64, u64)>,
    rested: String,
    question: Numbering,
    world: Option<u64>,
}

impl State {
    /// The host begins something of which a line is written as soon as something comes of it.
    pub(super) fn begin(&mut self, input: Input) {
        self.is_running = matches!(input, Input::Run | Input::Step);
        self.open = Some(input);
    }

    /// The host does something.
    pub(super) fn act(&mut self, line: &Line<'_>) {
        self.log.push(line);
    }

    /// Writes what the host has begun, if that has not been done.
    fn commit(&mut self) {
        match self.open.take() {
            None => {}
            Some(Input::Run) => self.log.push(&Line::Run { times: 1 }),
            Some(Input::Step) => self.log.push(&Line::Step { times: 1 }),
            Some(Input::Answer { seat, data }) => self.log.push(&Line::Answer { seat, data: &data }),
            Some(Input::TimeOut) => self.log.push(&Line::TimeOut),
        }
    }

    /// Writes what has come of it.
    fn outcome(&mut self, line: &Line<'_>) {
        self.commit();
        self.rested.clear();
        self.log.push(line);
    }

    /// Whether nothing has been written yet of what the host has begun.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The host's call is over, of which nothing is to be written if nothing has come of it.
    pub(super) fn refused(&mut self) {
        self.open = None;
        self.is_running = false;
    }

    /// The host's call is over.
    pub(super) fn settle(&mut self, came_to: CameTo<'_>) {
        self.is_running = false;
        let CameTo::Rest(rest) = came_to else {
            if self.open.is_some() {
                // Something must have come of it, if only that a ticket was cancelled.
                self.commit();
            }
            self.rested.clear();
            return;
        };
        let rested = Line::Rest(rest).to_string();
        if self.rested == rested {
            match self.open.take() {
                Some(Input::Run) => self.log.quiet(false),
                Some(Input::Step) => self.log.quiet(true),
                other => {
                    self.open = other;
                    self.commit();
                }
            }
            return;
        }
        self.outcome(&Line::Rest(rest));
        self.rested = rested;
    }

    /// The host's call has panicked.
    pub(super) fn panicked(&mut self) {
        self.is_running = false;
        // An answer that was not taken has changed nothing.
        if let Some(Input::Answer { .. } | Input::TimeOut) = self.open {
            self.open = None;
            return;
        }
        self.at_once = 0;
        self.outcome(&Line::Over { end: End::Panicked, name: None });
    }

    /// The number that the recording has for a question.
    pub(super) fn number_of(&mut self, question: u64) -> u64 {
        let Numbering { in_game, recorded } = &mut self.question;
        if *in_game != question {
            *recorded = if *in_game == 0 { question } else { recorded.saturating_add(1) };
            *in_game = question;
        }
        *recorded
    }

    pub(super) fn digest(&mut self, digest: u64) {
        if self.world != Some(digest) {
            self.world = Some(digest);
            let rested = std::mem::take(&mut self.rested);
            self.outcome(&Line::World(digest));
            self.rested = rested;
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            position: self.log.position(),
            starts: self.starts,
            queued: self.queued.clone(),
            resting: self.resting.clone(),
            rested: self.rested.clone(),
            question: self.question,
            world: self.world,
        }
    }

    pub(super) fn go_back(&mut self, mark: &Mark) {
        self.log.go_back(mark.position);
        let Mark { starts, queued, resting, rested, question, world, .. } = mark.clone();
        (self.starts, self.queued, self.resting, self.rested) = (starts, queued, resting, rested);
        (self.question, self.world, self.at_once) = (question, world, 0);
    }

    fn take(&mut self, event: &Event<'_>) {
        if self.is_deaf {
            return;
        }
        let id = event.id.get();
        match event.kind {
            EventKind::Queued { how, by } => self.queued(event, how, by),
            EventKind::Started => self.started(event),
            EventKind::Waiting | EventKind::Suspended | EventKind::Asking { .. } if self.at_once == id => {
                self.at_once = 0;
                self.resting.push((id, self.starts));
            }
            EventKind::Ended => self.over(event, End::Ended),
            EventKind::Cancelled => self.over(event, End::Cancelled),
            EventKind::Failed { .. } => self.over(event, End::Failed),
            EventKind::Abandoned => self.over(event, End::Abandoned),
            // It has been written when it did.
            EventKind::Panicked => self.resting.retain(|(resting, _)| *resting != id),
            EventKind::Dropped { .. } => {
                self.queued.remove(id);
            }
            EventKind::Answered { by: AnsweredBy::Fallback, seat, .. } => {
                self.outcome(&Line::Fallback { seat });
            }
            EventKind::Answered { .. } => self.commit(),
            _ => {}
        }
    }

    fn queued(&mut self, event: &Event<'_>, how: QueuedHow, by: QueuedBy) {
        let parent = match by {
            QueuedBy::Phase(parent) if parent.get() == self.at_once => self.starts,
            QueuedBy::Phase(parent) => {
                let of = |(id, start): &(u64, u64)| (*id == parent.get()).then_some(*start);
                self.resting.iter().find_map(of).unwrap_or(0)
            }
            _ => 0,
        };
        self.queued.insert(event.id.get(), Origin { how, parent });
        if by == QueuedBy::Host && self.is_running {
            self.outcome(&Line::Delivered { how, name: event.phase.name() });
        }
    }

    fn started(&mut self, event: &Event<'_>) {
        if self.open.is_some() {
            self.commit();
        }
        self.rested.clear();
        let id = event.id.get();
        let Origin { how, parent } = self.queued.remove(id);
        let name = self.names.index(event.phase.name(), &mut self.log);
        self.starts += 1;
        let back = if parent == 0 { 0 } else { self.starts - parent };
        self.log.start(name, how, event.level, back);
        self.at_once = id;
    }

    fn over(&mut self, event: &Event<'_>, end: End) {
        let id = event.id.get();
        let is_at_once = self.at_once == id;
        if is_at_once {
            self.at_once = 0;
        }
        self.queued.remove(id);
        self.resting.retain(|(resting, _)| *resting != id);
        self.outcome(&Line::Over { end, name: (!is_at_once).then(|| event.phase.name()) });
    }

    /// The lines from a position on, without the runs at the end of which nothing has come.
    pub(super) fn lines_from(&self, from: Position) -> LogLines<'_> {
        self.log.lines_from(from)
    }
}

/// How a phase was queued, and the number of the start of the phase that did it.
#[derive(Debug, Clone, Copy)]
struct Origin {
    how: QueuedHow,
    parent: u64,
}

const NEAR: usize = 64;

/// How those were queued that have not started: by the low bits of their ids those that came last, and the others in a map.
#[derive(Debug, Clone)]
struct Queued {
    near: Box<[(u64, Origin); NEAR]>,
    far: BTreeMap<u64, Origin>,
}

impl Default for Queued {
    fn default() -> Self {
        Self { near: Box::new([(0, Self::UNKNOWN); NEAR]), far: BTreeMap::new() }
    }
}

impl Queued {
    const UNKNOWN: Origin = Origin { how: QueuedHow::Present, parent: 0 };

    #[allow(clippy::cast_possible_truncation, reason = "the low bits are meant")]
    fn slot(id: u64) -> usize {
        id as usize % NEAR
    }

    fn insert(&mut self, id: u64, origin: Origin) {
        let (before, moved) = std::mem::replace(&mut self.near[Self::slot(id)], (id, origin));
        if before != 0 {
            self.far.insert(before, moved);
        }
    }

    fn remove(&mut self, id: u64) -> Origin {
        let slot = &mut self.near[Self::slot(id)];
        if slot.0 == id {
            slot.0 = 0;
            return slot.1;
        }
        self.far.remove(&id).unwrap_or(Self::UNKNOWN)
    }
}

/// The indices of names, by where those stand in memory.
#[derive(Debug)]
struct NameCache([(usize, usize, usize); NEAR]);

impl Default for NameCache {
    fn default() -> Self {
        Self([(0, 0, 0); NEAR])
    }
}

impl NameCache {
    fn index(&mut self, name: &'static str, log: &mut Log) -> usize {
        let address = name.as_ptr() as usize;
        let slot = &mut self.0[(address ^ (address >> 6)) % NEAR];
        if slot.0 != address || slot.1 != name.len() {
            *slot = (address, name.len(), log.name(name));
        }
        slot.2
    }
}

/// How a manager rests.
pub(super) fn resting<'a, W: 'static>(
    phases: &'a PhaseManager<W>,
    world: &W,
    tape: &Tape,
    seats: &'a mut Vec<u8>,
) -> CameTo<'a> {
    let Some(waiting) = phases.waiting() else { return CameTo::Over };
    CameTo::Rest(match phases.question() {
        Some(question) => {
            *seats = write_seats(question.seats(world));
            let number = tape.lock().number_of(question.number());
            Rest::Asking { name: question.name(), number, seats: Seats(seats) }
        }
        None if waiting.suspended => Rest::Suspended(waiting.name),
        None => Rest::Waiting(waiting.name),
    })
}
