//! While a ticket is out, nothing is polled; a wake is a poll, and nothing else is.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::thread;
use std::time::Duration;

use phase_core::prelude::*;
use tokio::runtime::Builder;
use tokio::sync::mpsc;

use crate::errand::{Log, errand, manager};
use crate::ringing::{Act, watched};

/// A while that a polling loop would not stand still for.
const A_WHILE: Duration = Duration::from_millis(10);

/// The future, which counts how often it is polled.
async fn counted<T>(future: impl Future<Output = T>, polls: &AtomicUsize) -> T {
    let mut future = pin!(future);
    std::future::poll_fn(|context| {
        polls.fetch_add(1, Ordering::SeqCst);
        future.as_mut().poll(context)
    })
    .await
}

/// What a game has cost in polls so far, and may cost at most.
#[derive(Default)]
struct Bill {
    polls: AtomicUsize,
    /// How often the executor polls for its own reasons.
    extra: usize,
}

impl Bill {
    fn is_at_most(&self, polls: usize) {
        let polled = self.polls.load(Ordering::SeqCst);
        assert!(polled <= polls + self.extra, "{polled} polls, where {polls} would do");
    }
}

/// Three tickets, each of which is out for a while: ended, dropped, and ended.
async fn game(tickets: mpsc::UnboundedSender<Ticket>, bill: Arc<Bill>) {
    let out = || {
        let tickets = tickets.clone();
        errand("A", move |ticket| tickets.send(ticket).expect("somebody ends it"))
    };
    let mut phases = manager([out(), out(), out()]);
    let mut log = Log::new();
    let first = counted(phases.run_async(&mut log), &bill.polls).await;
    assert!(matches!(first, Err(RunError::Abandoned { .. })));
    let second = counted(phases.run_async(&mut log), &bill.polls).await;
    assert_eq!(second.unwrap(), RunStatus::Idle);
    assert_eq!(log.join(" "), "A A. A A! A A.");
    bill.is_at_most(5);
}

/// Gives the tickets back one by one, a while after they went out.
fn give_back(tickets: &mut mpsc::UnboundedReceiver<Ticket>, bill: &Bill) {
    // One poll per future, and one for each ticket that has come back.
    for (polls, act) in [(1, Act::End), (2, Act::Drop), (4, Act::End)] {
        let ticket = tickets.blocking_recv().expect("a phase is suspended");
        thread::sleep(A_WHILE);
        bill.is_at_most(polls);
        match act {
            Act::End => ticket.end().expect("it is live"),
            Act::Drop => drop(ticket),
        }
    }
}

fn sleeps_in(extra: usize, block_on: impl FnOnce(mpsc::UnboundedSender<Ticket>, Arc<Bill>)) {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let bill = Arc::new(Bill { extra, ..Bill::default() });
    let of_giver = Arc::clone(&bill);
    let giver = thread::spawn(move || give_back(&mut receiver, &of_giver));
    block_on(sender, bill);
    giver.join().unwrap();
}

#[test]
fn on_tokio_beside_a_busy_task() {
    watched(|| {
        for workers in [1, 2] {
            sleeps_in(0, |tickets, bill| {
                let runtime = Builder::new_multi_thread().worker_threads(workers).build().unwrap();
                runtime.block_on(async {
                    let busy = tokio::spawn(async {
                        loop {
                            tokio::task::yield_now().await;
                        }
                    });
                    tokio::spawn(game(tickets, bill)).await.unwrap();
                    busy.abort();
                });
            });
        }
    });
}

#[test]
fn on_smol() {
    watched(|| {
        sleeps_in(0, |tickets, bill| smol::block_on(smol::spawn(game(tickets, bill))));
    });
}

/// It polls a second time before it sleeps for the first time.
#[test]
fn on_pollster() {
    watched(|| {
        sleeps_in(1, |tickets, bill| pollster::block_on(game(tickets, bill)));
    });
}

/// Somebody else in the same task may be woken as often as they like: that polls the game, and changes nothing.
#[test]
fn polls_without_a_wake_change_nothing() {
    watched(|| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let mut phases = manager([errand("A", move |ticket| sender.send(ticket).unwrap())]);
        let mut log = Log::new();
        let polls = AtomicUsize::new(0);
        let mut restless = 0;
        let status = {
            let mut game = pin!(counted(phases.run_async(&mut log), &polls));
            pollster::block_on(std::future::poll_fn(|context| {
                restless += 1;
                if restless == 1_000 {
                    receiver.recv().unwrap().end().expect("it is live");
                }
                context.waker().wake_by_ref();
                match game.as_mut().poll(context) {
                    Poll::Pending if restless > 1_000 => panic!("the ticket has ended"),
                    polled => polled,
                }
            }))
        };
        assert_eq!(status.unwrap(), RunStatus::Idle);
        assert_eq!((polls.into_inner(), log.join(" ").as_str()), (1_000, "A A."));
    });
}
