//! Phases queued from outside, while none runs: as if the one that ran last had queued them.

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, just, suspends, unshifts, waits};

/// Queues one phase each way.
fn queue_all(play: &mut Play) {
    play.phases.push(just("P"));
    play.phases.unshift(just("U"));
    play.phases.defer(just("D"));
    play.levels();
}

/// A phase on level 1, of a parent that has another child and a successor.
fn on_level_1(phase: Act) -> Play {
    Play::of([
        act("A", move |mut guard| {
            guard.unshift(phase);
            guard.unshift(just("sibling"));
            guard.end()
        }),
        just("successor"),
    ])
}

const BEHIND: &str = "U U. D D. sibling sibling. successor successor. P P. [idle]";

#[test]
fn before_the_first_phase() {
    let mut play = Play::default();
    queue_all(&mut play);
    play.run();
    assert_eq!(play.told(), "{0: [P] 1: [D] 2: [U]} U U. D D. P P. [idle]");
}

#[test]
fn before_the_first_phase_in_the_other_order() {
    let mut play = Play::default();
    play.phases.defer(just("D1"));
    play.phases.unshift(just("U1"));
    play.phases.push(just("P"));
    play.phases.defer(just("D2"));
    play.phases.unshift(just("U2"));
    play.levels();
    assert_eq!(play.told(), "{0: [P] 1: [D1, D2] 2: [U1, U2]}");
}

#[test]
fn when_the_tree_has_run_empty() {
    let mut play = Play::of([unshifts("A", &["B"])]);
    play.run();
    assert_eq!(play.phases.current_level(), 0);
    queue_all(&mut play);
    play.run();
    assert_eq!(play.told(), "A A. B B. [idle] {0: [P] 1: [D] 2: [U]} U U. D D. P P. [idle]");
}

#[test]
fn between_steps() {
    let mut play = on_level_1(just("B"));
    play.step();
    play.step();
    assert_eq!(play.phases.current_level(), 1);
    queue_all(&mut play);
    play.run();
    assert_eq!(
        play.told(),
        format!("A A. [ended] B B. [ended] {{0: [successor, P] 1: [sibling] 2: [D] 3: [U]}} {BEHIND}")
    );
}

#[test]
fn between_steps_behind_what_the_phase_itself_has_queued() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.unshift(just("U0"));
            guard.end()
        }),
        just("B"),
    ]);
    play.step();
    queue_all(&mut play);
    play.run();
    assert_eq!(play.told(), "A A. [ended] {0: [B, P] 1: [D] 2: [U0, U]} U0 U0. U U. D D. B B. P P. [idle]");
}

#[test]
fn while_a_phase_waits() {
    let mut play = on_level_1(suspends("B"));
    play.run();
    queue_all(&mut play);
    play.log.end_ticket();
    play.run();
    assert_eq!(
        play.told(),
        format!("A A. B [waiting] {{0: [successor, P] 1: [sibling] 2: [D] 3: [U]}} <ok> B. {BEHIND}")
    );
}

#[test]
fn after_a_halt() {
    let mut play = on_level_1(act("B", |mut guard| {
        guard.queue.halt();
        guard.end()
    }));
    play.run();
    queue_all(&mut play);
    play.run();
    assert_eq!(
        play.told(),
        format!("A A. B B. [halted] {{0: [successor, P] 1: [sibling] 2: [D] 3: [U]}} {BEHIND}")
    );
}

#[test]
fn after_a_failure() {
    let mut play = on_level_1(act("B", |guard| guard.fail("no")));
    play.run();
    queue_all(&mut play);
    play.run();
    assert_eq!(
        play.told(),
        format!("A A. B B! [failed: no] {{0: [successor, P] 1: [sibling] 2: [D] 3: [U]}} {BEHIND}")
    );
}

#[test]
fn after_a_panic() {
    let mut play = on_level_1(act("B", |_| panic!("B panics")));
    play.run();
    queue_all(&mut play);
    play.run();
    assert_eq!(
        play.told(),
        format!("A A. B [panic] {{0: [successor, P] 1: [sibling] 2: [D] 3: [U]}} B! {BEHIND}")
    );
}

#[test]
fn after_a_cancel() {
    let mut play = on_level_1(waits("B"));
    play.run();
    play.cancel();
    queue_all(&mut play);
    play.run();
    assert_eq!(
        play.told(),
        format!(
            "A A. B [waiting] B! [cancel: true] {{0: [successor, P] 1: [sibling] 2: [D] 3: [U]}} {BEHIND}"
        )
    );
}

#[test]
fn after_the_start_limit() {
    let mut play = on_level_1(just("B"));
    play.phases = std::mem::take(&mut play.phases).start_limit(2);
    play.run();
    queue_all(&mut play);
    play.run();
    play.run();
    play.run();
    assert_eq!(
        play.told(),
        "A A. B B. [limit: 2] {0: [successor, P] 1: [sibling] 2: [D] 3: [U]} \
         U U. D D. [limit: 2] sibling sibling. successor successor. [limit: 2] P P. [idle]"
    );
}

#[test]
fn after_when_empty_has_supplied_a_phase() {
    let mut play =
        Play { phases: PhaseManager::new().when_empty(|_: &mut Log| waits("T")), log: Log::default() };
    play.run();
    queue_all(&mut play);
    play.cancel();
    play.run();
    assert_eq!(
        play.told(),
        "T [waiting] {0: [P] 1: [D] 2: [U]} T! [cancel: true] U U. D D. P P. T [waiting]"
    );
}
