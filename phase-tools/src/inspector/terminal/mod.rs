//! The terminal: taken and given back whole, written to without ever waiting for it.

mod backend;
mod held;
#[cfg(unix)]
mod printed;
#[cfg(unix)]
mod signals;
mod watch;
mod writer;

use std::io::{self, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::widgets::{Paragraph, Wrap};

use super::input::Desk;
use super::model::{Stop, call};
use backend::Panes;
use held::Held;
use watch::Watch;
use writer::Writer;

/// While the game runs, no more than one part in so many goes into drawing it.
const DRAWN_IN: u32 = 80;
/// How long to wait for keys while nothing else is to be done.
const IDLE: Duration = Duration::from_millis(250);
/// How soon to look again whether the terminal has taken what was written.
const BUSY: Duration = Duration::from_millis(10);

/// Whether there is a terminal to show anything in.
fn check() -> io::Result<()> {
    let lacks = |what| {
        let text =
            format!("the inspector needs a terminal, and {what}; run the game without it, or in a terminal");
        Err(io::Error::new(io::ErrorKind::Unsupported, text))
    };
    if !io::stdout().is_terminal() {
        lacks("its output goes to a pipe or a file")
    } else if !io::stdin().is_terminal() {
        lacks("its input comes from a pipe or a file")
    } else if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        lacks("this one (TERM=dumb) can't move its cursor")
    } else {
        Ok(())
    }
}

/// Whether colours are wanted.
pub(super) fn has_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Shows the game until somebody quits.
///
/// # Errors
///
/// If there is no terminal, or it fails.
///
/// # Panics
///
/// If the game goes no further than a panic: the terminal is given back first, so that it can be read.
pub(super) fn run<W: 'static>(desk: &mut Desk<W>) -> io::Result<()> {
    let mut panel = Panel::open(desk)?;
    // The hook of the program can't be put back while a panic is under way.
    let result = catch_unwind(AssertUnwindSafe(|| {
        while panel.turn(desk)? == Turn::On {}
        Ok(())
    }));
    drop(panel);
    if let Some(panic) = desk.session.last_panic() {
        panic.resume();
    }
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Ends the program as Ctrl-C does in a terminal that nobody holds.
pub(super) fn interrupt() {
    #[cfg(unix)]
    signals::interrupt();
    #[cfg(not(unix))]
    std::process::exit(130);
}

/// The panes in the terminal, which is given back when this is dropped.
pub(super) struct Panel {
    // In this order they are dropped: what is drawn last is written before the terminal is given back.
    watch: Watch,
    terminal: Terminal<Panes>,
    writer: Writer,
    held: Held,
    is_stale: bool,
    next_draw: Instant,
}

/// Whether somebody has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    On,
    Leave,
}

impl Panel {
    /// Takes the terminal.
    pub(super) fn open<W: 'static>(desk: &mut Desk<W>) -> io::Result<Self> {
        check()?;
        let held = Held::take()?;
        #[cfg(unix)]
        desk.session.set_printed({
            let terminal = held.shared();
            move || terminal.printed()
        });
        let writer = Writer::new(held.shared());
        let terminal = Terminal::new(Panes::new(writer.pipe(), held.shared()))?;
        let watch = Watch::new(held.shared(), desk.session.at_work());
        Ok(Self { watch, terminal, writer, held, is_stale: true, next_draw: Instant::now() })
    }

    /// The game's own loop begins to work, until [`is_back`](Self::is_back).
    pub(super) fn is_away(&self) {
        self.watch.begin("the game's own loop");
    }

    pub(super) fn is_back(&self) {
        self.watch.end();
    }

    /// Does something that may not return.
    pub(super) fn over<R>(&self, work: impl FnOnce() -> R) -> R {
        self.watch.over("the run", work)
    }

    /// Draws what is to be drawn, does what keys stand for, and goes on with a run for a short time.
    pub(super) fn turn<W: 'static>(&mut self, desk: &mut Desk<W>) -> io::Result<Turn> {
        let Self { watch, terminal, writer, held, is_stale, next_draw } = self;
        #[cfg(unix)]
        if std::mem::take(&mut desk.is_to_stop) {
            signals::stop()?;
        }
        // A panic that somebody has caught has written where the panes were.
        held.take_again()?;
        if held.is_stale() || std::mem::take(&mut desk.is_to_clear) {
            terminal.clear()?;
            *is_stale = true;
        }
        if *is_stale && writer.is_idle() && Instant::now() >= *next_draw {
            let begin = Instant::now();
            let mut cursor = None;
            terminal.draw(|frame| {
                let area = frame.area();
                let drawn =
                    watch.over("what shows the game", || call(|| desk.draw(area, frame.buffer_mut())));
                match drawn {
                    Ok(drawn) => cursor = drawn,
                    Err(panic) => {
                        let text = format!("what is to be shown {panic}; q quits");
                        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
                    }
                }
                if let Some(cursor) = cursor {
                    frame.set_cursor_position(cursor);
                }
            })?;
            *is_stale = false;
            if desk.is_running() {
                *next_draw = Instant::now() + begin.elapsed() * DRAWN_IN;
            }
        }
        let wait = match (desk.is_running(), *is_stale) {
            (true, _) => desk.pause().min(IDLE),
            (false, true) => BUSY,
            (false, false) => IDLE,
        };
        let mut events = watch.events();
        let mut wait = if events.is_empty() { wait } else { Duration::ZERO };
        while event::poll(wait)? {
            events.push(event::read()?);
            wait = Duration::ZERO;
        }
        events.append(&mut watch.events());
        for event in events {
            match event {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    match watch.over("what that key does", || call(|| desk.press(key))) {
                        Ok(false) => {}
                        Ok(true) => return Ok(Turn::Leave),
                        Err(panic) => desk.session.note = format!("what that key does {panic}"),
                    }
                    *next_draw = Instant::now();
                }
                Event::Resize(..) => *next_draw = Instant::now(),
                _ => {}
            }
            *is_stale = true;
        }
        if desk.is_running() && desk.pause().is_zero() {
            if let Err(panic) = watch.over("the run", || call(|| desk.go_on())) {
                desk.session.stop(Stop::Stuck(format!("what the run does {panic}")));
            }
            *is_stale = true;
        }
        Ok(Turn::On)
    }
}
