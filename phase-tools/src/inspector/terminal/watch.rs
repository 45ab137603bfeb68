//! A thread that watches the one on which the game runs: where that does not return, it reads the keys, and can leave.

use std::io::Write as _;
use std::mem;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Size;

use super::held::Shared;
use crate::inspector::model::AtWork;

/// How often it looks whether the other thread has gone on.
const LOOK: Duration = Duration::from_millis(20);
/// How long something may work until it is due back, for keys and screen.
const SLICE: Duration = Duration::from_millis(40);
/// How often it says what is at work.
const TELL: Duration = Duration::from_millis(100);
/// How long something may work until this is said on the screen.
const LONG: Duration = Duration::from_millis(700);
/// How long it may go on working after a key that leaves.
const GRACE: Duration = Duration::from_secs(1);
/// What a program ends with that was interrupted by a key.
const INTERRUPTED: i32 = 130;

/// What two threads know of the one that works.
struct Pulse {
    /// Goes up as it begins to work, and as it stops: odd is at work.
    turns: AtomicU64,
    is_over: AtomicBool,
    /// What was read meanwhile.
    events: Mutex<Vec<Event>>,
}

pub(super) struct Watch {
    pulse: Arc<Pulse>,
    at_work: Arc<AtWork>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    pub(super) fn new(terminal: Arc<Shared>, at_work: Arc<AtWork>) -> Self {
        let pulse = Arc::new(Pulse {
            turns: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            events: Mutex::default(),
        });
        let watched = Watched { pulse: Arc::clone(&pulse), at_work: Arc::clone(&at_work), terminal };
        Self { pulse, at_work, thread: Some(thread::spawn(move || watched.look())) }
    }

    /// Does something that may not return, which has this name unless it gives itself another.
    pub(super) fn over<R>(&self, name: &'static str, work: impl FnOnce() -> R) -> R {
        self.begin(name);
        let result = work();
        self.end();
        result
    }

    /// Something begins that may not come to its [`end`](Self::end).
    pub(super) fn begin(&self, name: &'static str) {
        self.at_work.is_now(Some(name));
        self.at_work.set_due(false);
        self.pulse.turns.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) fn end(&self) {
        self.pulse.turns.fetch_add(1, Ordering::AcqRel);
    }

    /// What was read while something was at work.
    pub(super) fn events(&self) -> Vec<Event> {
        mem::take(&mut *self.pulse.events.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.pulse.is_over.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// The watching thread.
struct Watched {
    pulse: Arc<Pulse>,
    at_work: Arc<AtWork>,
    terminal: Arc<Shared>,
}

impl Watched {
    fn look(&self) {
        let (mut known, mut since) = (0, Instant::now());
        while !self.pulse.is_over.load(Ordering::Acquire) {
            thread::park_timeout(LOOK);
            self.cut_printed();
            let turns = self.pulse.turns.load(Ordering::Acquire);
            if turns != known || turns % 2 == 0 {
                (known, since) = (turns, Instant::now());
                continue;
            }
            if since.elapsed() >= SLICE {
                self.at_work.set_due(true);
            }
            if since.elapsed() > LONG {
                self.stand_in(turns, since);
            }
        }
    }

    /// Reads keys as long as the other thread is at the same thing.
    fn stand_in(&self, turn: u64, since: Instant) {
        let (mut leaves, mut next_tell) = (None, since);
        let is_over = || self.pulse.is_over.load(Ordering::Acquire);
        while self.pulse.turns.load(Ordering::Acquire) == turn && !is_over() {
            self.cut_printed();
            if Instant::now() >= next_tell {
                self.tell(since, leaves.is_some());
                next_tell = Instant::now() + TELL;
            }
            if leaves.is_some_and(|leaves: Instant| leaves.elapsed() > GRACE) {
                self.leave(since);
            }
            if !matches!(event::poll(LOOK), Ok(true)) {
                continue;
            }
            let Ok(read) = event::read() else { continue };
            match read {
                Event::Key(key) if is_stop(key) => {
                    #[cfg(unix)]
                    let _ = super::signals::stop();
                    continue;
                }
                Event::Key(key) if leaves.is_none() && is_leave(key) => leaves = Some(Instant::now()),
                _ => {}
            }
            self.pulse.events.lock().unwrap_or_else(PoisonError::into_inner).push(read);
        }
        self.terminal.is_stale.store(true, Ordering::SeqCst);
    }

    /// The other thread sees to what is printed only as often as it comes back.
    fn cut_printed(&self) {
        #[cfg(unix)]
        self.terminal.cut_printed();
    }

    /// Says on the last line what is at work.
    fn tell(&self, since: Instant, is_leaving: bool) {
        let Ok(Size { width, height }) = self.terminal.size() else { return };
        let key = if is_leaving { "leaving .." } else { "q ends the program" };
        let seconds = since.elapsed().as_secs();
        let text = format!(" {key}: at work for {seconds} s: {}", self.at_work);
        let text: String = text.chars().take(width.saturating_sub(1).into()).collect();
        let mut bytes = Vec::new();
        let _ = write!(bytes, "\x1b7\x1b[{height};1H\x1b[0;7m{text}\x1b[0m\x1b[K\x1b8");
        self.terminal.write_if_free(&bytes);
    }

    /// Ends the program: a thread can't be stopped from outside.
    fn leave(&self, since: Instant) -> ! {
        self.terminal.give_back_in_time();
        let seconds = since.elapsed().as_secs();
        eprintln!(
            "the inspector was left while {} had not returned for {seconds} s; nothing can stop it, so the program has ended",
            self.at_work
        );
        process::exit(INTERRUPTED)
    }
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

fn is_stop(key: KeyEvent) -> bool {
    is_control(key, 'z')
}

fn is_leave(key: KeyEvent) -> bool {
    key.kind != KeyEventKind::Release && (key.code == KeyCode::Char('q') || is_control(key, 'c'))
}
