//! Tickets of suspended phases: whenever they are ended or dropped, and wherever.

use std::sync::{Arc, Mutex};
use std::thread;

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, just, suspend, suspends, unshifts};

/// A phase that drops its ticket.
fn drops(guard: EndGuard<'_, Act>) -> Flow<Act> {
    guard.suspend(|_, ticket| drop(ticket))
}

/// A phase that has queued something before it is suspended.
fn parent(then: fn(EndGuard<'_, Act>) -> Flow<Act>) -> Act {
    act("A", move |mut guard| {
        guard.unshift(just("U"));
        then(guard)
    })
}

#[test]
fn ended_in_start_itself() {
    let ends = |guard: EndGuard<'_, Act>| {
        guard.suspend(|log, ticket| {
            assert!(ticket.is_live());
            log.tickets.push(ticket);
            log.end_ticket();
        })
    };
    let mut play = Play::of([parent(ends), just("B")]);
    play.run();
    assert_eq!(play.told(), "A <ok> A. U U. B B. [idle]");
}

#[test]
fn ended_in_update_itself() {
    let mut play = Play::of([
        crate::play::waits("A")
            .update(|guard| guard.suspend(|_, ticket| ticket.end().expect("the phase is there"))),
        just("B"),
    ]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A. B B. [idle]");
}

#[test]
fn ended_after_the_run() {
    let mut play = Play::of([parent(suspend), just("B")]);
    play.run();
    play.run();
    assert!(play.log.tickets[0].is_live());
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] [waiting] <ok> A. U U. B B. [idle]");
}

#[test]
fn an_ended_ticket_ends_the_phase_in_the_next_run_only() {
    let mut play = Play::of([suspends("A")]);
    play.run();
    play.log.end_ticket();
    play.waiting();
    play.phases.unshift(just("U"));
    play.levels();
    play.run();
    assert_eq!(play.told(), "A [waiting] <ok> (A waits, 0) {1: [U]} A. U U. [idle]");
}

#[test]
fn ended_while_parked() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.world.end_ticket();
        guard.unshift(just("U"));
        guard.end()
    }));
    play.run();
    assert_eq!(play.told(), "W [waiting] I <ok> I. U U. W. B B. [idle]");
}

#[test]
fn ended_between_the_interrupt_and_the_run() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(unshifts("I", &["U"]));
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "W [waiting] <ok> I I. U U. W. B B. [idle]");
}

#[test]
fn ended_and_then_interrupted() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.log.end_ticket();
    play.phases.interrupt(just("I"));
    play.run();
    assert_eq!(play.told(), "W [waiting] <ok> I I. W. B B. [idle]");
}

#[test]
fn ended_and_then_cancelled() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.log.end_ticket();
    play.cancel();
    play.run();
    assert_eq!(play.told(), "W [waiting] <ok> W! [cancel: true] B B. [idle]");
}

#[test]
fn dropped_in_start() {
    let mut play = Play::of([parent(drops), just("B")]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A A! [abandoned] U U. B B. [idle]");
}

#[test]
fn dropped_after_the_run() {
    let mut play = Play::of([parent(suspend), just("B")]);
    play.run();
    play.log.tickets.clear();
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A! [abandoned] U U. B B. [idle]");
}

#[test]
fn dropped_while_parked() {
    let mut play = Play::of([parent(suspend), just("B")]);
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.world.tickets.clear();
        guard.unshift(just("V"));
        guard.end()
    }));
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] I I. V V. A! [abandoned] U U. B B. [idle]");
}

#[test]
fn dropped_by_an_update() {
    let mut play = Play::of([crate::play::waits("A").update(drops), just("B")]);
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A! [abandoned] B B. [idle]");
}

#[test]
fn stale_after_a_cancel() {
    let mut play = Play::of([suspends("A"), suspends("B")]);
    play.run();
    play.cancel();
    play.run();
    assert!(!play.log.tickets[0].is_live());
    play.log.end_ticket();
    play.run();
    play.waiting();
    assert_eq!(play.told(), "A [waiting] A! [cancel: true] B [waiting] <stale> [waiting] (B waits, 0)");
}

#[test]
fn stale_after_a_cancel_of_the_tree() {
    let mut play = Play::of([suspends("A")]);
    play.run();
    play.cancel_tree();
    play.log.end_ticket();
    assert_eq!(play.told(), "A [waiting] A! [cancel_tree: true] <stale>");
}

#[test]
fn stale_after_a_clear_while_parked_and_good_after_one_while_waiting() {
    let mut play = Play::of([suspends("W")]);
    play.run();
    play.phases.interrupt(suspends("I"));
    play.run();
    play.clear();
    play.log.end_ticket();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "W [waiting] I [waiting] W! [clear] <stale> <ok> I. [idle]");
}

#[test]
fn stale_after_the_manager_is_dropped_and_no_hook_is_called() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases.interrupt(suspends("I"));
    play.run();
    drop(std::mem::take(&mut play.phases));
    play.log.end_ticket();
    play.log.end_ticket();
    assert_eq!(play.told(), "W [waiting] I [waiting] <stale> <stale>");
}

#[test]
fn stale_after_an_attempt_that_failed_behind_the_suspension() {
    let mut play = Play::of([
        act("A", |guard| {
            guard.attempt(|guard| {
                let _flow = suspend(guard);
                Err("changed its mind".into())
            })
        }),
        just("B"),
    ]);
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A A! [failed: changed its mind] <stale> B B. [idle]");
}

#[test]
fn dropping_a_stale_ticket_changes_nothing() {
    let mut play = Play::of([suspends("A"), suspends("B")]);
    play.run();
    play.cancel();
    play.run();
    drop(play.log.tickets.remove(0));
    play.run();
    assert_eq!(play.told(), "A [waiting] A! [cancel: true] B [waiting] [waiting]");
}

#[test]
fn on_cancel_finds_the_ticket_stale() {
    let mut play = Play::of([suspends("A").on_cancel(Log::end_ticket)]);
    play.run();
    play.cancel();
    assert_eq!(play.told(), "A [waiting] A! <stale> [cancel: true]");
}

#[test]
fn ended_by_another_thread() {
    let mut play = Play::of([suspends("A"), just("B")]);
    play.run();
    let ticket = play.log.tickets.remove(0);
    thread::spawn(move || ticket.end()).join().unwrap().expect("the phase is there");
    play.run();
    assert_eq!(play.told(), "A [waiting] A. B B. [idle]");
}

#[test]
fn ended_by_another_thread_while_start_still_runs() {
    let mut play = Play::of([
        act("A", |guard| {
            guard.suspend(|_, ticket| thread::spawn(move || ticket.end()).join().unwrap().unwrap())
        }),
        just("B"),
    ]);
    play.run();
    assert_eq!(play.told(), "A A. B B. [idle]");
}

#[test]
fn wanted_by_two_threads_one_gets_it() {
    for _ in 0..100 {
        let mut play = Play::of([suspends("A"), suspends("B")]);
        play.run();
        let ticket = Arc::new(Mutex::new(play.log.tickets.pop()));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let ticket = Arc::clone(&ticket);
                thread::spawn(move || {
                    let taken = ticket.lock().unwrap().take();
                    taken.map(|ticket| ticket.end())
                })
            })
            .collect();
        let ended: Vec<_> = threads.into_iter().filter_map(|thread| thread.join().unwrap()).collect();
        assert_eq!(ended, [Ok(())]);
        play.run();
        assert_eq!(play.told(), "A [waiting] A. B [waiting]");
    }
}

#[test]
fn a_race_between_the_end_and_a_cancel_has_one_winner() {
    for _ in 0..200 {
        let mut play = Play::of([suspends("A"), just("B")]);
        play.run();
        let ticket = play.log.tickets.remove(0);
        let ender = thread::spawn(move || ticket.end().is_ok());
        play.cancel();
        ender.join().unwrap();
        play.run();
        assert_eq!(play.told(), "A [waiting] A! [cancel: true] B B. [idle]");
    }
}

#[test]
fn a_ticket_tells_its_phase_and_whether_it_is_live() {
    let mut play = Play::of([suspends("A")]);
    play.run();
    assert_eq!(format!("{:?}", play.log.tickets[0]), r#"Ticket { phase: "Act", live: true }"#);
    play.cancel();
    assert_eq!(format!("{:?}", play.log.tickets[0]), r#"Ticket { phase: "Act", live: false }"#);
    assert_eq!(
        StaleTicket.to_string(),
        "the ticket is stale: its phase is gone, or waits for it no more, so nothing was ended"
    );
}
