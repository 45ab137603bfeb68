//! `halt`: the run stops once nothing runs, and nothing in between undoes it.

use phase_core::prelude::*;

use crate::play::{Act, Play, act, end, just, suspend, suspends, unshifts, wait, waits};

/// Halts, and goes on as told.
fn halts(name: &'static str, then: fn(EndGuard<'_, Act>) -> Flow<Act>) -> Act {
    act(name, move |mut guard| {
        guard.unshift(just("child"));
        guard.queue.halt();
        then(guard)
    })
}

const REST: &str = "child child. B B. [idle]";

#[test]
fn before_anything_else_starts() {
    let mut play = Play::of([halts("A", end), just("B")]);
    play.run();
    play.levels();
    play.run();
    assert_eq!(play.told(), format!("A A. [halted] {{0: [B] 1: [child]}} {REST}"));
}

#[test]
fn two_requests_are_one_halt() {
    let mut play = Play::of([act("A", |mut guard| {
        guard.queue.halt();
        guard.queue.halt();
        guard.end()
    })
    .on_end(|_, queue| queue.halt())]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A A. [halted] [idle]");
}

#[test]
fn a_failure_in_between() {
    let mut play = Play::of([halts("A", |guard| guard.fail("no")), just("B")]);
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), format!("A A! [failed: no] [halted] {REST}"));
}

#[test]
fn a_panic_in_between() {
    let mut play = Play::of([halts("A", |_| panic!("after the halt")), just("B")]);
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), format!("A [panic] A! [halted] {REST}"));
}

#[test]
fn a_wait_in_between() {
    let mut play = Play::of([halts("A", wait).update(end), just("B")]);
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), format!("A [waiting] A~ A. [halted] {REST}"));
}

#[test]
fn a_ticket_in_between() {
    let mut play = Play::of([halts("A", suspend), just("B")]);
    play.run();
    play.run();
    play.log.end_ticket();
    play.run();
    play.run();
    assert_eq!(play.told(), format!("A [waiting] [waiting] <ok> A. [halted] {REST}"));
}

#[test]
fn a_cancel_in_between() {
    let mut play = Play::of([halts("A", wait), just("B")]);
    play.run();
    play.cancel();
    play.run();
    play.run();
    assert_eq!(play.told(), format!("A [waiting] A! [cancel: true] [halted] {REST}"));
}

#[test]
fn an_interrupt_in_between_waits_for_the_halt() {
    let mut play = Play::of([halts("A", wait).update(wait), just("B")]);
    play.run();
    play.phases.interrupt(just("I"));
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] [halted] I I. A~ [waiting]");
}

#[test]
fn by_an_interrupter_before_the_parked_phase_is_back() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.queue.halt();
        guard.end()
    }));
    play.run();
    play.waiting();
    play.run();
    play.waiting();
    play.log.end_ticket();
    play.run();
    assert_eq!(
        play.told(),
        "W [waiting] I I. [halted] (nothing waits) [waiting] (W waits, 0) <ok> W. B B. [idle]"
    );
}

#[test]
fn in_the_middle_of_a_subtree() {
    let mut play = Play::of([act("A", |mut guard| {
        guard.unshift(halts("U", end));
        guard.unshift(unshifts("V", &["W"]));
        guard.end()
    })]);
    play.run();
    play.levels();
    play.run();
    assert_eq!(play.told(), "A A. U U. [halted] {1: [V] 2: [child]} child child. V V. W W. [idle]");
}

#[test]
fn asks_when_empty_for_nothing() {
    let mut play = Play {
        phases: PhaseManager::new().when_empty(|log: &mut crate::play::Log| {
            log.note("(supply)");
            waits("T")
        }),
        ..Play::default()
    };
    play.phases.push(act("A", |mut guard| {
        guard.queue.halt();
        guard.end()
    }));
    play.run();
    play.run();
    assert_eq!(play.told(), "A A. [halted] (supply) T [waiting]");
}
