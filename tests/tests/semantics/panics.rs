//! Panics in every hook, caught around the run: each costs one phase at most, and the game goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, just, suspend, suspends, waits, waits_once};

/// Whether calling this panics.
fn panics<R>(call: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_err()
}

fn queue_all(guard: &mut EndGuard<'_, Act>) {
    guard.push(just("P"));
    guard.unshift(just("U"));
    guard.defer(just("D"));
}

const REST: &str = "U U. D D. B B. P P. [idle]";

#[test]
fn in_start() {
    let mut play = Play::of([
        act("A", |mut guard| {
            queue_all(&mut guard);
            panic!("in start")
        }),
        just("B"),
    ]);
    play.run();
    play.waiting();
    play.levels();
    play.run();
    assert_eq!(play.told(), format!("A [panic] (nothing waits) {{0: [B, P] 1: [D] 2: [U]}} A! {REST}"));
}

#[test]
fn in_update() {
    let mut play = Play::of([
        waits("A").update(|mut guard| {
            queue_all(&mut guard);
            panic!("in update")
        }),
        just("B"),
    ]);
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), format!("A [waiting] A~ [panic] A! {REST}"));
}

#[test]
fn in_on_end_the_phase_is_told_nothing_more() {
    let on_end = |_: &mut Log, queue: &mut Queue<'_, Act>| {
        queue.unshift(just("U"));
        panic!("in on_end")
    };
    let mut play =
        Play::of([just("A").on_end(on_end), waits_once("B").on_end(on_end), suspends("C").on_end(on_end)]);
    for _ in 0..4 {
        play.run();
    }
    play.log.end_ticket();
    play.run();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [panic] U U. B [waiting] B~ B. [panic] U U. C [waiting] <ok> C. [panic] U U. [idle]"
    );
}

#[test]
fn in_on_cancel_of_a_phase_that_failed() {
    let mut play =
        Play::of([act("A", |guard| guard.fail("no")).on_cancel(|_| panic!("in on_cancel")), just("B")]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A A! [panic] B B. [idle]");
}

#[test]
fn in_on_cancel_of_a_phase_that_is_cancelled() {
    let mut play = Play::of([waits("A").on_cancel(|_| panic!("in on_cancel")), just("B")]);
    play.run();
    assert!(panics(|| play.phases.cancel(&mut play.log)));
    play.cancel();
    play.run();
    assert_eq!(play.told(), "A [waiting] A! [cancel: false] B B. [idle]");
}

#[test]
fn in_on_cancel_of_a_phase_that_panicked() {
    let mut play =
        Play::of([act("A", |_| panic!("in start")).on_cancel(|_| panic!("in on_cancel")), just("B")]);
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), "A [panic] A! [panic] B B. [idle]");
}

#[test]
fn in_on_cancel_of_a_parked_phase_the_other_parked_ones_are_told_by_the_next_call() {
    let mut play = Play::of([suspends("outer")]);
    play.run();
    play.phases.interrupt(suspends("inner").on_cancel(|_| panic!("in on_cancel")));
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.queue.clear();
        guard.unshift(just("U"));
        guard.end()
    }));
    play.run();
    play.run();
    assert_eq!(play.told(), "outer [waiting] inner [waiting] I inner! [panic] outer! I. U U. [idle]");
}

#[test]
fn in_on_cancel_of_a_parked_phase_during_a_clear_from_outside() {
    let mut play = Play::of([suspends("outer")]);
    play.run();
    play.phases.interrupt(suspends("inner").on_cancel(|_| panic!("in on_cancel")));
    play.run();
    play.phases.interrupt(just("I"));
    assert!(panics(|| play.phases.clear(&mut play.log)));
    play.run();
    assert_eq!(play.told(), "outer [waiting] inner [waiting] inner! outer! [idle]");
}

#[test]
fn in_when_empty() {
    let broken = AtomicBool::new(true);
    let supply = move |_: &mut Log| {
        assert!(!broken.swap(false, Ordering::Relaxed), "in when_empty");
        waits("T")
    };
    let mut play = Play { phases: PhaseManager::new().when_empty(supply), log: Log::default() };
    play.phases.push(just("A"));
    play.run();
    play.run();
    assert_eq!(play.told(), "A A. [panic] T [waiting]");
}

#[test]
fn the_next_call_that_has_the_world_tells_the_phase() {
    type Call = fn(&mut Play);
    let calls: [(Call, &str); 4] = [
        (Play::step, "A [panic] A! B B. [ended]"),
        (Play::cancel, "A [panic] A! [cancel: false]"),
        (Play::cancel_tree, "A [panic] A! [cancel_tree: false]"),
        (Play::clear, "A [panic] A! [clear]"),
    ];
    for (call, told) in calls {
        let mut play = Play::of([act("A", |_| panic!("in start")), just("B")]);
        play.run();
        call(&mut play);
        assert_eq!(play.told(), told);
    }
}

#[test]
fn a_cancel_after_a_panic_leaves_what_was_queued() {
    let mut play = Play::of([
        act("A", |mut guard| {
            queue_all(&mut guard);
            panic!("in start")
        }),
        just("B"),
    ]);
    play.run();
    play.cancel_tree();
    play.run();
    assert_eq!(play.told(), format!("A [panic] A! [cancel_tree: false] {REST}"));
}

#[test]
fn an_interrupt_after_a_panic_stands_above_what_was_queued() {
    let mut play = Play::of([
        act("A", |mut guard| {
            queue_all(&mut guard);
            panic!("in start")
        }),
        just("B"),
    ]);
    play.run();
    play.phases.interrupt(just("I"));
    play.run();
    assert_eq!(play.told(), format!("A [panic] A! I I. {REST}"));
}

#[test]
fn after_the_ticket_was_handed_out() {
    let mut play = Play::of([
        act("A", |guard| {
            drop(suspend(guard));
            panic!("after the ticket was handed out")
        }),
        act("B", |guard| {
            guard.suspend(|log, ticket| {
                log.tickets.push(ticket);
                panic!("while the ticket is handed out")
            })
        }),
        just("C"),
    ]);
    play.run();
    play.log.end_ticket();
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [panic] <stale> A! B [panic] <stale> B! C C. [idle]");
}

#[test]
fn of_an_interrupter_leaves_the_parked_phase() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.unshift(just("U"));
        panic!("in start")
    }));
    play.run();
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "W [waiting] I [panic] I! U U. [waiting] <ok> W. B B. [idle]");
}

/// A phase on each of two levels and on level 0.
fn three_levels() -> Play {
    let mut play = Play::default();
    for name in ["P1", "P2"] {
        play.phases.push(just(name));
    }
    for name in ["D1", "D2"] {
        play.phases.defer(just(name));
    }
    for name in ["U1", "U2"] {
        play.phases.unshift(just(name));
    }
    play
}

#[test]
fn in_the_predicate_of_a_look_up_nothing_is_taken_out() {
    type LookUp = fn(&mut PhaseManager<Log>, &mut dyn FnMut(&Act) -> bool) -> bool;
    let look_ups: [LookUp; 6] = [
        |phases, matches| phases.contains::<Act>(matches),
        |phases, matches| phases.find::<Act>(matches).is_some(),
        |phases, matches| phases.find_mut::<Act>(matches).is_some(),
        |phases, matches| phases.remove::<Act>(matches).is_some(),
        |phases, matches| phases.replace::<Act, _>(matches, just("new")).is_ok(),
        |phases, matches| phases.remove_all::<Act>(|act| !matches(act)) > 0,
    ];
    for look_up in look_ups {
        let mut play = three_levels();
        assert!(panics(|| look_up(&mut play.phases, &mut |act: &Act| {
            assert_ne!(act.name, "D2", "in the predicate");
            false
        })));
        play.levels();
        assert_eq!((play.phases.len(), play.told().as_str()), (6, "{0: [P1, P2] 1: [D1, D2] 2: [U1, U2]}"));
    }
}

#[test]
fn in_a_predicate_inside_a_phase() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.queue.remove_all::<Act>(|_| panic!("in the predicate"));
            guard.end()
        }),
        just("B"),
    ]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A [panic] A! B B. [idle]");
}
