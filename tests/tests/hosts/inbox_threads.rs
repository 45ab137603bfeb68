//! The inbox from many threads and from async hosts: nothing is lost, and the order of each sender is kept.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use phase_core::prelude::*;

use crate::play::{Play, just, suspends};

/// What each sender has had delivered so far.
type Received = Vec<Vec<usize>>;

/// The message of a sender.
#[phase(world = Received)]
#[derive(Debug)]
struct MessagePhase {
    from: usize,
    number: usize,
}

impl Phase for MessagePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world[self.from].push(self.number);
        guard.end()
    }
}

const SENDERS: usize = 4;
const MESSAGES: usize = 2_000;

#[test]
fn nothing_is_lost_and_each_senders_order_is_kept() {
    let mut phases = PhaseManager::new();
    let mut received = vec![vec![]; SENDERS];
    let left = Arc::new(AtomicUsize::new(SENDERS));
    let threads: Vec<_> = (0..SENDERS)
        .map(|from| {
            let (inbox, left) = (phases.inbox(), Arc::clone(&left));
            thread::spawn(move || {
                for number in 0..MESSAGES {
                    inbox.push(MessagePhase { from, number }).unwrap();
                }
                left.fetch_sub(1, Ordering::SeqCst);
            })
        })
        .collect();
    while left.load(Ordering::SeqCst) > 0 {
        phases.run(&mut received).unwrap();
    }
    phases.run(&mut received).unwrap();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(received, vec![(0..MESSAGES).collect::<Vec<_>>(); SENDERS]);
}

#[test]
fn a_manager_that_is_dropped_meanwhile_takes_or_gives_back_each_phase() {
    for _ in 0..200 {
        let mut phases = PhaseManager::new();
        let inbox = phases.inbox();
        let sender = thread::spawn(move || {
            let sent = (0..50).map(|number| inbox.push(MessagePhase { from: 0, number }));
            let sent: Vec<bool> = sent.map(|sent| sent.is_ok()).collect();
            // Once it is gone, it stays so.
            assert!(sent.is_sorted_by(|before, after| before >= after), "{sent:?}");
        });
        phases.run(&mut vec![vec![]]).unwrap();
        drop(phases);
        sender.join().unwrap();
    }
}

/// Counts how often it is woken.
#[derive(Default)]
struct Alarm(AtomicUsize);

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Polls, and notes what came of it and how often the task has been woken by then.
fn poll(play: &mut Play, alarm: &Arc<Alarm>) {
    let waker = Waker::from(Arc::clone(alarm));
    let polled = match play.phases.poll_run(&mut play.log, &mut Context::from_waker(&waker)) {
        Poll::Pending => "pending".to_owned(),
        Poll::Ready(status) => format!("{:?}", status.unwrap()),
    };
    play.log.note(format!("[{polled}, {} wakes]", alarm.0.load(Ordering::SeqCst)));
}

#[test]
fn what_comes_wakes_the_task_that_sleeps_for_a_ticket() {
    let alarm = Arc::default();
    let mut play = Play::of([suspends("A"), just("B")]);
    let inbox = play.phases.inbox();
    poll(&mut play, &alarm);
    inbox.interrupt(just("I")).unwrap();
    poll(&mut play, &alarm);
    poll(&mut play, &alarm);
    inbox.push(just("P")).unwrap();
    play.log.end_ticket();
    poll(&mut play, &alarm);
    assert_eq!(
        play.told(),
        "A [pending, 0 wakes] I I. [pending, 1 wakes] [pending, 1 wakes] <ok> A. B B. P P. [Idle, 3 wakes]"
    );
}

#[test]
fn what_the_phase_itself_has_sent_needs_no_wake() {
    let alarm = Arc::default();
    let mut play = Play::default();
    let inbox = play.phases.inbox();
    play.phases.push(crate::play::act("A", move |guard| {
        inbox.interrupt(just("I")).unwrap();
        crate::play::suspend(guard)
    }));
    poll(&mut play, &alarm);
    assert_eq!(play.told(), "A I I. [pending, 0 wakes]");
}

#[test]
fn an_inbox_made_while_the_task_sleeps_wakes_it_from_the_next_poll_on() {
    let alarm = Arc::default();
    let mut play = Play::of([suspends("A")]);
    poll(&mut play, &alarm);
    let inbox = play.phases.inbox();
    poll(&mut play, &alarm);
    inbox.interrupt(just("I")).unwrap();
    poll(&mut play, &alarm);
    assert_eq!(play.told(), "A [pending, 0 wakes] [pending, 0 wakes] I I. [pending, 1 wakes]");
}

/// Sends on as soon as it is woken, as a task on the same thread may.
struct Eager {
    inbox: Inbox<crate::play::Log>,
    did: AtomicBool,
}

impl Wake for Eager {
    fn wake(self: Arc<Self>) {
        if !self.did.swap(true, Ordering::SeqCst) {
            self.inbox.push(just("W")).unwrap();
        }
    }
}

#[test]
fn a_waker_may_send_itself() {
    let mut play = Play::of([suspends("A")]);
    let inbox = play.phases.inbox();
    let waker = Waker::from(Arc::new(Eager { inbox: inbox.clone(), did: AtomicBool::new(false) }));
    let mut context = Context::from_waker(&waker);
    assert!(play.phases.poll_run(&mut play.log, &mut context).is_pending());
    inbox.push(just("P")).unwrap();
    play.log.end_ticket();
    assert!(play.phases.poll_run(&mut play.log, &mut context).is_ready());
    assert_eq!(play.told(), "A <ok> A. P P. W W.");
}

/// Wakes the thread that sleeps in `block_on`.
struct Unpark(thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

const LONG: Duration = Duration::from_secs(20);

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => {
                let asleep = Instant::now();
                thread::park_timeout(LONG);
                assert!(asleep.elapsed() < LONG, "nobody wakes the task");
            }
        }
    }
}

#[test]
fn what_other_threads_send_never_leaves_the_task_asleep() {
    for _ in 0..500 {
        let mut play = Play::of([suspends("A")]);
        play.run();
        let inbox = play.phases.inbox();
        let ticket = play.log.tickets.remove(0);
        // The ticket comes with the message: if nobody delivers that, nobody ends the phase.
        let sender = thread::spawn(move || {
            let end = crate::play::act("I", move |guard| {
                ticket.end().unwrap();
                guard.end()
            });
            inbox.interrupt(end).unwrap();
        });
        let status = block_on(play.phases.run_async(&mut play.log));
        assert!(matches!(status, Ok(RunStatus::Idle)), "{status:?}");
        sender.join().unwrap();
    }
}
