//! `cancel` and `cancel_tree`: what goes, what stays, and who is told.

use crate::play::{Act, Play, act, end, just, suspends, wait, waits};

/// A phase that queues one phase each way, and waits.
fn parent(name: &'static str) -> Act {
    act(name, |mut guard| {
        guard.push(just("P"));
        guard.unshift(just("U"));
        guard.defer(just("D"));
        guard.wait()
    })
    .update(wait)
}

#[test]
fn cancel_keeps_what_the_phase_has_queued() {
    let mut play = Play::of([parent("A"), just("B")]);
    play.run();
    play.cancel();
    play.waiting();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A [waiting] A! [cancel: true] (nothing waits) {0: [B, P] 1: [D] 2: [U]} U U. D D. B B. P P. [idle]"
    );
}

#[test]
fn cancel_tree_drops_what_the_phase_has_unshifted_and_deferred() {
    let mut play = Play::of([parent("A"), just("B")]);
    play.run();
    play.cancel_tree();
    play.waiting();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A [waiting] A! [cancel_tree: true] (nothing waits) {0: [B, P]} B B. P P. [idle]"
    );
}

#[test]
fn cancel_tree_keeps_the_siblings_and_the_deferred_phases_of_the_parent() {
    let mut play = Play::of([act("A", |mut guard| {
        guard.unshift(parent("B"));
        guard.unshift(just("sibling"));
        guard.defer(just("deferred"));
        guard.end()
    })]);
    play.run();
    play.cancel_tree();
    play.levels();
    assert_eq!(play.told(), "A A. B [waiting] B! [cancel_tree: true] {0: [P] 1: [deferred] 2: [sibling]}");
}

#[test]
fn cancel_tree_drops_what_was_queued_for_the_phase_from_outside() {
    let mut play = Play::of([waits("A"), just("B")]);
    play.run();
    play.phases.unshift(just("U"));
    play.phases.defer(just("D"));
    play.phases.push(just("P"));
    play.cancel_tree();
    play.levels();
    assert_eq!(play.told(), "A [waiting] A! [cancel_tree: true] {0: [B, P]}");
}

#[test]
fn after_cancel_tree_the_phase_that_ran_last_still_counts() {
    let mut play = Play::of([act("A", |mut guard| {
        guard.unshift(parent("B"));
        guard.unshift(just("sibling"));
        guard.end()
    })]);
    play.run();
    play.cancel_tree();
    play.phases.defer(just("D2"));
    play.phases.unshift(just("U2"));
    play.levels();
    assert_eq!(play.told(), "A A. B [waiting] B! [cancel_tree: true] {0: [P] 1: [sibling] 2: [D2] 3: [U2]}");
}

#[test]
fn with_nothing_waiting_both_say_so() {
    let mut play = Play::of([just("A"), just("B")]);
    play.cancel();
    play.cancel_tree();
    play.step();
    play.phases.unshift(just("U"));
    play.cancel();
    play.cancel_tree();
    play.levels();
    assert_eq!(
        play.told(),
        "[cancel: false] [cancel_tree: false] A A. [ended] [cancel: false] [cancel_tree: false] {0: [B] 1: [U]}"
    );
}

#[test]
fn twice_is_once() {
    let mut play = Play::of([suspends("A")]);
    play.run();
    play.cancel();
    play.cancel();
    play.cancel_tree();
    play.run();
    assert_eq!(play.told(), "A [waiting] A! [cancel: true] [cancel: false] [cancel_tree: false] [idle]");
}

#[test]
fn neither_touches_parked_phases() {
    let mut play = Play::of([
        act("W", |mut guard| {
            guard.unshift(just("own"));
            guard.wait()
        })
        .update(end),
        just("B"),
    ]);
    play.run();
    play.phases.interrupt(parent("I"));
    play.cancel();
    play.run();
    play.cancel_tree();
    play.levels();
    play.cancel();
    play.run();
    assert_eq!(
        play.told(),
        "W [waiting] [cancel: false] I [waiting] I! [cancel_tree: true] {0: [B, P] 1: [own]} [cancel: false] \
         W~ W. own own. B B. P P. [idle]"
    );
}

#[test]
fn cancel_tree_of_a_phase_that_was_parked_drops_its_children() {
    let mut play = Play::of([parent("W"), just("B")]);
    play.run();
    play.phases.interrupt(just("I"));
    play.run();
    play.phases.unshift(just("V"));
    play.levels();
    play.cancel_tree();
    play.levels();
    assert_eq!(
        play.told(),
        "W [waiting] I I. W~ [waiting] {0: [B, P] 1: [D] 2: [U, V]} W! [cancel_tree: true] {0: [B, P]}"
    );
}

#[test]
fn a_phase_that_was_updated_and_one_that_was_suspended() {
    let mut play = Play::of([waits("A"), suspends("B")]);
    play.run();
    play.run();
    play.cancel();
    play.run();
    play.cancel();
    play.run();
    assert_eq!(
        play.told(),
        "A [waiting] A~ [waiting] A! [cancel: true] B [waiting] B! [cancel: true] [idle]"
    );
}

#[test]
fn every_phase_that_starts_hears_of_its_end_or_of_its_cancel_once() {
    let mut play = Play::of([
        just("ends"),
        act("fails", |guard| guard.fail("no")),
        act("is abandoned", |guard| guard.suspend(|_, ticket| drop(ticket))),
        act("panics", |_| panic!("as told")),
        waits("is cancelled"),
    ]);
    for _ in 0..4 {
        play.run();
    }
    play.cancel();
    play.run();
    assert_eq!(
        play.told(),
        "ends ends. fails fails! [failed: no] is abandoned is abandoned! [abandoned] panics [panic] \
         panics! is cancelled [waiting] is cancelled! [cancel: true] [idle]"
    );
}
