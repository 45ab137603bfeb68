//! An alarm that is only ever woken by its waker, and a thread that ends tickets at a moment's notice.

use std::future::Future;
use std::hint::{black_box, spin_loop};
use std::panic::resume_unwind;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
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
    desk: Option<Desk>,
    outcomes: Receiver<Option<Result<(), StaleTicket>>>,
    thread: Option<JoinHandle<()>>,
    /// Races are run one after the other: a thread that has no core to itself is late.
    _turn: MutexGuard<'static, ()>,
}

/// Where tickets are brought, and the signal is given.
#[derive(Clone)]
pub(crate) struct Desk {
    tickets: Sender<(Ticket, Act)>,
    line: Arc<StartingLine>,
}

/// How often the thread has been ready, and how often it was let go.
#[derive(Default)]
struct StartingLine {
    ready: AtomicUsize,
    signals: AtomicUsize,
}

impl Ender {
    pub(crate) fn new() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let (tickets, incoming) = channel();
        let (outgoing, outcomes) = channel();
        let line = Arc::new(StartingLine::default());
        let desk = Desk { tickets, line: Arc::clone(&line) };
        let thread = thread::spawn(move || {
            for (round, (ticket, act)) in (1..).zip(incoming) {
                line.ready.store(round, Ordering::Release);
                spin_until(|| line.signals.load(Ordering::Acquire) >= round);
                dawdle(round);
                let outcome = settle(ticket, act);
                if outgoing.send(outcome).is_err() {
                    return;
                }
            }
        });
        Self { desk: Some(desk), outcomes, thread: Some(thread), _turn: turn }
    }

    pub(crate) fn desk(&self) -> &Desk {
        self.desk.as_ref().expect("it works until it is dropped")
    }

    /// What came of the ticket that the last signal was for: the result of an end, and nothing of a drop.
    pub(crate) fn outcome(&self) -> Option<Result<(), StaleTicket>> {
        self.outcomes.recv_timeout(PATIENCE).expect("the thread has done its part")
    }
}

impl Desk {
    /// Brings a ticket.
    pub(crate) fn bring(&self, ticket: Ticket, act: Act) {
        self.tickets.send((ticket, act)).expect("the thread is there");
    }

    /// Has the ticket that was brought last ended or dropped, as good as at once.
    pub(crate) fn signal(&self) {
        let round = self.line.signals.load(Ordering::Relaxed) + 1;
        spin_until(|| self.line.ready.load(Ordering::Acquire) >= round);
        self.line.signals.store(round, Ordering::Release);
    }
}

impl Drop for Ender {
    fn drop(&mut self) {
        // A test that fails gives no more signals, so the thread is not waited for.
        if !thread::panicking() {
            self.desk = None;
            self.thread.take().expect("it is joined once").join().expect("it has not panicked");
        }
    }
}

fn settle(ticket: Ticket, act: Act) -> Option<Result<(), StaleTicket>> {
    match act {
        Act::End => Some(ticket.end()),
        Act::Drop => {
            drop(ticket);
            None
        }
    }
}

/// Spins, since a thread that has slept is late; but not for ever, where threads are more than cores.
fn spin_until(condition: impl Fn() -> bool) {
    let mut spins = 0;
    while !condition() {
        if spins < 1_000 {
            spins += 1;
            spin_loop();
        } else {
            thread::yield_now();
        }
    }
}

/// Shifts the moment by about a nanosecond from round to round, so that sooner or later each moment is hit.
pub(crate) fn dawdle(round: usize) {
    for step in 0..round % 509 {
        black_box(step);
    }
}

/// Fails if the body takes too long, instead of waiting for it for ever.
pub(crate) fn watched(body: impl FnOnce() + Send + 'static) {
    let (sender, done) = channel();
    let thread = thread::spawn(move || {
        body();
        let _ = sender.send(());
    });
    match done.recv_timeout(3 * PATIENCE) {
        Err(RecvTimeoutError::Timeout) => panic!("it hangs"),
        Ok(()) | Err(RecvTimeoutError::Disconnected) => {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
    }
}
