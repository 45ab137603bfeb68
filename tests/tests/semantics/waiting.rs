//! Phases that wait to be updated.

use crate::play::{Act, Play, act, end, just, suspends, unshifts, waits, waits_once};

/// A phase that ends in that update.
fn waits_for(name: &'static str, updates: u32) -> Act {
    let mut left = updates;
    waits(name).update(move |guard| {
        left -= 1;
        if left == 0 { guard.end() } else { guard.wait() }
    })
}

#[test]
fn one_update_a_run_and_none_in_the_run_that_starts_it() {
    let mut play = Play::of([just("A"), waits_for("W", 3), just("B")]);
    for _ in 0..5 {
        play.run();
    }
    assert_eq!(play.told(), "A A. W [waiting] W~ [waiting] W~ [waiting] W~ W. B B. [idle] [idle]");
}

#[test]
fn a_phase_that_starts_waiting_ends_the_run() {
    let mut play = Play::of([waits_once("A"), waits_once("B"), just("C")]);
    for _ in 0..3 {
        play.run();
    }
    assert_eq!(play.told(), "A [waiting] A~ A. B [waiting] B~ B. C C. [idle]");
}

#[test]
fn what_an_update_queues_waits_for_the_end() {
    let mut updates = 0;
    let mut play = Play::of([
        waits("W").update(move |mut guard| {
            updates += 1;
            guard.unshift(just(if updates == 1 { "U1" } else { "U2" }));
            guard.defer(just("D"));
            if updates == 2 { guard.end() } else { guard.wait() }
        }),
        just("B"),
    ]);
    play.run();
    play.run();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "W [waiting] W~ [waiting] {0: [B] 1: [D] 2: [U1]} W~ W. U1 U1. U2 U2. D D. D D. B B. [idle]"
    );
}

#[test]
fn the_count_of_updates() {
    let mut play = Play::of([waits_for("A", 2), waits("B")]);
    play.waiting();
    for _ in 0..4 {
        play.run();
        play.waiting();
    }
    assert_eq!(
        play.told(),
        "(nothing waits) A [waiting] (A waits, 0) A~ [waiting] (A waits, 1) A~ A. B [waiting] (B waits, 0) \
         B~ [waiting] (B waits, 1)"
    );
}

#[test]
fn a_suspended_phase_is_not_updated() {
    let mut play = Play::of([suspends("S")]);
    play.run();
    play.run();
    play.waiting();
    assert_eq!(play.told(), "S [waiting] [waiting] (S waits, 0)");
    assert_eq!(play.phases.waiting().map(|waiting| (waiting.name, waiting.suspended)), Some(("Act", true)));
}

#[test]
fn a_parked_phase_gets_one_update_when_it_comes_back_and_keeps_its_count() {
    let mut play = Play::of([waits("W"), just("B")]);
    play.run();
    play.run();
    play.phases.interrupt(unshifts("I", &["U"]));
    play.waiting();
    play.run();
    play.waiting();
    play.run();
    play.waiting();
    assert_eq!(
        play.told(),
        "W [waiting] W~ [waiting] (nothing waits) I I. U U. W~ [waiting] (W waits, 2) W~ [waiting] (W waits, 3)"
    );
}

#[test]
fn a_run_updates_one_phase_that_ends_and_the_parked_one_below_it() {
    let mut play = Play::of([waits("W")]);
    play.run();
    play.phases.interrupt(waits_once("I"));
    play.run();
    play.run();
    assert_eq!(play.told(), "W [waiting] I [waiting] I~ I. W~ [waiting]");
}

#[test]
fn a_run_with_another_world_updates_the_phase_in_that_one() {
    let mut play = Play::of([waits_once("A"), just("B")]);
    play.run();
    let first = std::mem::take(&mut play.log);
    play.run();
    assert_eq!((first.told().as_str(), play.told().as_str()), ("A [waiting]", "A~ A. B B. [idle]"));
}

#[test]
fn a_cancel_in_another_world_is_told_there() {
    let mut play = Play::of([suspends("A")]);
    play.run();
    let mut first = std::mem::take(&mut play.log);
    play.cancel();
    first.end_ticket();
    assert_eq!((first.told().as_str(), play.told().as_str()), ("A [waiting] <stale>", "A! [cancel: true]"));
}

#[test]
fn the_current_phase_can_be_looked_at() {
    let mut play = Play::of([waits("W")]);
    assert!(play.phases.current().is_none());
    play.run();
    let current = play.phases.current().expect("it waits");
    assert_eq!((current.name(), current.is::<Act>()), ("Act", true));
    assert_eq!(current.downcast_ref::<Act>().map(|act| act.name), Some("W"));
    play.phases.interrupt(just("I"));
    assert!(play.phases.current().is_none());
}

#[test]
fn the_waiting_phase_is_found_by_no_look_up() {
    let mut play = Play::of([waits("W"), act("B", end)]);
    play.run();
    assert!(!play.phases.contains::<Act>(|act| act.name == "W"));
    assert_eq!((play.phases.len(), play.phases.remove_all::<Act>(|_| true)), (1, 1));
    play.waiting();
    assert_eq!(play.told(), "W [waiting] (W waits, 0)");
}
