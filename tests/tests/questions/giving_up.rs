//! Questions that are given up: cancelled, cleared away, or dropped with their manager.

use crate::play::{P0, P1, Play, act, ask, asks, end, just, waits};

#[test]
fn cancel() {
    let queues = act("A", |mut guard| {
        guard.unshift(just("U"));
        guard.ask()
    });
    let mut play = Play::of(1, [queues, just("B")]);
    play.run();
    play.cancel();
    play.answer(P0, 7);
    play.ask();
    play.run();
    play.cancel();
    assert_eq!(
        play.told(),
        "A [asking] A! [cancel: true] [nothing asks] (no question) U U. B B. [idle] [cancel: false]"
    );
}

#[test]
fn cancel_tree() {
    let queues = act("A", |mut guard| {
        guard.unshift(just("U"));
        guard.defer(just("D"));
        guard.push(just("P"));
        guard.ask()
    });
    let mut play = Play::of(1, [queues, just("B")]);
    play.run();
    play.cancel_tree();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] A! [cancel_tree: true] [nothing asks] B B. P P. [idle]");
}

#[test]
fn cancel_in_the_middle_of_a_draft() {
    let mut play = Play::of(2, [asks("A"), asks("B").seats(|_| vec![P1])]);
    play.run();
    play.answer(P0, 7);
    play.cancel();
    play.answer(P1, 7);
    play.run();
    play.ask();
    let told = "A [asking] A<0:7 [asking A] A! [cancel: true] [nothing asks] B [asking] (B 2: 1)";
    assert_eq!(play.told(), told);
}

#[test]
fn clear_from_outside_leaves_the_question_that_stands() {
    let mut play = Play::of(1, [asks("A"), just("B")]);
    play.run();
    play.phases.unshift(just("U"));
    play.clear();
    play.ask();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] [clear] (A 1: 0) A<0:7 A. [ended] [idle]");
}

#[test]
fn clear_gives_up_the_questions_that_are_parked_the_innermost_first() {
    let mut play = Play::of(1, [asks("A"), just("B")]);
    play.run();
    play.phases.interrupt(asks("I"));
    play.run();
    play.phases.interrupt(asks("J"));
    play.run();
    play.clear();
    play.ask();
    play.answer(P0, 7);
    play.run();
    assert_eq!(
        play.told(),
        "A [asking] I [asking] J [asking] I! A! [clear] (J 3: 0) J<0:7 J. [ended] [idle]"
    );
}

/// As soon as the flow has been given back, before whom it asks is read.
#[test]
fn clear_inside_a_phase_that_then_asks() {
    let clears = act("I", |mut guard| {
        guard.queue.clear();
        guard.unshift(just("U"));
        guard.ask()
    });
    let gives_way = asks("A").on_cancel(|log| log.asked = vec![P1]);
    let mut play = Play::of(1, [gives_way, just("B")]);
    play.run();
    play.phases.interrupt(clears);
    play.run();
    play.ask();
    play.answer(P1, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] I A! [asking] (I 2: 1) I<1:7 I. [ended] U U. [idle]");
}

/// Who is given up may leave nobody to ask, or somebody where there was nobody.
#[test]
fn whom_it_asks_is_read_once_the_others_have_been_told() {
    let clears_and_asks = || {
        act("I", |mut guard| {
            guard.queue.clear();
            guard.ask()
        })
    };
    let mut play = Play::of(1, [asks("A").on_cancel(|log| log.asked.clear())]);
    play.run();
    play.phases.interrupt(clears_and_asks().unasked(end));
    play.run();
    assert_eq!(play.told(), "A [asking] I A! I- I. [idle]");

    let mut play = Play::of(0, [waits("A").on_cancel(|log| log.asked = vec![P1])]);
    play.run();
    play.phases.interrupt(clears_and_asks().unasked(end));
    play.run();
    play.ask();
    assert_eq!(play.told(), "A [waiting] I A! [asking] (I 1: 1)");
}

#[test]
fn clear_inside_an_answer() {
    for asks_on in [false, true] {
        let clears = asks("I").answer(move |_, answer, mut guard| {
            guard.queue.clear();
            guard.unshift(just("U"));
            if asks_on && answer == 7 { guard.ask() } else { guard.end() }
        });
        let mut play = Play::of(1, [asks("A"), just("B")]);
        play.run();
        play.phases.interrupt(clears);
        play.run();
        play.answer(P0, 7);
        play.answer(P0, 8);
        play.run();
        let told = if asks_on {
            "A [asking] I [asking] I<0:7 A! [asking I] I<0:8 I. [ended] U U. [idle]"
        } else {
            "A [asking] I [asking] I<0:7 A! I. [ended] [nothing asks] U U. [idle]"
        };
        assert_eq!(play.told(), told);
    }
}

#[test]
fn clear_inside_unasked() {
    let clears = asks("I").unasked(|mut guard| {
        guard.queue.clear();
        guard.end()
    });
    let mut play = Play::of(1, [asks("A"), just("B")]);
    play.run();
    play.log.asked.clear();
    play.phases.interrupt(clears);
    play.run();
    assert_eq!(play.told(), "A [asking] I I- A! I. [idle]");
}

#[test]
fn the_interrupting_one_alone() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(asks("I"));
    play.run();
    play.cancel();
    play.cancel();
    play.run();
    play.ask();
    assert_eq!(play.told(), "A [asking] I [asking] I! [cancel: true] [cancel: false] [asking] (A 1: 0)");
}

#[test]
fn with_the_manager_nothing_is_called() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(asks("I"));
    play.run();
    let Play { phases, log } = play;
    drop(phases);
    assert_eq!(log.told(), "A [asking] I [asking]");
}

#[test]
fn what_a_failed_answer_has_queued_stays() {
    let fails = asks("A").answer(|_, _, mut guard| {
        guard.unshift(just("U"));
        guard.fail("it")
    });
    let mut play = Play::of(1, [fails]);
    play.run();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] A<0:7 A! [failed in answer: it] U U. [idle]");
}

/// Nothing of it is left in the way of the next one.
#[test]
fn a_phase_that_waited_asked_and_was_cancelled() {
    let mut play = Play::of(1, [waits("A").update(ask), waits("B").update(ask)]);
    for _ in 0..2 {
        play.run();
        play.run();
        play.cancel();
    }
    play.run();
    let told = "A [waiting] A~ [asking] A! [cancel: true] B [waiting] B~ [asking] B! [cancel: true] [idle]";
    assert_eq!(play.told(), told);
}
