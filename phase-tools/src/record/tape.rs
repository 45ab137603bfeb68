//! What a recorder and its observer write to.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use phase_core::{PhaseManager, QueuedHow};

use super::line::{Rest, Seats};
use super::log::{Log, how_at, how_code, write_seats};
use super::recording::Recording;
use super::state::{CameTo, State};

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
#[derive(Clone)]
pub struct Tape(Arc<Shared>);

/// What is written, and the starts that are still to be: the observer puts those there without the lock, which takes longer than
/// all else that a start costs. Only the thread that plays the game does that, and only it takes them away, with the lock.
struct Shared {
    state: Mutex<State>,
    waiting: Box<[AtomicU64; ROOM]>,
    length: AtomicUsize,
    /// Whether a start has to take the lock, since there is something to be written before.
    awaits_start: AtomicBool,
    is_deaf: AtomicBool,
    /// The number of starts.
    starts: AtomicU64,
    /// Whether what has started may come back.
    may_come_back: AtomicBool,
    /// How many moments have been taken to go back to.
    moments: AtomicU64,
    /// The number of the first of them that there is a way back to.
    oldest: AtomicU64,
}

/// How many starts wait to be written.
const ROOM: usize = 256;

/// The tape with its lock, for the thread that plays the game.
pub(super) struct Locked<'a> {
    state: MutexGuard<'a, State>,
    tape: &'a Shared,
}

impl Tape {
    /// All that has been recorded so far.
    #[must_use]
    pub fn recording(&self) -> Recording {
        let state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut recording = Recording { head: state.head.clone(), log: state.log.clone() };
        // They stay as they are as long as there is the lock, and more may come.
        self.0.write_waiting(&mut recording.log);
        recording
    }

    pub(super) fn new() -> Self {
        let Recording { head, log } = Recording::new();
        Self(Arc::new(Shared {
            state: Mutex::new(State::new(head, log)),
            waiting: Box::new([const { AtomicU64::new(0) }; ROOM]),
            length: AtomicUsize::new(0),
            awaits_start: AtomicBool::new(false),
            is_deaf: AtomicBool::new(false),
            starts: AtomicU64::new(0),
            may_come_back: AtomicBool::new(false),
            moments: AtomicU64::new(0),
            oldest: AtomicU64::new(u64::MAX),
        }))
    }

    pub(super) fn lock(&self) -> Locked<'_> {
        // What panicked has left it as it was.
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.write_waiting(&mut state.log);
        self.0.length.store(0, Ordering::Relaxed);
        Locked { state, tape: &self.0 }
    }

    /// Has the tape take note of a start, without the lock if it can be.
    pub(super) fn start(&self, name: usize, how: QueuedHow, level: usize, back: u64) {
        let shared = &*self.0;
        let length = shared.length.load(Ordering::Relaxed);
        let packed = Packed::new(name, how, level, back);
        match (packed, shared.waiting.get(length)) {
            (Some(Packed(packed)), Some(place)) if !shared.awaits_start.load(Ordering::Relaxed) => {
                place.store(packed, Ordering::Relaxed);
                shared.length.store(length + 1, Ordering::Release);
            }
            _ => self.start_slowly(name, how, level, back),
        }
    }

    #[cold]
    fn start_slowly(&self, name: usize, how: QueuedHow, level: usize, back: u64) {
        let mut state = self.lock();
        state.starts();
        state.log.start(name, how, level, back);
    }

    /// The number of the start that comes next.
    pub(super) fn next_start(&self) -> u64 {
        let starts = self.starts() + 1;
        self.0.starts.store(starts, Ordering::Relaxed);
        starts
    }

    pub(super) fn starts(&self) -> u64 {
        self.0.starts.load(Ordering::Relaxed)
    }

    pub(super) fn set_starts(&self, starts: u64) {
        self.0.starts.store(starts, Ordering::Relaxed);
    }

    /// Whether what is told is no news.
    pub(super) fn is_deaf(&self) -> bool {
        self.0.is_deaf.load(Ordering::Relaxed)
    }

    pub(super) fn set_deaf(&self, is_deaf: bool) {
        self.0.is_deaf.store(is_deaf, Ordering::Relaxed);
    }

    pub(super) fn may_come_back(&self) -> bool {
        self.0.may_come_back.load(Ordering::Relaxed)
    }

    pub(super) fn set_may_come_back(&self) {
        self.0.may_come_back.store(true, Ordering::Relaxed);
    }

    /// The number of a moment that is taken to go back to.
    pub(super) fn next_moment(&self) -> u64 {
        self.set_may_come_back();
        let moment = self.moments() + 1;
        self.0.moments.store(moment, Ordering::Relaxed);
        self.set_oldest(moment.min(self.oldest()));
        moment
    }

    pub(super) fn moments(&self) -> u64 {
        self.0.moments.load(Ordering::Relaxed)
    }

    pub(super) fn oldest(&self) -> u64 {
        self.0.oldest.load(Ordering::Relaxed)
    }

    pub(super) fn set_oldest(&self, moment: u64) {
        self.0.oldest.store(moment, Ordering::Relaxed);
    }
}

impl Shared {
    fn write_waiting(&self, log: &mut Log) {
        for place in self.waiting.iter().take(self.length.load(Ordering::Acquire)) {
            let (name, how, level, back) = Packed(place.load(Ordering::Relaxed)).unpack();
            log.start(name, how, level, back);
        }
    }
}

impl Deref for Locked<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        self.tape.awaits_start.store(self.state.awaits_start(), Ordering::Relaxed);
    }
}

impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").field("starts", &self.starts()).finish_non_exhaustive()
    }
}

/// A start in one number: verb, name, level, and how many starts before the phase started that queued it.
struct Packed(u64);

impl Packed {
    const NAME: u32 = 13;
    const LEVEL: u32 = 24;
    const BACK: u32 = 24;

    fn new(name: usize, how: QueuedHow, level: usize, back: u64) -> Option<Self> {
        let (name, level) = (name as u64, level as u64);
        let fits = name < 1 << Self::NAME && level < 1 << Self::LEVEL && back < 1 << Self::BACK;
        let how = u64::from(how_code(how));
        fits.then_some(Self((((how << Self::NAME | name) << Self::LEVEL | level) << Self::BACK) | back))
    }

    #[allow(clippy::cast_possible_truncation, reason = "so many bits were put in")]
    fn unpack(self) -> (usize, QueuedHow, usize, u64) {
        let take = |shift: u32, bits: u32| (self.0 >> shift) & ((1 << bits) - 1);
        let how = how_at((self.0 >> (Self::NAME + Self::LEVEL + Self::BACK)) as usize);
        let name = take(Self::LEVEL + Self::BACK, Self::NAME) as usize;
        (name, how, take(Self::BACK, Self::LEVEL) as usize, take(0, Self::BACK))
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
