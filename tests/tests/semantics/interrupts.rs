//! Interrupts: what is set aside, what runs first, and on which level.

use crate::play::{Act, Log, Play, act, end, just, suspends, unshifts, waits, waits_once};

/// A phase that unshifts and defers.
fn family(name: &'static str, unshifted: &'static str, deferred: &'static str) -> Act {
    act(name, move |mut guard| {
        guard.defer(just(deferred));
        guard.unshift(just(unshifted));
        guard.end()
    })
}

#[test]
fn the_interrupter_with_all_that_it_queues_runs_before_the_parked_phase_waits_on() {
    let mut play = Play::of([
        act("W", |mut guard| {
            guard.unshift(just("own"));
            guard.defer(just("own deferred"));
            guard.wait()
        })
        .update(end),
        just("B"),
    ]);
    play.run();
    play.phases.interrupt(family("I", "U", "D"));
    play.levels();
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "W [waiting] {0: [B] 1: [own deferred] 2: [own] 3: [I]} \
         I I. [ended] {0: [B] 1: [own deferred] 2: [own] 4: [D] 5: [U]} \
         U U. D D. W~ W. own own. own deferred own deferred. B B. [idle]"
    );
}

#[test]
fn what_an_interrupter_pushes_stays_on_level_0() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.push(just("P"));
        guard.end()
    }));
    play.run();
    play.levels();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "W [waiting] I I. [waiting] {0: [B, P]} <ok> W. B B. P P. [idle]");
}

#[test]
fn over_a_phase_deep_in_the_tree() {
    let mut play = Play::of([act("A", |mut guard| {
        guard.unshift(waits_once("W"));
        guard.unshift(just("sibling"));
        guard.end()
    })]);
    play.run();
    play.phases.interrupt(family("I", "U", "D"));
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. W [waiting] {1: [sibling] 2: [I]} I I. U U. D D. W~ W. sibling sibling. [idle]"
    );
}

#[test]
fn two_in_a_row_run_the_second_first() {
    let mut play = Play::of([waits("W"), just("B")]);
    play.run();
    play.phases.interrupt(family("I1", "U1", "D1"));
    play.phases.interrupt(family("I2", "U2", "D2"));
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "W [waiting] {0: [B] 1: [I1] 2: [I2]} I2 I2. U2 U2. D2 D2. I1 I1. U1 U1. D1 D1. W~ [waiting]"
    );
}

#[test]
fn of_an_interrupter_that_waits() {
    let mut play = Play::of([suspends("W1"), just("B")]);
    play.run();
    play.phases.interrupt(suspends("W2"));
    play.run();
    play.phases.interrupt(suspends("W3"));
    play.run();
    play.waiting();
    play.log.tickets.reverse();
    for _ in 0..3 {
        play.log.end_ticket();
        play.run();
        play.waiting();
    }
    assert_eq!(
        play.told(),
        "W1 [waiting] W2 [waiting] W3 [waiting] (W3 waits, 0) <ok> W3. [waiting] (W2 waits, 0) \
         <ok> W2. [waiting] (W1 waits, 0) <ok> W1. B B. [idle] (nothing waits)"
    );
}

#[test]
fn with_nothing_waiting_it_stands_above_everything_all_the_same() {
    let mut play = Play::of([family("A", "U", "D"), just("B")]);
    play.step();
    play.phases.interrupt(family("I", "V", "E"));
    play.phases.interrupt(just("J"));
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] {0: [B] 1: [D] 2: [U] 3: [I] 4: [J]} J J. I I. V V. E E. U U. D D. B B. [idle]"
    );
}

#[test]
fn on_a_new_manager() {
    let mut play = Play::of([just("A")]);
    play.phases.interrupt(just("I"));
    play.levels();
    play.run();
    assert_eq!(play.told(), "{0: [A] 1: [I]} I I. A A. [idle]");
}

#[test]
fn what_is_queued_from_outside_after_the_interrupt_belongs_to_the_parked_phase() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(just("I"));
    play.phases.unshift(just("U"));
    play.phases.defer(just("D"));
    play.phases.push(just("P"));
    play.levels();
    play.run();
    play.levels();
    play.log.end_ticket();
    play.run();
    assert_eq!(
        play.told(),
        "W [waiting] {0: [B, P] 1: [D] 2: [U] 3: [I]} I I. [waiting] {0: [B, P] 1: [D] 2: [U]} \
         <ok> W. U U. D D. B B. P P. [idle]"
    );
}

#[test]
fn what_is_queued_from_outside_while_the_interrupter_waits_belongs_to_it() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(suspends("I"));
    play.run();
    play.phases.unshift(just("U"));
    play.phases.defer(just("D"));
    play.levels();
    play.log.tickets.reverse();
    play.log.end_ticket();
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(
        play.told(),
        "W [waiting] I [waiting] {0: [B] 2: [D] 3: [U]} <ok> I. U U. D D. [waiting] <ok> W. B B. [idle]"
    );
}

#[test]
fn after_the_interrupter_the_parked_phase_queues_behind_what_it_had_queued() {
    let mut play = Play::of([
        act("W", |mut guard| {
            guard.unshift(just("U1"));
            guard.wait()
        })
        .update(|mut guard| {
            guard.unshift(just("U2"));
            guard.defer(just("D"));
            guard.end()
        }),
        just("B"),
    ]);
    play.run();
    play.phases.interrupt(unshifts("I", &["V"]));
    play.run();
    assert_eq!(play.told(), "W [waiting] I I. V V. W~ W. U1 U1. U2 U2. D D. B B. [idle]");
}

#[test]
fn what_is_queued_from_outside_once_the_interrupter_has_ended_runs_before_the_parked_phase() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(just("I"));
    play.step();
    play.phases.unshift(just("U"));
    play.levels();
    play.run();
    assert_eq!(play.told(), "W [waiting] I I. [ended] {0: [B] 2: [U]} U U. [waiting]");
}

#[test]
fn the_parked_phase_waits_on_after_an_interrupter_that_was_removed() {
    let mut play = Play::of([waits("W"), just("B")]);
    play.run();
    play.phases.interrupt(just("I"));
    assert!(play.phases.remove::<Act>(|act| act.name == "I").is_some());
    play.levels();
    play.run();
    play.waiting();
    assert_eq!(play.told(), "W [waiting] {0: [B]} W~ [waiting] (W waits, 1)");
}

#[test]
fn after_an_interrupter_that_failed_or_was_cancelled() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(act("I1", |mut guard| {
        guard.unshift(just("U"));
        guard.fail("no")
    }));
    play.run();
    play.run();
    play.phases.interrupt(waits("I2"));
    play.run();
    play.cancel();
    play.run();
    play.waiting();
    assert_eq!(
        play.told(),
        "W [waiting] I1 I1! [failed: no] U U. [waiting] I2 [waiting] I2! [cancel: true] [waiting] (W waits, 0)"
    );
}

#[test]
fn the_parked_phase_is_not_found_and_keeps_what_it_has_queued() {
    let mut play = Play::of([act("W", |mut guard| {
        guard.unshift(just("child"));
        guard.wait()
    })]);
    play.run();
    play.phases.interrupt(act("I", |guard| {
        let parked = guard.queue.contains::<Act>(|act| act.name == "W");
        let child = guard.queue.contains::<Act>(|act| act.name == "child");
        guard.world.note(format!("(W: {parked}, child: {child})"));
        guard.end()
    }));
    play.step();
    play.levels();
    assert_eq!(play.told(), "W [waiting] I (W: false, child: true) I. [ended] {1: [child]}");
}

#[test]
fn ten_thousand_deep() {
    let mut play = Play::of([suspends("W")]);
    play.run();
    for _ in 0..10_000 {
        play.phases.interrupt(suspends("I"));
        play.run();
    }
    let mut log = Log::default();
    while let Some(ticket) = play.log.tickets.pop() {
        ticket.end().expect("the phase is there");
        play.phases.run(&mut log).expect("nothing fails");
    }
    let ends = log.told();
    assert!(ends.starts_with("I. I. ") && ends.ends_with(" I. W."));
    assert_eq!(ends.split(' ').count(), 10_001);
}
