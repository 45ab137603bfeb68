//! An alarm that is only ever woken by its waker, and a thread that ends tickets at a moment's notice.

use std::future::Future;
use std::hint::spin_loop;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use phase_core::prelude::*;

/// How long a wake may take before it counts as lost.
const PATIENCE: Duration = Duration::from_secs(20);

/// Sleeps until it is woken, and fails if it is not.
///
/// Unlike a parked thread it does not wake by itself, so a wake that is lost is not covered up.
#[derive(Default)]
pub(crate) struct Alarm {
    rung: Mutex<bool>,
    bell: Condvar,
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.bell.notify_one();
    }
}

impl Alarm {
    /// Sleeps until it has rung, and winds it up again.
    pub(crate) fn sleep(&self) {
        let rung = self.rung.lock().unwrap();
        let (mut rung, slept) = self.bell.wait_timeout_while(rung, PATIENCE, |rung| !*rung).unwrap();
        assert!(!slept.timed_out(), "a wake-up was lost");
        *rung = false;
    }

    /// Polls once.
    pub(crate) fn poll<T>(self: &Arc<Self>, future: impl Future<Output = T>) -> Poll<T> {
        pin!(future).poll(&mut Context::from_waker(&Waker::from(Arc::clone(self))))
    }

    /// Polls whenever it rings, until the future is ready.
    pub(crate) fn block_on<T>(self: &Arc<Self>, future: impl Future<Output = T>) -> T {
        let waker = Waker::from(Arc::clone(self));
        let mut future = pin!(future);
        loop {
            match future.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(output) => return output,
                Poll::Pending => self.sleep(),
            }
        }
    }
}

/// What becomes of a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    End,
    Drop,
}

/// A thread that waits at the starting line with a ticket, and ends or drops it on the signal.
pub(crate) struct Ender {
    tickets: Option<Sender<(Ticket, Act)>>,
    /// What came of each end; a drop comes to nothing.
    pub(crate) outcomes: Receiver<Option<Result<(), StaleTicket>>>,
    /// How many signals have been given.
    signals: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl Ender {
    pub(crate) fn new() -> Self {
        let (tickets, incoming) = channel::<(Ticket, Act)>();
        let (outgoing, outcomes) = channel();
        let signals = Arc::new(AtomicUsize::new(0));
        let given = Arc::clone(&signals);
        let thread = thread::spawn(move || {
            for (round, (ticket, act)) in incoming.into_iter().enumerate() {
                while given.load(Ordering::Acquire) <= round {
                    thread::yield_now();
                }
                dawdle(round);
                let outcome = match act {
                    Act::End => Some(ticket.end()),
                    Act::Drop => {
                        drop(ticket);
                        None
                    }
                };
                if outgoing.send(outcome).is_err() {
                    return;
                }
            }
        });
        Self { tickets: Some(tickets), outcomes, signals, thread: Some(thread) }
    }

    /// Where tickets are brought.
    pub(crate) fn desk(&self) -> Sender<(Ticket, Act)> {
        self.tickets.clone().expect("it works until it is dropped")
    }

    /// Has the ticket ended, about now.
    pub(crate) fn signal(&self) {
        self.signals.fetch_add(1, Ordering::Release);
    }

    /// What came of the ticket that the last signal was for.
    pub(crate) fn outcome(&self) -> Option<Result<(), StaleTicket>> {
        self.outcomes.recv_timeout(PATIENCE).expect("the thread has done its part")
    }
}

impl Drop for Ender {
    fn drop(&mut self) {
        // A test that fails gives no more signals, so the thread is not waited for.
        if !thread::panicking() {
            self.tickets = None;
            self.thread.take().expect("it is joined once").join().expect("it has not panicked");
        }
    }
}

/// Shifts the moment from round to round, so that sooner or later each moment is hit.
pub(crate) fn dawdle(round: usize) {
    for _ in 0..round % 61 {
        spin_loop();
    }
}
