//! Races for one phase: its ticket ends it, and the host does something else with it at the same time.
//!
//! Whoever loses is told so, and the phase gets either its `on_end` or its `on_cancel`.

use phase_core::prelude::*;

use crate::errand::{Log, errand, just, manager, told};
use crate::ringing::{Act, Ender};

const ROUNDS: usize = 5_000;

/// Suspends a phase many times, has its ticket ended, and does something else with the manager just then.
///
/// `check` is given what became of the ticket, and the transcript: whichever way the race went, they have to fit.
fn race(
    mut meddle: impl FnMut(PhaseManager<Log>, &mut Log),
    mut check: impl FnMut(Result<(), StaleTicket>, &str),
) {
    let ender = Ender::new();
    for _ in 0..ROUNDS {
        let desk = ender.desk().clone();
        let suspended = errand("A", move |ticket| desk.bring(ticket, Act::End));
        let mut phases = manager([suspended, just("B")]);
        let mut log = Log::new();
        assert_eq!(phases.run(&mut log).unwrap(), RunStatus::Waiting);
        ender.desk().signal();
        meddle(phases, &mut log);
        let outcome = ender.outcome().expect("the ticket was ended");
        check(outcome, &log.join(" "));
    }
}

fn cancel(phases: &mut PhaseManager<Log>, log: &mut Log) {
    let did = phases.cancel(log);
    log.push(format!("[cancel: {did}]"));
}

fn run(phases: &mut PhaseManager<Log>, log: &mut Log) {
    let outcome = phases.run(log);
    log.push(told(&outcome));
}

/// A cancel takes a phase that has not been taken down yet, whether its ticket has ended or not.
#[test]
fn end_against_cancel() {
    race(
        |mut phases, log| {
            cancel(&mut phases, log);
            run(&mut phases, log);
        },
        |_, told| assert_eq!(told, "A A! [cancel: true] B B. [idle]"),
    );
}

#[test]
fn end_against_a_run_and_a_cancel() {
    race(
        |mut phases, log| {
            run(&mut phases, log);
            cancel(&mut phases, log);
            run(&mut phases, log);
        },
        |ended, told| match told {
            "A A. B B. [idle] [cancel: false] [idle]" => assert_eq!(ended, Ok(())),
            "A [waiting] A! [cancel: true] B B. [idle]" => {}
            other => panic!("{other}, {ended:?}"),
        },
    );
}

#[test]
fn end_against_the_clear_of_the_parked_phase() {
    race(
        |mut phases, log| {
            phases.interrupt(just("I"));
            phases.clear(log);
            run(&mut phases, log);
        },
        |_, told| assert_eq!(told, "A A! [idle]"),
    );
}

#[test]
fn end_against_the_drop_of_the_manager() {
    race(|phases, _| drop(phases), |_, told| assert_eq!(told, "A"));
}

/// An interrupt loses nothing: the end is found when the phase comes back.
#[test]
fn end_against_interrupt() {
    race(
        |mut phases, log| {
            phases.interrupt(just("I"));
            while phases.run(log).unwrap() == RunStatus::Waiting {
                std::thread::yield_now();
            }
        },
        |ended, told| {
            assert_eq!(ended, Ok(()));
            assert_eq!(told, "A I I. A. B B.");
        },
    );
}

/// What was written before the end is there to be read after it.
#[test]
fn what_comes_before_the_end_is_seen_after_it() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    let written = Arc::new(AtomicUsize::new(0));
    let (tickets, incoming) = std::sync::mpsc::channel::<Ticket>();
    let writer = Arc::clone(&written);
    let ender = thread::spawn(move || {
        for (round, ticket) in incoming.into_iter().enumerate() {
            writer.store(round + 1, Ordering::Relaxed);
            ticket.end().expect("it is live");
        }
    });
    let mut log = Log::new();
    for round in 0..ROUNDS {
        let tickets = tickets.clone();
        let mut phases = manager([errand("A", move |ticket| tickets.send(ticket).unwrap())]);
        while phases.run(&mut log).unwrap() == RunStatus::Waiting {
            thread::yield_now();
        }
        assert_eq!(written.load(Ordering::Relaxed), round + 1);
    }
    drop(tickets);
    ender.join().unwrap();
}
