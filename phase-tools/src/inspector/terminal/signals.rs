//! Signals that end or stop the process: the terminal is given back before, and taken again where it goes on.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread;

use rustix::process::{Signal, kill_current_process_group};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::held::{self, Shared};

/// Whether there is a thread that sees to signals. It stays: without it a process that had one would not mind them any more.
static IS_WATCHED: Mutex<bool> = Mutex::new(false);

/// Has signals be seen to from now on.
pub(super) fn watch() -> io::Result<()> {
    let mut is_watched = IS_WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_watched {
        let mut signals = Signals::new([SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT])?;
        thread::Builder::new()
            .name("inspector: signals".to_owned())
            .spawn(move || signals.forever().for_each(see_to))?;
        *is_watched = true;
    }
    Ok(())
}

/// Stops the process, and what it was started together with, as Ctrl-Z does in a terminal that nobody holds.
pub(super) fn stop() -> io::Result<()> {
    Ok(kill_current_process_group(Signal::TSTP)?)
}

/// Ends the process, unless the program minds the signal itself.
pub(super) fn interrupt() {
    let _ = signal_hook::low_level::raise(SIGINT);
    // The signal is seen to by another thread.
    thread::sleep(std::time::Duration::from_secs(5));
}

fn see_to(signal: i32) {
    let held = held::held();
    // A terminal that is gone, and a signal that has no default, leave nothing else to be done.
    match (signal, &held) {
        (SIGCONT, held) => drop(held.as_deref().map(Shared::take_anew)),
        (SIGTSTP, Some(held)) => held.while_given_back(|| drop(emulate_default_handler(SIGTSTP))),
        (_, held) => {
            if let Some(held) = held {
                held.give_back_in_time();
            }
            let _ = emulate_default_handler(signal);
        }
    }
}
