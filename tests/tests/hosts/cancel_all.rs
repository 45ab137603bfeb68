//! `cancel_all`: everything goes, and what waits or is parked is told, innermost first.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

use crate::play::{Log, Play, act, just, suspend, suspends, unshifts, waits};

fn cancel_all(play: &mut Play) {
    let went = play.phases.cancel_all(&mut play.log);
    play.log.note(format!("[cancel_all: {went}]"));
}

#[test]
fn of_nothing_nothing_goes() {
    let mut play = Play::default();
    cancel_all(&mut play);
    play.run();
    assert_eq!(play.told(), "[cancel_all: 0] [idle]");
}

#[test]
fn what_is_queued_is_not_told() {
    let mut play = Play::of([just("A"), just("B")]);
    play.phases.unshift(just("U"));
    cancel_all(&mut play);
    play.levels();
    play.run();
    assert_eq!(play.told(), "[cancel_all: 3] {} [idle]");
}

#[test]
fn what_waits_and_is_parked_is_told_innermost_first() {
    let mut play = Play::of([waits("A"), just("B")]);
    play.run();
    play.phases.interrupt(suspends("I"));
    play.run();
    play.phases.interrupt(waits("J"));
    play.run();
    cancel_all(&mut play);
    play.waiting();
    play.run();
    play.log.end_ticket();
    assert_eq!(
        play.told(),
        "A [waiting] I [waiting] J [waiting] J! I! A! [cancel_all: 4] (nothing waits) [idle] <stale>"
    );
}

#[test]
fn a_ticket_is_stale_before_its_phase_is_told() {
    let mut play = Play::of([act("A", suspend).on_cancel(Log::end_ticket)]);
    play.run();
    cancel_all(&mut play);
    assert_eq!(play.told(), "A [waiting] A! <stale> [cancel_all: 1]");
}

#[test]
fn what_is_queued_afterwards_stands_on_level_0() {
    let mut play = Play::of([act("A", |mut guard| {
        guard.unshift(waits("W"));
        guard.end()
    })]);
    play.run();
    cancel_all(&mut play);
    play.phases.push(just("P"));
    play.phases.defer(just("D"));
    play.phases.unshift(just("U"));
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. W [waiting] W! [cancel_all: 1] {0: [P] 1: [D] 2: [U]} U U. D D. P P. [idle]"
    );
}

#[test]
fn an_interrupt_that_has_not_started_goes_too() {
    let mut play = Play::of([waits("A")]);
    play.run();
    play.phases.interrupt(just("I"));
    cancel_all(&mut play);
    play.run();
    assert_eq!(play.told(), "A [waiting] A! [cancel_all: 2] [idle]");
}

#[test]
fn what_the_host_gave_stays() {
    let mut play =
        Play { phases: PhaseManager::new().when_empty(|_: &mut Log| waits("T")), ..Play::default() };
    play.run();
    cancel_all(&mut play);
    play.run();
    assert_eq!(play.told(), "T [waiting] T! [cancel_all: 1] T [waiting]");
}

#[test]
fn a_halt_stays() {
    let mut play = Play::of([act("A", |mut guard| {
        guard.queue.halt();
        guard.wait()
    })]);
    play.run();
    cancel_all(&mut play);
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A! [cancel_all: 1] [halted] [idle]");
}

#[test]
fn a_game_that_is_over_stays_over() {
    let mut play =
        Play { phases: PhaseManager::new().when_empty(|_: &mut Log| just("T")), ..Play::default() };
    play.phases.finish(&mut play.log);
    play.phases.push(just("epilogue"));
    cancel_all(&mut play);
    play.run();
    assert_eq!(play.told(), "[cancel_all: 1] [idle]");
}

#[test]
fn a_panic_in_one_leaves_the_others_to_be_told_by_the_next_call() {
    let mut play = Play::of([waits("A"), just("B")]);
    play.run();
    play.phases.interrupt(waits("I").on_cancel(|_| panic!("while it is told")));
    play.run();
    let cancel = AssertUnwindSafe(|| play.phases.cancel_all(&mut play.log));
    assert!(catch_unwind(cancel).is_err());
    play.run();
    assert_eq!(play.told(), "A [waiting] I [waiting] I! A! [idle]");
}

/// Panics when it is dropped.
#[phase(world = Log)]
#[derive(Debug)]
struct Rigged;

impl Phase for Rigged {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Drop for Rigged {
    fn drop(&mut self) {
        panic!("while it is dropped");
    }
}

#[test]
fn a_panic_in_the_drop_of_a_queued_phase_leaves_all_to_be_told_by_the_next_call() {
    let mut play = Play::of([waits("A")]);
    play.phases.push(Rigged);
    play.run();
    play.phases.interrupt(suspends("I"));
    play.run();
    let cancel = AssertUnwindSafe(|| play.phases.cancel_all(&mut play.log));
    assert!(catch_unwind(cancel).is_err());
    play.phases.push(just("after"));
    play.run();
    assert_eq!(play.told(), "A [waiting] I [waiting] I! A! after after. [idle]");
}

#[test]
fn a_phase_that_has_panicked_is_told_first_and_is_not_counted() {
    let mut play = Play::of([act("A", |_| panic!("in start")), just("B")]);
    play.run();
    cancel_all(&mut play);
    assert_eq!(play.told(), "A [panic] A! [cancel_all: 1]");
}

#[test]
fn a_phase_that_was_over_and_not_taken_down_goes_with_the_others() {
    let mut play = Play::of([waits("W").on_cancel(|_| panic!("while it is told"))]);
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.queue.clear();
        guard.push(just("B"));
        guard.end()
    }));
    play.run();
    cancel_all(&mut play);
    play.run();
    assert_eq!(play.told(), "W [waiting] I W! [panic] I! [cancel_all: 2] [idle]");
}

#[test]
fn what_a_phase_had_queued_goes_as_well() {
    let mut play = Play::of([act("A", |mut guard| {
        guard.unshift(unshifts("U", &["V"]));
        guard.defer(just("D"));
        guard.push(just("P"));
        guard.wait()
    })]);
    play.run();
    cancel_all(&mut play);
    play.run();
    assert_eq!(play.told(), "A [waiting] A! [cancel_all: 4] [idle]");
}
