//! A terminal that is held, and is given back whatever happens.

use std::io;
use std::panic::{self, PanicHookInfo};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync + 'static>;

/// Gives the terminal back when it is dropped, and before a panic is told.
pub(super) struct Held {
    is_ours: Arc<AtomicBool>,
    hook: Arc<Hook>,
}

impl Held {
    pub(super) fn take() -> io::Result<Self> {
        let is_ours = Arc::new(AtomicBool::new(false));
        let hook = Arc::new(panic::take_hook());
        let (ours, told) = (Arc::clone(&is_ours), Arc::clone(&hook));
        panic::set_hook(Box::new(move |panic| {
            give_back(&ours);
            told(panic);
        }));
        let held = Self { is_ours, hook };
        held.take_again()?;
        Ok(held)
    }

    /// Takes the terminal again if a panic has given it back; whether it has.
    pub(super) fn take_again(&self) -> io::Result<bool> {
        if self.is_ours.swap(true, Ordering::SeqCst) {
            return Ok(false);
        }
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen)?;
        Ok(true)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        give_back(&self.is_ours);
        let hook = Arc::clone(&self.hook);
        panic::set_hook(Box::new(move |panic| hook(panic)));
    }
}

fn give_back(is_ours: &AtomicBool) {
    if is_ours.swap(false, Ordering::SeqCst) {
        // There is nobody to tell if this fails.
        let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
