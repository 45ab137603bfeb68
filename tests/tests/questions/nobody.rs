//! Questions without anybody to ask.

use phase_core::prelude::*;

use crate::play::{Log, P0, P1, Play, act, ask, asks, end, just, players, suspend, wait, waits};

/// Asks nobody, and has no word for it.
#[phase(world = Log, asks)]
#[derive(Debug)]
struct Lonely;

impl Asks for Lonely {
    type Answer = u32;

    fn seats(&self, _: &Log) -> Vec<Seat> {
        vec![]
    }

    fn answer(&mut self, _: Seat, _: u32, _: EndGuard<'_, Self>) -> Flow<Self> {
        unreachable!("nobody is asked")
    }
}

#[test]
fn as_the_trait_has_it_the_phase_fails_and_says_why() {
    let (mut phases, mut log) = (PhaseManager::new(), Log::default());
    phases.push(Lonely);
    phases.push(just("B"));
    let error = phases.run(&mut log).unwrap_err();
    assert_eq!(error.to_string(), "phase `Lonely` failed in `unasked`");
    let source = std::error::Error::source(&error).expect("it says why");
    assert_eq!(source.to_string(), "asks nobody: its `seats` are empty");
    assert!(phases.question().is_none());
    assert!(matches!(phases.run(&mut log), Ok(RunStatus::Idle)));
    assert_eq!(log.told(), "B B.");
}

#[test]
fn when_it_asks_from_start() {
    let mut play = Play::of(0, [asks("A").unasked(end), just("B")]);
    play.run();
    assert_eq!(play.told(), "A A- A. B B. [idle]");
}

#[test]
fn when_it_asks_from_an_update() {
    let mut play = Play::of(0, [waits("A").update(ask).unasked(end)]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A- A. [idle]");
}

/// It is told in the call of the answer, which is then what its `unasked` decides.
#[test]
fn when_it_asks_on_from_an_answer() {
    let asks_on = |name| {
        asks(name).answer(|_, _, guard| {
            guard.world.asked.clear();
            guard.ask()
        })
    };
    let mut play = Play::of(1, [asks_on("A").unasked(end)]);
    play.run();
    play.answer(P0, 7);
    assert_eq!(play.told(), "A [asking] A<0:7 A- A. [ended]");

    let mut play = Play::of(1, [asks_on("A").unasked(wait)]);
    play.run();
    play.answer(P0, 7);
    assert_eq!(play.told(), "A [asking] A<0:7 A- [waiting A]");

    let mut play = Play::of(1, [asks_on("A")]);
    play.run();
    play.answer(P0, 7);
    assert_eq!(play.told(), "A [asking] A<0:7 A- A! [failed in unasked: nobody to ask]");
}

#[test]
fn at_a_later_run() {
    let mut play = Play::of(2, [asks("A").unasked(end)]);
    play.run();
    play.run();
    play.log.asked.clear();
    play.ask();
    play.run();
    assert_eq!(play.told(), "A [asking] [asking] (A 1:) A- A. [idle]");
}

#[test]
fn at_a_later_step() {
    let mut play = Play::of(1, [asks("A").unasked(end)]);
    play.step();
    play.step();
    play.log.asked.clear();
    play.step();
    play.step();
    assert_eq!(play.told(), "A [asking A] [asking A] A- A. [ended] [idle]");
}

#[test]
fn when_it_comes_back_from_an_interrupt() {
    let leaves = act("I", |guard| {
        guard.world.asked.clear();
        guard.end()
    });
    let mut play = Play::of(1, [asks("A").unasked(end)]);
    play.run();
    play.phases.interrupt(leaves);
    play.run();
    assert_eq!(play.told(), "A [asking] I I. A- A. [idle]");
}

/// Somebody may have come back by then, which only the moment of coming back tells.
#[test]
fn not_while_it_is_parked() {
    let leaves = act("I", |guard| {
        guard.world.asked.clear();
        guard.wait()
    })
    .update(|guard| {
        guard.world.asked = players(2);
        guard.end()
    });
    let mut play = Play::of(1, [asks("A").unasked(end)]);
    play.run();
    play.phases.interrupt(leaves);
    play.run();
    play.run();
    play.ask();
    assert_eq!(play.told(), "A [asking] I [waiting] I~ I. [asking] (A 1: 0 1)");
}

#[test]
fn not_in_an_answer_that_is_refused_nor_in_a_time_out() {
    let mut play = Play::of(1, [asks("A").unasked(end).fallback(|_, _| Some(3))]);
    play.run();
    play.log.asked.clear();
    play.answer(P0, 7);
    play.answer_any(P0, 7);
    play.answer_from(1, P0, "7");
    play.time_out();
    play.ask();
    play.run();
    assert_eq!(play.told(), "A [asking] [not 0] [not 0] [not 0] [timed out:] (A 1:) A- A. [idle]");
}

#[test]
fn through_an_async_run_and_through_play() {
    let mut play = Play::of(0, [asks("A").unasked(end), asks("B").unasked(end)]);
    let status = pollster::block_on(play.phases.run_async(&mut play.log));
    assert!(matches!(status, Ok(RunStatus::Idle)));
    play.phases.push(asks("C").unasked(end));
    let status = play.phases.play(&mut play.log, |_, _, _| unreachable!("nobody is asked"));
    assert!(matches!(status, Ok(RunStatus::Idle)));
    assert_eq!(play.told(), "A A- A. B B- B. C C- C.");
}

#[test]
fn it_may_wait_suspend_or_fail() {
    let mut play = Play::of(0, [asks("A").unasked(wait).update(end)]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A A- [waiting] A~ A. [idle]");

    let mut play = Play::of(0, [asks("A").unasked(suspend)]);
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A A- [waiting] <ok> A. [idle]");

    let mut play = Play::of(0, [asks("A"), just("B")]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A A- A! [failed in unasked: nobody to ask] B B. [idle]");
}

#[test]
fn it_may_ask_somebody_else_which_is_another_question() {
    let asks_player_1 = asks("A").unasked(|guard| {
        guard.world.asked = vec![P1];
        guard.ask()
    });
    let mut play = Play::of(1, [asks_player_1]);
    play.run();
    play.ask();
    play.log.asked.clear();
    play.run();
    play.ask();
    play.answer(P0, 0);
    play.answer(P1, 1);
    play.run();
    let told = "A [asking] (A 1: 0) A- [asking] (A 2: 1) [not 0] A<1:1 A. [ended] [idle]";
    assert_eq!(play.told(), told);
}

/// It could go on so for ever.
#[test]
fn one_that_is_told_and_asks_nobody_all_the_same_fails() {
    let mut play = Play::of(0, [asks("A").unasked(ask), just("B")]);
    play.run();
    play.run();
    let told = "A A- A! [failed in unasked: asks nobody: its `seats` are empty] B B. [idle]";
    assert_eq!(play.told(), told);

    let mut play = Play::of(1, [asks("A").unasked(ask), just("B")]);
    play.run();
    play.log.asked.clear();
    play.run();
    play.run();
    let told = "A [asking] A- A! [failed in unasked: asks nobody: its `seats` are empty] B B. [idle]";
    assert_eq!(play.told(), told);
}

/// Each time that everybody has left, and somebody had come in between.
#[test]
fn it_is_told_as_often_as_that_happens() {
    let waits_for_more = asks("A").unasked(wait).update(ask);
    let mut play = Play::of(1, [waits_for_more]);
    for _ in 0..2 {
        play.run();
        play.log.asked.clear();
        play.run();
        play.log.asked = players(1);
    }
    play.run();
    play.answer(P0, 7);
    let told = "A [asking] A- [waiting] A~ [asking] A- [waiting] A~ [asking] A<0:7 A. [ended]";
    assert_eq!(play.told(), told);
}

#[test]
fn what_unasked_queues_is_of_its_phase() {
    let queues = asks("A").unasked(|mut guard| {
        guard.unshift(just("U"));
        guard.defer(just("D"));
        guard.end()
    });
    let mut play = Play::of(0, [queues, just("B")]);
    play.step();
    play.levels();
    assert_eq!(play.told(), "A A- A. [ended] {0: [B] 1: [D] 2: [U]}");
}
