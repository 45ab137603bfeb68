//! What counts for those who do not answer in time.

use phase_core::prelude::*;

use crate::play::{P0, P1, P2, Play, asks, just, players, waits};

#[test]
fn for_every_seat_that_is_still_asked() {
    let mut play = Play::of(3, [asks("A").fallback(|_, _| Some(9))]);
    play.run();
    play.answer(P1, 7);
    play.time_out();
    play.time_out();
    play.run();
    assert_eq!(
        play.told(),
        "A [asking] A<1:7 [asking A] A<0:9 A<2:9 A. [timed out: 0 2] [timed out:] [idle]"
    );
}

#[test]
fn a_seat_without_a_fallback_stays_asked() {
    let mut play = Play::of(3, [asks("A").fallback(|seat, _| (seat != P1).then_some(9))]);
    play.run();
    play.time_out();
    play.ask();
    play.time_out();
    play.ask();
    play.answer(P1, 1);
    assert_eq!(
        play.told(),
        "A [asking] A<0:9 A<2:9 [timed out: 0 2] (A 1: 1) [timed out:] (A 1: 1) A<1:1 A. [ended]"
    );
}

#[test]
fn not_for_the_question_that_comes_of_it() {
    let asks_again = asks("A").fallback(|_, _| Some(9)).answer(|_, _, guard| {
        guard.world.asked = players(2);
        guard.ask()
    });
    let mut play = Play::of(1, [asks_again]);
    play.run();
    play.time_out();
    play.ask();
    play.time_out();
    play.ask();
    assert_eq!(
        play.told(),
        "A [asking] A<0:9 [timed out: 0] (A 2: 0 1) A<0:9 [timed out: 0] (A 3: 0 1)",
        "the answer of player 0 asked both anew, so nobody is late for that"
    );
}

#[test]
fn not_for_the_next_phase_which_it_does_not_start() {
    let mut play = Play::of(
        1,
        [asks("A").fallback(|_, _| Some(9)), asks("B").seats(|_| vec![P0]).fallback(|_, _| Some(8))],
    );
    play.run();
    play.time_out();
    play.levels();
    play.time_out();
    play.run();
    play.ask();
    assert_eq!(play.told(), "A [asking] A<0:9 A. [timed out: 0] {0: [B]} [timed out:] B [asking] (B 2: 0)");
}

#[test]
fn not_where_nothing_asks() {
    let mut play = Play::of(1, []);
    play.time_out();
    play.phases.push(waits("A"));
    play.run();
    play.time_out();
    play.cancel();
    play.phases.push(asks("B").fallback(|_, _| Some(9)));
    play.run();
    play.phases.interrupt(waits("I"));
    play.time_out();
    play.run();
    play.time_out();
    assert_eq!(
        play.told(),
        "[timed out:] A [waiting] [timed out:] A! [cancel: true] B [asking] [timed out:] I [waiting] [timed out:]"
    );
}

/// It has to be as good as any answer. That seat stays asked, and keeps no other from its own.
#[test]
fn a_fallback_may_be_refused() {
    let phase =
        asks("A").fallback(|seat, _| Some(if seat == P1 { 3 } else { 1 })).options(|_, _| Some(vec![1, 2]));
    let mut play = Play::of(3, [phase]);
    play.run();
    play.time_out();
    play.ask();
    play.answer(P1, 2);
    play.time_out();
    assert_eq!(
        play.told(),
        "A [asking] A<0:1 A<2:1 [refused 1: it is none of the options] (A 1: 1) A<1:2 A. [ended] [timed out:]"
    );
}

#[test]
fn a_phase_may_fail_at_a_fallback() {
    let fails = asks("A").fallback(|_, _| Some(9)).answer(|_, _, guard| guard.fail("out of time"));
    let mut play = Play::of(2, [fails, just("B")]);
    play.run();
    play.time_out();
    play.run();
    assert_eq!(play.told(), "A [asking] A<0:9 A! [failed in answer: out of time] B B. [idle]");
}

/// Who has left meanwhile is not answered for.
#[test]
fn a_fallback_may_make_others_leave() {
    let phase = asks("A").fallback(|_, _| Some(9)).answer(|seat, _, guard| {
        guard.world.asked.retain(|other| *other != seat && *other != P1);
        if guard.world.asked.is_empty() { guard.end() } else { guard.ask() }
    });
    let mut play = Play::of(3, [phase]);
    play.run();
    play.time_out();
    assert_eq!(play.told(), "A [asking] A<0:9 A<2:9 A. [timed out: 0 2]");
}

#[test]
fn it_is_read_when_it_is_due() {
    let mut play =
        Play::of(2, [asks("A").fallback(|_, log| Some(u32::try_from(log.asked.len()).unwrap_or(0)))]);
    play.run();
    play.time_out();
    assert_eq!(play.told(), "A [asking] A<0:2 A<1:1 A. [timed out: 0 1]");
}

#[test]
fn chance_may_be_late_too() {
    let mut play = Play::of(
        0,
        [asks("A").seats(|_| vec![Seat::Chance]).fallback(|_, _| Some(6)).answer(|_, _, guard| guard.end())],
    );
    play.run();
    play.time_out();
    assert_eq!(play.told(), "A [asking] A<c:6 A. [timed out: c]");
}

/// A seat that may revise is not asked, so that it can't be late.
#[test]
fn what_was_answered_in_time_counts() {
    let phase = asks("A").fallback(|_, _| Some(9)).may_revise(|_, _| true);
    let mut play = Play::of(3, [phase]);
    play.run();
    play.answer(P2, 1);
    play.time_out();
    assert_eq!(play.told(), "A [asking] A<2:1 [asking A] A<0:9 A<1:9 A. [timed out: 0 1]");
}
