//! Halts, limits and steps around questions.

use phase_core::prelude::*;

use crate::play::{Act, P0, Play, act, asks, just, players};

/// Ends at once when it is answered.
fn asks_once(name: &'static str) -> Act {
    asks(name).seats(|_| players(1)).answer(|_, _, guard| guard.end())
}

#[test]
fn a_halt_before_the_question_is_told_once_that_is_over() {
    let halts = act("A", |mut guard| {
        guard.queue.halt();
        guard.ask()
    });
    let mut play = Play::of(1, [halts, just("B")]);
    play.run();
    play.run();
    play.answer(P0, 7);
    play.run();
    play.run();
    assert_eq!(play.told(), "A [asking] [asking] A<0:7 A. [ended] [halted] B B. [idle]");
}

#[test]
fn a_halt_in_an_answer_is_told_by_the_next_run() {
    let halts = asks("A").answer(|seat, _, mut guard| {
        guard.queue.halt();
        guard.world.asked.retain(|asked| *asked != seat);
        if guard.world.asked.is_empty() { guard.end() } else { guard.ask() }
    });
    let mut play = Play::of(2, [halts, just("B")]);
    play.run();
    play.answer(P0, 7);
    play.run();
    play.answer(Seat::Player(1), 7);
    play.step();
    play.step();
    assert_eq!(play.told(), "A [asking] A<0:7 [asking A] [asking] A<1:7 A. [ended] [halted] B B. [ended]");
}

#[test]
fn a_halt_in_unasked() {
    let halts = asks("A").unasked(|mut guard| {
        guard.queue.halt();
        guard.end()
    });
    let mut play = Play::of(0, [halts, just("B")]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A A- A. [halted] B B. [idle]");
}

#[test]
fn the_start_limit_counts_in_each_run_and_no_answers() {
    let mut play = Play::of(1, [asks_once("A"), asks_once("B"), just("C"), just("D")]);
    play.phases.set_start_limit(1);
    play.run();
    play.run();
    play.answer(P0, 7);
    play.run();
    play.answer(P0, 7);
    play.run();
    play.run();
    assert_eq!(
        play.told(),
        "A [asking] [asking] A<0:7 A. [ended] B [asking] B<0:7 B. [ended] C C. [limit: 1] D D. [idle]"
    );
}

/// One that asks has started, so that a run at its limit does not keep it from coming back.
#[test]
fn the_start_limit_does_not_keep_a_question_from_coming_back() {
    let mut play = Play::of(1, [asks_once("A")]);
    play.phases.set_start_limit(1);
    play.run();
    play.phases.interrupt(just("I"));
    play.run();
    play.phases.set_start_limit(0);
    play.run();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] I I. [asking] [asking] A<0:7 A. [ended] [idle]");
}

/// With a question in each lap, no single run is endless.
#[test]
fn a_loop_with_a_question_in_each_lap_is_within_the_limit_of_a_run() {
    let mut play = Play::of(1, []);
    play.phases.set_when_empty(|_: &mut _| asks_once("T"));
    play.phases.set_start_limit(1);
    let mut left = 300;
    let status = play.phases.play(&mut play.log, |_, _, _| {
        left -= 1;
        (left > 0).then(|| AnyAnswer::new(7_u32))
    });
    assert!(matches!(status, Ok(RunStatus::Asking)), "{status:?}");
    assert_eq!(play.phases.question().map(|question| question.number()), Some(300));
}

#[test]
fn an_answer_is_one_step_of_many() {
    let mut play = Play::of(2, [asks("A"), just("B")]);
    play.step();
    play.answer(P0, 7);
    play.step();
    play.answer(Seat::Player(1), 7);
    play.step();
    play.step();
    assert_eq!(play.told(), "A [asking A] A<0:7 [asking A] [asking A] A<1:7 A. [ended] B B. [ended] [idle]");
}
