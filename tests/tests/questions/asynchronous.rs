//! Questions to an async host.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use phase_core::prelude::*;

use crate::play::{P0, P1, Play, act, asks, just, players, suspend};

#[test]
fn a_run_completes_with_the_question() {
    pollster::block_on(async {
        let mut play = Play::of(2, [asks("A"), just("B")]);
        for seat in players(2) {
            assert!(matches!(play.phases.run_async(&mut play.log).await, Ok(RunStatus::Asking)));
            play.answer(seat, 7);
        }
        assert!(matches!(play.phases.run_async(&mut play.log).await, Ok(RunStatus::Idle)));
        assert_eq!(play.told(), "A A<0:7 [asking A] A<1:7 A. [ended] B B.");
    });
}

/// Counts how often it is woken.
#[derive(Default)]
struct Bell(AtomicUsize);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_poll_is_ready_while_a_question_stands_and_asks_for_no_waking() {
    let bell = Arc::new(Bell::default());
    let waker = Waker::from(Arc::clone(&bell));
    let mut context = Context::from_waker(&waker);
    let mut play = Play::of(1, [asks("A")]);
    for _ in 0..3 {
        let poll = play.phases.poll_run(&mut play.log, &mut context);
        assert!(matches!(poll, Poll::Ready(Ok(RunStatus::Asking))));
    }
    play.answer(P0, 7);
    assert!(matches!(play.phases.poll_run(&mut play.log, &mut context), Poll::Ready(Ok(RunStatus::Idle))));
    assert_eq!(bell.0.load(Ordering::Relaxed), 0);
}

#[test]
fn a_ticket_wakes_the_run_that_comes_to_the_question_behind_it() {
    let bell = Arc::new(Bell::default());
    let waker = Waker::from(Arc::clone(&bell));
    let mut context = Context::from_waker(&waker);
    let mut play = Play::of(1, [act("S", suspend), asks("A")]);
    assert!(play.phases.poll_run(&mut play.log, &mut context).is_pending());
    play.log.end_ticket();
    assert_eq!(bell.0.load(Ordering::Relaxed), 1);
    let poll = play.phases.poll_run(&mut play.log, &mut context);
    assert!(matches!(poll, Poll::Ready(Ok(RunStatus::Asking))));
    assert_eq!(play.told(), "S <ok> S. A");
}

/// The run is over when an answer suspends its phase, so the next one has to sleep.
#[test]
fn an_answer_may_have_the_next_run_sleep() {
    let suspends = asks("A").answer(|_, _, guard| {
        guard.suspend(|_, ticket| {
            std::thread::spawn(move || ticket.end());
        })
    });
    let mut play = Play::of(1, [suspends, just("B")]);
    pollster::block_on(async {
        assert!(matches!(play.phases.run_async(&mut play.log).await, Ok(RunStatus::Asking)));
        play.phases.answer_any(&mut play.log, P0, AnyAnswer::new(7_u32)).expect("it is asked");
        assert!(matches!(play.phases.run_async(&mut play.log).await, Ok(RunStatus::Idle)));
    });
    assert_eq!(play.told(), "A A<0:7 A. B B.");
}

#[test]
fn a_question_under_a_sleeping_phase_comes_back_with_the_same_run() {
    let sleeps = act("I", |guard| {
        guard.suspend(|_, ticket| {
            std::thread::spawn(move || ticket.end());
        })
    });
    let mut play = Play::of(0, [asks("A").seats(|_| vec![P1])]);
    play.run();
    play.phases.interrupt(sleeps);
    let status = pollster::block_on(play.phases.run_async(&mut play.log));
    assert!(matches!(status, Ok(RunStatus::Asking)));
    play.ask();
    assert_eq!(play.told(), "A [asking] I I. (A 1: 1)");
}

#[test]
fn errors_come_as_from_a_run() {
    let mut play = Play::of(0, [asks("A"), just("B")]);
    let error = pollster::block_on(play.phases.run_async(&mut play.log)).expect_err("nobody is asked");
    assert!(matches!(error, RunError::Failed { phase: "Act", .. }), "{error}");
    assert!(matches!(pollster::block_on(play.phases.run_async(&mut play.log)), Ok(RunStatus::Idle)));
}

/// So a server's task can hold it while it awaits the player's answer.
#[test]
fn a_question_can_be_sent_and_shared() {
    fn is_send_and_sync<T: Send + Sync>(_: &T) {}
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    is_send_and_sync(&play.phases.question().expect("it asks"));
}
