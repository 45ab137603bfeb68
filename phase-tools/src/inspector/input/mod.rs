//! Input: what keys do, to the model and to the view.

mod keys;
mod pick;
mod prompt;

use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

use super::model::{Goal, Session, Stop, World};
use super::view::{self, Pane, Popup, SPEEDS, View};

/// A game and somebody who looks at it.
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own, for whoever has the terminal")]
pub(crate) struct Desk<W: 'static> {
    pub(crate) session: Session<W>,
    pub(crate) view: View,
    world: World,
    /// Whether the terminal is to be drawn anew, whatever it shows.
    pub(crate) is_to_clear: bool,
    /// Whether the process is to stop, until the shell has it go on.
    pub(crate) is_to_stop: bool,
    /// Whether it is left by Ctrl-C, which ends also a game that has a loop of its own.
    pub(crate) is_interrupted: bool,
    /// Whether a run has not made a step yet, so that it leaves the place where it is to stop.
    is_first: bool,
    /// The key that was held back where the game had halted.
    halted_key: Option<KeyCode>,
    /// When a run with a speed goes on.
    next_tick: Option<Instant>,
    /// The file that was not written over, until its path is entered once more.
    #[cfg(feature = "record")]
    refused_file: Option<String>,
}

/// How long a run goes on between two looks at keys and screen.
const SLICE: Duration = Duration::from_millis(40);
/// How often a game is asked that waits for something.
const FRAME: Duration = Duration::from_millis(16);

impl<W: 'static> Desk<W> {
    pub(crate) fn new(session: Session<W>, has_colour: bool) -> Self {
        Self {
            session,
            view: View::new(has_colour),
            world: World::default(),
            is_to_clear: false,
            is_to_stop: false,
            is_interrupted: false,
            is_first: false,
            halted_key: None,
            next_tick: None,
            #[cfg(feature = "record")]
            refused_file: None,
        }
    }

    /// Draws the screen; where the cursor stands, if somebody types.
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        self.session.listen();
        let is_running = self.is_running();
        self.world.look(&mut self.session, !is_running);
        view::draw(&self.session, &self.world, &self.view, area, buffer)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.session.goal().is_some() || self.session.way().is_some()
    }

    /// Whether nobody is to be told of single phases.
    pub(crate) fn is_at_full_speed(&self) -> bool {
        let session = &self.session;
        let is_fast =
            SPEEDS[self.view.speed].is_none() && session.breaks.is_empty() && session.way().is_none();
        is_fast && session.goal() == Some(&Goal::End) && session.is_newest()
    }

    /// How long a run waits before it goes on.
    pub(crate) fn pause(&self) -> Duration {
        self.next_tick.map_or(Duration::ZERO, |next| next.saturating_duration_since(Instant::now()))
    }

    /// Goes on with a run, for a short time.
    pub(crate) fn go_on(&mut self) -> Stop {
        if self.session.way().is_some() {
            self.session.travel(SLICE);
            if self.session.way().is_none() {
                self.pick_question();
            }
            return Stop::No;
        }
        let speed = SPEEDS[self.view.speed];
        let first = std::mem::take(&mut self.is_first);
        let stop = if let Some(speed) = speed {
            self.next_tick = Some(Instant::now() + Duration::from_secs(1) / speed);
            self.session.tick(first)
        } else {
            self.next_tick = None;
            let begin = Instant::now();
            match self.session.tick(first) {
                // A phase that takes longer has keys wait for no other one.
                Stop::No if begin.elapsed() < SLICE => self.session.run_fast(SLICE),
                stop => stop,
            }
        };
        match &stop {
            Stop::No => {}
            // The game's own loop is what waits.
            Stop::Frame if self.session.is_attached => self.next_tick = None,
            Stop::Frame => self.next_tick = self.next_tick.or(Some(Instant::now() + FRAME)),
            _ => {
                self.session.stop(stop.clone());
                self.view.follow();
                self.pick_question();
            }
        }
        stop
    }

    /// Runs until it stops by itself, or has waited for so many frames.
    pub(crate) fn run_out(&mut self, mut frames: usize) {
        while self.is_running() && frames > 0 {
            frames -= usize::from(self.go_on() == Stop::Frame);
        }
    }

    /// Runs as far as the game goes.
    pub(crate) fn run(&mut self) {
        self.run_to(Goal::End);
    }

    fn run_to(&mut self, goal: Goal) {
        self.session.run_to(goal);
        self.view.follow();
        (self.is_first, self.next_tick) = (true, None);
    }

    /// Has the keys go to the answers as long as somebody has to answer.
    fn pick_question(&mut self) {
        if self.session.asked(None).is_some() {
            if self.view.pane != Pane::Phase {
                self.view.pane_before = Some(std::mem::replace(&mut self.view.pane, Pane::Phase));
            }
        } else if let Some(before) = self.view.pane_before.take() {
            self.view.pane = before;
        }
    }

    /// Does what a key stands for; whether that is to leave.
    pub(crate) fn press(&mut self, key: KeyEvent) -> bool {
        // With Alt as well it is how some keyboards write a character.
        let is_control = key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT) == KeyModifiers::CONTROL;
        if let (true, KeyCode::Char(letter)) = (is_control, key.code) {
            return self.control(letter);
        }
        self.view.hint.clear();
        // Alt is no way to write a command, but may be one to write a character.
        if is_alone_with(KeyModifiers::ALT, key) && self.view.prompt.is_none() {
            "Alt goes with no key; `?` shows what there is".clone_into(&mut self.view.hint);
            return false;
        }
        if self.view.prompt.is_some() {
            self.type_key(key.code);
            return false;
        }
        if self.view.popup.is_some() {
            self.popup_key(key.code);
            return false;
        }
        self.key(key.code)
    }

    /// Does what Ctrl with a letter stands for; whether that is to leave.
    fn control(&mut self, letter: char) -> bool {
        match letter {
            'c' => {
                self.is_interrupted = true;
                return true;
            }
            'l' => self.is_to_clear = true,
            'z' => self.is_to_stop = true,
            'u' => self.clear_typed(),
            // What some terminals send for Backspace.
            'h' if self.view.prompt.is_some() => self.type_key(KeyCode::Backspace),
            _ => {}
        }
        false
    }

    fn open(&mut self, popup: Popup) {
        (self.view.popup, self.view.picked) = (Some(popup), 0);
    }
}

fn is_alone_with(modifier: KeyModifiers, key: KeyEvent) -> bool {
    key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT) == modifier
        && matches!(key.code, KeyCode::Char(_))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;
    use std::time::Duration;

    use phase_core::prelude::*;

    use ratatui::crossterm::event::KeyCode;

    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::{Desk, SLICE};
    use crate::inspector::Screen;
    use crate::inspector::model::{AtWork, Goal, Session};

    #[phase(world = Cell<u32>, leaf, clone)]
    #[derive(Debug, Clone)]
    struct SlowPhase;

    impl Phase for SlowPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            std::thread::sleep(SLICE);
            guard.world.set(guard.world.get() + 1);
            guard.end()
        }
    }

    #[test]
    fn a_long_way_is_gone_bit_by_bit_and_esc_stops_it() {
        let mut phases = PhaseManager::new();
        (0..600).for_each(|_| phases.push(SlowPhase));
        let make = move || {
            let mut phases = PhaseManager::new();
            (0..600).for_each(|_| phases.push(SlowPhase));
            (phases, Cell::new(600))
        };
        let mut desk = Desk::new(Session::new(phases, Cell::new(600)), false);
        desk.session.set_restart(make);
        for _ in 0..20 {
            desk.press(KeyCode::Char('l').into());
        }
        desk.press(KeyCode::Char('h').into());
        assert!(desk.is_running(), "at {}", desk.session.at());
        desk.go_on();
        desk.press(KeyCode::Esc.into());
        assert!(!desk.is_running() && desk.session.at() < 19, "at {}", desk.session.at());
        assert!(desk.session.note.starts_with("stopped at moment "), "{}", desk.session.note);
        desk.press(KeyCode::Char('l').into());
        desk.press(KeyCode::Char('G').into());
        desk.run_out(1);
        assert_eq!(desk.session.at(), 20);
    }

    #[phase(world = Arc<AtWork>, leaf, clone)]
    #[derive(Debug, Clone)]
    struct FastPhase(u32);

    impl Phase for FastPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            // As the watching thread does where what is at work does not come back in time.
            guard.world.set_due(self.0 == 700);
            guard.end()
        }
    }

    fn fast() -> Desk<Arc<AtWork>> {
        let mut phases = PhaseManager::new();
        (0..2000).for_each(|at| phases.push(FastPhase(at)));
        let session = Session::new(PhaseManager::new(), Arc::default());
        let mut desk = Desk::new(session, false);
        let mut world = desk.session.at_work();
        // Before the game comes, as with one that is attached.
        desk.session.run_to(Goal::End);
        desk.session.exchange(&mut phases, &mut world);
        desk
    }

    #[test]
    fn a_long_batch_ends_with_the_phase_in_which_keys_have_waited_long_enough() {
        let mut desk = fast();
        assert!(!desk.session.go_fast(1_000_000));
        assert_eq!(desk.session.at(), 701);
        assert!(desk.session.go_fast(1_000_000));
        assert_eq!(desk.session.at(), 2000);
    }

    #[test]
    fn a_run_that_nobody_has_listened_to_does_not_say_that_nothing_has_happened() {
        let mut desk = fast();
        desk.session.go_fast(1000);
        let shown = |desk: &mut Desk<_>| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 200, 40));
            desk.draw(buffer.area, &mut buffer);
            Screen(buffer).to_string()
        };
        let screen = shown(&mut desk);
        assert!(screen.contains("Events of a run at full speed are not kept."), "{screen}");
        desk.press(KeyCode::Char(' ').into());
        let screen = shown(&mut desk);
        assert!(screen.contains("not kept, and there is no way back"), "{screen}");
    }

    #[test]
    fn the_last_moments_of_a_slow_run_are_heard_again_first() {
        let mut phases = PhaseManager::new();
        (0..20).for_each(|_| phases.push(SlowPhase));
        let mut desk = Desk::new(Session::new(phases, Cell::new(0)), false);
        desk.session.set_copy(Cell::clone);
        desk.session.run_to(Goal::End);
        while !desk.session.go_fast(1) {}
        let end = desk.session.at();
        desk.press(KeyCode::Char(' ').into());
        let heard = &desk.session.branch().heard[&end];
        assert!(!heard.events.is_empty(), "{heard:?}");
    }

    #[test]
    fn a_run_comes_back_after_the_phase_in_which_keys_have_waited_long_enough() {
        let mut desk = fast();
        desk.session.run_fast(Duration::from_secs(10));
        assert_eq!(desk.session.at(), 701);
    }

    #[test]
    fn a_run_of_slow_phases_looks_at_keys_after_each() {
        let mut phases = PhaseManager::new();
        (0..40).for_each(|_| phases.push(SlowPhase));
        let mut desk = Desk::new(Session::new(phases, Cell::new(0)), false);
        desk.run();
        desk.go_on();
        desk.go_on();
        assert_eq!(desk.session.into_game().1.get(), 2);
    }
}
