//! Runs that sleep while a ticket is out.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use phase_core::prelude::*;

use crate::play::{Play, act, end, just, suspends, unshifts, waits};

/// Counts how often it is woken.
#[derive(Default)]
struct Alarm(AtomicUsize);

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Alarm {
    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

fn poll(play: &mut Play, alarm: &Arc<Alarm>) -> Poll<Result<RunStatus, RunError>> {
    let waker = Waker::from(Arc::clone(alarm));
    play.phases.poll_run(&mut play.log, &mut Context::from_waker(&waker))
}

/// Polls, and notes what came of it and how often the task has been woken by then.
fn note_poll(play: &mut Play, alarm: &Arc<Alarm>) {
    let polled = match poll(play, alarm) {
        Poll::Pending => "pending".to_owned(),
        Poll::Ready(Ok(status)) => format!("{status:?}"),
        Poll::Ready(Err(RunError::Abandoned { .. })) => "abandoned".to_owned(),
        Poll::Ready(Err(error)) => error.to_string(),
    };
    play.log.note(format!("[{polled}, {} wakes]", alarm.count()));
}

#[test]
fn ending_the_ticket_wakes_the_task_once() {
    let alarm = Arc::default();
    let mut play = Play::of([suspends("A"), just("B")]);
    note_poll(&mut play, &alarm);
    note_poll(&mut play, &alarm);
    play.log.end_ticket();
    assert_eq!(alarm.count(), 1);
    note_poll(&mut play, &alarm);
    assert_eq!(play.told(), "A [pending, 0 wakes] [pending, 0 wakes] <ok> A. B B. [Idle, 1 wakes]");
}

#[test]
fn dropping_the_ticket_wakes_the_task_once() {
    let alarm = Arc::default();
    let mut play = Play::of([suspends("A"), just("B")]);
    note_poll(&mut play, &alarm);
    play.log.tickets.clear();
    assert_eq!(alarm.count(), 1);
    note_poll(&mut play, &alarm);
    note_poll(&mut play, &alarm);
    assert_eq!(play.told(), "A [pending, 0 wakes] A! [abandoned, 1 wakes] B B. [Idle, 1 wakes]");
}

#[test]
fn each_suspended_phase_wakes_the_task() {
    let alarm = Arc::default();
    let mut play = Play::of([suspends("A"), suspends("B")]);
    note_poll(&mut play, &alarm);
    play.log.end_ticket();
    note_poll(&mut play, &alarm);
    play.log.end_ticket();
    note_poll(&mut play, &alarm);
    assert_eq!(play.told(), "A [pending, 0 wakes] <ok> A. B [pending, 1 wakes] <ok> B. [Idle, 2 wakes]");
}

#[test]
fn a_ticket_ended_in_start_needs_no_wake() {
    let alarm = Arc::default();
    let mut play = Play::of([
        act("A", |guard| guard.suspend(|_, ticket| ticket.end().expect("the phase is there"))),
        just("B"),
    ]);
    note_poll(&mut play, &alarm);
    assert_eq!(play.told(), "A A. B B. [Idle, 0 wakes]");
}

#[test]
fn a_phase_that_waits_for_updates_and_a_halt_complete_the_future() {
    let alarm = Arc::default();
    let mut play = Play::of([
        waits("A").update(end),
        act("B", |mut guard| {
            guard.queue.halt();
            guard.end()
        }),
        act("C", |guard| guard.fail("no")),
    ]);
    for _ in 0..4 {
        note_poll(&mut play, &alarm);
    }
    assert_eq!(
        play.told(),
        "A [Waiting, 0 wakes] A~ A. B B. [Halted, 0 wakes] C C! [phase `C` failed in `start`, 0 wakes] \
         [Idle, 0 wakes]"
    );
}

#[test]
fn the_task_that_polled_last_is_woken() {
    let (first, second) = (Arc::default(), Arc::default());
    let mut play = Play::of([suspends("A")]);
    assert!(poll(&mut play, &first).is_pending());
    assert!(poll(&mut play, &second).is_pending());
    play.log.end_ticket();
    assert_eq!((first.count(), second.count()), (0, 1));
}

#[test]
fn the_ticket_of_a_parked_phase_wakes_nobody_until_it_waits_again() {
    let alarm = Arc::default();
    let mut play = Play::of([suspends("W")]);
    play.run();
    play.phases.interrupt(suspends("I"));
    note_poll(&mut play, &alarm);
    play.log.end_ticket();
    assert_eq!(alarm.count(), 0);
    play.log.end_ticket();
    note_poll(&mut play, &alarm);
    assert_eq!(play.told(), "W [waiting] I [pending, 0 wakes] <ok> <ok> I. W. [Idle, 1 wakes]");
}

#[test]
fn a_future_dropped_half_way_loses_nothing() {
    let alarm: Arc<Alarm> = Arc::default();
    let waker = Waker::from(Arc::clone(&alarm));
    let mut play = Play::of([unshifts("A", &["U"]), suspends("S"), just("B")]);
    let poll = |play: &mut Play| {
        let future = pin!(play.phases.run_async(&mut play.log));
        format!("[{:?}]", future.poll(&mut Context::from_waker(&waker)))
    };
    let polled = poll(&mut play);
    play.log.note(polled);
    play.waiting();
    play.run();
    play.log.end_ticket();
    assert_eq!(alarm.count(), 1);
    let polled = poll(&mut play);
    play.log.note(polled);
    assert_eq!(play.told(), "A A. U U. S [Pending] (S waits, 0) [waiting] <ok> S. B B. [Ready(Ok(Idle))]");
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
fn tickets_ended_and_dropped_by_other_threads_never_leave_the_task_asleep() {
    let mut play = Play::default();
    for round in 0..2_000 {
        play.phases.push(act("A", move |guard| {
            guard.suspend(|_, ticket| {
                thread::spawn(move || {
                    if round % 2 == 0 {
                        ticket.end().expect("nobody else ends it");
                    }
                });
            })
        }));
    }
    let mut abandoned = 0;
    while let Err(error) = block_on(play.phases.run_async(&mut play.log)) {
        assert!(matches!(error, RunError::Abandoned { .. }), "{error}");
        abandoned += 1;
    }
    assert_eq!(abandoned, 1_000);
}
