//! `clear`: what goes, what stays, and when parked phases hear of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

use crate::play::{Act, Bomb, Log, Play, act, end, just, suspend, suspends, waits, waits_once};

/// Queues one phase each way, as the running phase.
fn queue_all(guard: &mut EndGuard<'_, Act>) {
    guard.push(just("P"));
    guard.unshift(just("U"));
    guard.defer(just("D"));
}

/// Two suspended phases, each interrupted by the next, and then by this one.
fn parked_below(interrupter: Act) -> Play {
    let mut play = Play::of([suspends("outer"), just("gone")]);
    play.run();
    play.phases.interrupt(suspends("inner"));
    play.run();
    play.phases.interrupt(interrupter);
    play
}

#[test]
fn in_start_everything_queued_goes_and_the_phase_goes_on_from_level_0() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.defer(just("D of A"));
            guard.unshift(act("B", |mut guard| {
                queue_all(&mut guard);
                assert_eq!(guard.queue.current_level(), 2);
                guard.queue.clear();
                assert_eq!((guard.queue.current_level(), guard.queue.len()), (0, 0));
                guard.unshift(just("U2"));
                guard.push(just("P2"));
                guard.defer(just("D2"));
                guard.end()
            }));
            guard.end()
        }),
        just("Z"),
    ]);
    play.step();
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] B B. [ended] {0: [P2] 1: [D2] 2: [U2]} U2 U2. D2 D2. P2 P2. [idle]"
    );
}

#[test]
fn in_update() {
    let mut play = Play::of([
        waits("A").update(|mut guard| {
            guard.queue.clear();
            queue_all(&mut guard);
            guard.end()
        }),
        just("Z"),
    ]);
    play.run();
    play.phases.unshift(just("Y"));
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A. U U. D D. P P. [idle]");
}

#[test]
fn in_on_end() {
    let mut play = Play::of([
        act("A", |mut guard| {
            queue_all(&mut guard);
            guard.end()
        })
        .on_end(|_, queue| {
            queue.clear();
            queue.unshift(just("U2"));
        }),
        just("Z"),
    ]);
    play.run();
    assert_eq!(play.told(), "A A. U2 U2. [idle]");
}

#[test]
fn from_outside_the_waiting_phase_stays_and_goes_on_from_level_0() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.unshift(waits("B").update(|mut guard| {
                queue_all(&mut guard);
                guard.wait()
            }));
            guard.end()
        }),
        just("Z"),
    ]);
    play.run();
    play.clear();
    play.waiting();
    play.run();
    play.levels();
    assert_eq!(play.told(), "A A. B [waiting] [clear] (B waits, 0) B~ [waiting] {0: [P] 1: [D] 2: [U]}");
}

#[test]
fn from_outside_between_steps() {
    let mut play = Play::of([
        act("A", |mut guard| {
            queue_all(&mut guard);
            guard.end()
        }),
        just("Z"),
    ]);
    play.step();
    play.clear();
    play.phases.defer(just("D2"));
    play.levels();
    play.run();
    assert_eq!(play.told(), "A A. [ended] [clear] {1: [D2]} D2 D2. [idle]");
}

#[test]
fn of_nothing() {
    let mut play = Play::default();
    play.clear();
    play.run();
    assert_eq!(play.told(), "[clear] [idle]");
}

#[test]
fn inside_an_interrupter_parked_phases_go_innermost_first_once_it_has_given_its_flow() {
    let mut play = parked_below(act("I", |mut guard| {
        guard.queue.clear();
        guard.unshift(just("U"));
        guard.world.note("(cleared)");
        guard.end()
    }));
    play.run();
    play.log.end_ticket();
    play.log.end_ticket();
    assert_eq!(
        play.told(),
        "outer [waiting] inner [waiting] I (cleared) inner! outer! I. U U. [idle] <stale> <stale>"
    );
}

#[test]
fn inside_an_interrupter_that_fails() {
    let mut play = parked_below(act("I", |mut guard| {
        guard.queue.clear();
        guard.fail("no")
    }));
    play.run();
    play.run();
    assert_eq!(play.told(), "outer [waiting] inner [waiting] I inner! outer! I! [failed: no] [idle]");
}

#[test]
fn inside_an_interrupter_that_waits() {
    let mut play = parked_below(
        act("I", |mut guard| {
            guard.queue.clear();
            guard.wait()
        })
        .update(end),
    );
    play.run();
    play.run();
    assert_eq!(play.told(), "outer [waiting] inner [waiting] I inner! outer! [waiting] I~ I. [idle]");
}

#[test]
fn inside_an_interrupter_that_is_suspended() {
    let mut play = parked_below(act("I", |mut guard| {
        guard.queue.clear();
        suspend(guard)
    }));
    play.run();
    for _ in 0..3 {
        play.log.end_ticket();
    }
    play.run();
    assert_eq!(
        play.told(),
        "outer [waiting] inner [waiting] I inner! outer! [waiting] <stale> <stale> <ok> I. [idle]"
    );
}

#[test]
fn inside_an_interrupter_that_panics() {
    let mut play = parked_below(act("I", |mut guard| {
        guard.queue.clear();
        panic!("after the clear")
    }));
    play.run();
    play.phases.push(just("next"));
    play.run();
    assert_eq!(play.told(), "outer [waiting] inner [waiting] I [panic] I! inner! outer! next next. [idle]");
}

#[test]
fn in_on_end_of_an_interrupter() {
    let mut play = parked_below(just("I").on_end(|log, queue| {
        queue.clear();
        log.note("(cleared)");
    }));
    play.run();
    assert_eq!(play.told(), "outer [waiting] inner [waiting] I I. (cleared) inner! outer! [idle]");
}

#[test]
fn in_update_of_a_parked_phase_that_is_back() {
    let mut play = Play::of([suspends("outer"), just("gone")]);
    play.run();
    play.phases.interrupt(waits("inner").update(|mut guard| {
        guard.queue.clear();
        guard.wait()
    }));
    play.run();
    play.phases.interrupt(just("I"));
    play.run();
    play.waiting();
    assert_eq!(play.told(), "outer [waiting] inner [waiting] I I. inner~ outer! [waiting] (inner waits, 1)");
}

#[test]
fn from_outside_parked_phases_go_at_once_and_the_waiting_one_stays() {
    let mut play = parked_below(waits_once("I"));
    play.run();
    play.clear();
    play.waiting();
    play.run();
    assert_eq!(
        play.told(),
        "outer [waiting] inner [waiting] I [waiting] inner! outer! [clear] (I waits, 0) I~ I. [idle]"
    );
}

#[test]
fn from_outside_an_interrupter_that_has_not_started_is_queued_and_goes() {
    let mut play = parked_below(just("I"));
    play.clear();
    play.waiting();
    play.run();
    assert_eq!(play.told(), "outer [waiting] inner [waiting] inner! outer! [clear] (nothing waits) [idle]");
}

#[test]
fn a_parked_phase_finds_its_ticket_stale_when_it_is_told() {
    let mut play = Play::of([suspends("W").on_cancel(Log::end_ticket)]);
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.queue.clear();
        guard.end()
    }));
    play.run();
    assert_eq!(play.told(), "W [waiting] I W! <stale> I. [idle]");
}

#[test]
fn when_empty_supplies_the_next_phase_after_a_clear() {
    let mut play =
        Play { phases: PhaseManager::new().when_empty(|_: &mut Log| waits("T")), log: Log::default() };
    play.phases.push(act("A", |mut guard| {
        queue_all(&mut guard);
        guard.queue.clear();
        guard.end()
    }));
    play.run();
    assert_eq!(play.told(), "A A. T [waiting]");
}

#[test]
fn a_phase_parked_after_a_clear_in_which_a_drop_panicked_is_no_part_of_the_clear() {
    let bomb = Bomb;
    let mut play = Play::of([
        waits_once("W"),
        act("bomb", move |guard| {
            let _ = &bomb;
            guard.end()
        }),
    ]);
    play.run();
    let cleared = catch_unwind(AssertUnwindSafe(|| play.clear()));
    assert!(cleared.is_err(), "the drop has panicked");
    play.phases.interrupt(just("menu"));
    play.run();
    play.run();
    assert_eq!(play.told(), "W [waiting] menu menu. W~ W. [idle] [idle]");
}

#[test]
fn phases_parked_before_a_clear_in_which_a_drop_panicked_are_told_once() {
    let bomb = Bomb;
    let mut play = Play::of([
        suspends("outer"),
        act("bomb", move |guard| {
            let _ = &bomb;
            guard.end()
        }),
    ]);
    play.run();
    play.phases.interrupt(waits_once("inner"));
    play.run();
    let cleared = catch_unwind(AssertUnwindSafe(|| play.clear()));
    assert!(cleared.is_err(), "the drop has panicked");
    play.phases.interrupt(just("menu"));
    play.clear();
    play.run();
    assert_eq!(play.told(), "outer [waiting] inner [waiting] outer! inner! [clear] [idle]");
}
