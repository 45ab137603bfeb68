//! Timers, each on a thread of its own. They know tickets, and nothing else of the show.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use phase_core::prelude::*;

/// A timer that runs, and will say what came of its ticket.
#[derive(Debug)]
pub struct Timer(JoinHandle<Result<(), StaleTicket>>);

/// Where the frames of one timer come in.
#[derive(Debug)]
pub struct Frames(Receiver<()>);

impl Timer {
    /// Counts so many frames, and then ends the ticket.
    #[must_use]
    pub fn start(frames: usize, pause: Duration, ticket: Ticket) -> (Self, Frames) {
        // Without a buffer each frame is handed over in person, so that the timer never is ahead of what is drawn.
        let (sender, receiver) = sync_channel(0);
        (Self(thread::spawn(move || count(frames, pause, &sender, &ticket))), Frames(receiver))
    }

    /// Waits for the timer to be done, and tells what came of its ticket.
    ///
    /// # Errors
    ///
    /// If the ticket was stale by then.
    ///
    /// # Panics
    ///
    /// If the timer has panicked.
    pub fn join(self) -> Result<(), StaleTicket> {
        self.0.join().expect("a timer has nothing to panic about")
    }
}

fn count(
    frames: usize,
    pause: Duration,
    sender: &SyncSender<()>,
    ticket: &Ticket,
) -> Result<(), StaleTicket> {
    for _ in 0..frames {
        thread::sleep(pause);
        // An error says that nobody looks any more. That is no reason to be done sooner.
        let _ = sender.send(());
    }
    ticket.end()
}

impl Frames {
    /// Whether a frame comes in before the frame loop has to go on.
    #[must_use]
    pub fn next(&self) -> bool {
        const PATIENCE: Duration = Duration::from_millis(5);
        self.0.recv_timeout(PATIENCE).is_ok()
    }
}
