//! Interrupts over questions.

use phase_core::prelude::*;

use crate::play::{Menu, P0, P1, Play, act, asks, end, just, players, suspend, waits};

#[test]
fn a_question_is_set_aside_and_comes_back() {
    let mut play = Play::of(1, [asks("A"), just("B")]);
    play.run();
    play.phases.interrupt(just("I"));
    play.ask();
    play.run();
    play.ask();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] (no question) I I. [asking] (A 1: 0) A<0:7 A. [ended] B B. [idle]");
}

/// It is not started again, nor updated, and its question is the same.
#[test]
fn nothing_is_called_when_it_comes_back() {
    let mut play = Play::of(1, [asks("A").update(end)]);
    play.run();
    for _ in 0..3 {
        play.phases.interrupt(waits("I").update(end));
        play.run();
        play.run();
    }
    play.ask();
    let told = "A [asking] I [waiting] I~ I. [asking] I [waiting] I~ I. [asking] I [waiting] I~ I. [asking] (A 1: 0)";
    assert_eq!(play.told(), told);
}

/// Answers that were laid into the world once reached whichever phase waited, and the game hung.
#[test]
fn an_answer_to_what_lies_under_a_menu_is_refused_and_given_back() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(Menu);
    play.answer(P0, 7);
    play.run();
    play.answer(P0, 7);
    play.answer_any(P0, 7);
    play.answer_from(1, P0, "7");
    let closed = play.phases.answer::<Menu>(&mut play.log, P0, "close");
    assert!(matches!(closed, Ok(Step::Ended("Menu"))));
    play.answer(P0, 7);
    play.run();
    play.answer(P0, 7);
    play.run();
    assert_eq!(
        play.told(),
        "A [asking] [nothing asks] [asking] [Menu asks] [Menu asks] [late: 1 Some(2)] Menu<close [nothing asks] \
         [asking] A<0:7 A. [ended] [idle]"
    );
}

#[test]
fn a_menu_over_a_menu_over_a_question() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    for name in ["I", "J", "K"] {
        play.phases.interrupt(asks(name).answer(|_, _, guard| guard.end()));
        play.run();
        play.ask();
    }
    for answer in [3, 2, 1, 0] {
        play.answer(P0, answer);
        play.run();
        play.ask();
    }
    assert_eq!(
        play.told(),
        "A [asking] I [asking] (I 2: 0) J [asking] (J 3: 0) K [asking] (K 4: 0) \
         K<0:3 K. [ended] [asking] (J 3: 0) J<0:2 J. [ended] [asking] (I 2: 0) I<0:1 I. [ended] [asking] (A 1: 0) \
         A<0:0 A. [ended] [idle] (no question)"
    );
}

#[test]
fn interrupts_in_a_row_run_before_it_comes_back() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.unshift(just("U"));
        guard.defer(just("D"));
        guard.end()
    }));
    play.phases.interrupt(just("J"));
    play.levels();
    play.run();
    assert_eq!(play.told(), "A [asking] {1: [I] 2: [J]} J J. I I. U U. D D. [asking]");
}

/// What a question has queued has to wait for it, also while it is parked.
#[test]
fn what_it_has_queued_waits_for_it() {
    let queues = act("A", |mut guard| {
        guard.unshift(just("U"));
        guard.defer(just("D"));
        guard.ask()
    })
    .answer(|_, _, mut guard| {
        guard.unshift(just("V"));
        guard.end()
    });
    let mut play = Play::of(1, [queues]);
    play.run();
    play.phases.interrupt(just("I"));
    play.run();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] I I. [asking] A<0:7 A. [ended] U U. V V. D D. [idle]");
}

#[test]
fn who_is_asked_may_have_changed_when_it_comes_back() {
    let swaps = act("I", |guard| {
        guard.world.asked = vec![P1];
        guard.end()
    });
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(swaps);
    play.run();
    play.ask();
    play.answer(P0, 0);
    play.answer(P1, 1);
    assert_eq!(play.told(), "A [asking] I I. [asking] (A 1: 1) [not 0] A<1:1 A. [ended]");
}

#[test]
fn a_draft_that_is_interrupted_keeps_what_was_picked() {
    let mut play = Play::of(3, [asks("A")]);
    play.run();
    play.answer(P1, 7);
    play.phases.interrupt(just("I"));
    play.run();
    play.ask();
    assert_eq!(play.told(), "A [asking] A<1:7 [asking A] I I. [asking] (A 1: 0 2)");
}

#[test]
fn a_step_may_bring_it_back() {
    let mut play = Play::of(1, [asks("A")]);
    play.step();
    play.phases.interrupt(just("I"));
    play.step();
    play.answer(P0, 7);
    play.step();
    play.answer(P0, 7);
    assert_eq!(play.told(), "A [asking A] I I. [ended] [nothing asks] [asking A] A<0:7 A. [ended]");
}

#[test]
fn a_question_over_what_waits_and_what_is_suspended() {
    for (phase, told) in [
        (waits("A").update(end), "A [waiting] I [asking] I<0:7 I. [ended] A~ A. [idle]"),
        (act("A", suspend), "A [waiting] I [asking] I<0:7 I. [ended] [waiting]"),
    ] {
        let mut play = Play::of(1, [phase]);
        play.run();
        play.phases.interrupt(asks("I"));
        play.run();
        play.answer(P0, 7);
        play.run();
        assert_eq!(play.told(), told);
    }
}

/// A page that is drawn anew finds the one that asks, and in the manager's `Debug` those that lie under it.
#[test]
fn what_is_asked_is_shown_and_what_is_parked_as_well() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(asks("I").seats(|_| vec![P1]));
    assert!(play.phases.question().is_none() && play.phases.current().is_none());
    assert!(format!("{:?}", play.phases).contains("parked: [A]"), "{:?}", play.phases);
    play.run();
    assert_eq!(play.question(), "(I 2: 1)");
    assert_eq!(play.phases.current().map(|phase| format!("{phase:?}")).as_deref(), Some("I"));
    assert!(format!("{:?}", play.phases).contains("parked: [A]"), "{:?}", play.phases);
    play.cancel();
    play.run();
    assert_eq!(play.question(), "(A 1: 0)");
    assert!(format!("{:?}", play.phases).contains("parked: []"), "{:?}", play.phases);
}

#[test]
fn an_interrupt_that_is_removed_before_it_starts() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(just("I"));
    assert!(play.phases.remove::<crate::play::Act>(|_| true).is_some());
    play.answer(P0, 7);
    play.run();
    play.ask();
    assert_eq!(play.told(), "A [asking] [nothing asks] [asking] (A 1: 0)");
}

#[test]
fn a_question_left_and_come_back_to_many_times_over_players() {
    let mut play = Play::of(20, [asks("A")]);
    play.run();
    for seat in players(20) {
        play.phases.interrupt(just("I"));
        play.run();
        play.answer(seat, 1);
    }
    assert!(play.told().ends_with("I I. [asking] A<19:1 A. [ended]"));
}
