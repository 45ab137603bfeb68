//! Futures that are dropped half way: the game goes on where it was, by whatever call comes next.

use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use phase_core::prelude::*;
use smol::future::{or, poll_once};
use tokio::runtime::Builder;
use tokio::time::timeout;

use crate::errand::{Errand, Log, errand, just, manager, told};
use crate::ringing::watched;

/// A phase whose ticket is to be had here.
fn out(name: &'static str) -> (Errand, Receiver<Ticket>) {
    let (sender, receiver) = channel();
    (errand(name, move |ticket| sender.send(ticket).unwrap()), receiver)
}

/// Polls a run once, and drops it.
fn poll_and_drop(phases: &mut PhaseManager<Log>, log: &mut Log) {
    let polled = smol::block_on(poll_once(phases.run_async(log)));
    log.push(polled.map_or_else(|| "[dropped]".to_owned(), |outcome| told(&outcome)));
}

fn run(phases: &mut PhaseManager<Log>, log: &mut Log) {
    let outcome = phases.run(log);
    log.push(told(&outcome));
}

#[test]
fn before_the_first_poll() {
    watched(|| {
        let mut phases = manager([just("A")]);
        let mut log = Log::new();
        drop(phases.run_async(&mut log));
        assert_eq!((log.len(), phases.len()), (0, 1), "nothing has begun");
        run(&mut phases, &mut log);
        assert_eq!(log.join(" "), "A A. [idle]");
    });
}

#[test]
fn run_goes_on() {
    watched(|| {
        let (a, ticket) = out("A");
        let mut phases = manager([a.with([just("B")]), just("C")]);
        let mut log = Log::new();
        poll_and_drop(&mut phases, &mut log);
        run(&mut phases, &mut log);
        ticket.recv().unwrap().end().expect("the phase is there");
        run(&mut phases, &mut log);
        assert_eq!(log.join(" "), "A [dropped] [waiting] A. B B. C C. [idle]");
    });
}

#[test]
fn another_future_goes_on_and_is_woken() {
    watched(|| {
        let (a, ticket) = out("A");
        let mut phases = manager([a, just("B")]);
        let mut log = Log::new();
        for _ in 0..3 {
            poll_and_drop(&mut phases, &mut log);
        }
        let ticket = ticket.recv().unwrap();
        let ender = thread::spawn(move || {
            thread::sleep(Duration::from_millis(10));
            ticket.end()
        });
        let outcome = pollster::block_on(phases.run_async(&mut log));
        log.push(told(&outcome));
        ender.join().unwrap().expect("the phase is there");
        assert_eq!(log.join(" "), "A [dropped] [dropped] [dropped] A. B B. [idle]");
    });
}

#[test]
fn a_ticket_ended_or_dropped_in_between_is_not_forgotten() {
    watched(|| {
        for ends in [true, false] {
            let (a, ticket) = out("A");
            let mut phases = manager([a, just("B")]);
            let mut log = Log::new();
            poll_and_drop(&mut phases, &mut log);
            let ticket = ticket.recv().unwrap();
            if ends {
                ticket.end().expect("the phase is there");
                poll_and_drop(&mut phases, &mut log);
                assert_eq!(log.join(" "), "A [dropped] A. B B. [idle]");
            } else {
                drop(ticket);
                poll_and_drop(&mut phases, &mut log);
                poll_and_drop(&mut phases, &mut log);
                assert_eq!(log.join(" "), "A [dropped] A! [abandoned] B B. [idle]");
            }
        }
    });
}

#[test]
fn by_a_timeout_and_with_its_runtime_gone() {
    watched(|| {
        let (a, ticket) = out("A");
        let mut phases = manager([a, just("B")]);
        let mut log = Log::new();
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        let run = async { timeout(Duration::from_millis(1), phases.run_async(&mut log)).await };
        assert!(runtime.block_on(run).is_err(), "it is still out");
        drop(runtime);
        ticket.recv().unwrap().end().expect("the phase is there");
        let runtime = Builder::new_multi_thread().worker_threads(2).build().unwrap();
        let log = runtime.block_on(async {
            let task = tokio::spawn(async move {
                let outcome = phases.run_async(&mut log).await;
                log.push(told(&outcome));
                log
            });
            task.await.unwrap()
        });
        assert_eq!(log.join(" "), "A A. B B. [idle]");
    });
}

#[test]
fn by_a_task_that_is_aborted() {
    watched(|| {
        let (a, ticket) = out("A");
        let mut phases = manager([a]);
        let runtime = Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let task = tokio::spawn(async move { phases.run_async(&mut Log::new()).await });
            tokio::task::yield_now().await;
            let ticket = ticket.recv().unwrap();
            assert!(ticket.is_live());
            task.abort();
            assert!(task.await.unwrap_err().is_cancelled());
            assert_eq!(ticket.end(), Err(StaleTicket), "the manager went with the task");
        });
    });
}

/// What the player does while the game sleeps: an event drops the run, interrupts, and runs again.
#[test]
fn by_events_that_interrupt_again_and_again() {
    watched(|| {
        let (a, ticket) = out("A");
        let mut phases = manager([a, just("Z")]);
        let mut log = Log::new();
        let mut parked = Vec::new();
        for name in ["P", "Q", "R"] {
            let event = async { None };
            let outcome = smol::block_on(or(async { Some(phases.run_async(&mut log).await) }, event));
            assert!(outcome.is_none(), "the event comes first");
            let (menu, ticket) = out(name);
            phases.interrupt(menu.with([just("U")]));
            parked.push(ticket);
        }
        poll_and_drop(&mut phases, &mut log);
        ticket.recv().unwrap().end().expect("it may end while it is parked");
        let enders = parked.into_iter().rev().map(|ticket| ticket.recv().unwrap());
        let enders: Vec<_> = enders.collect();
        let ender = thread::spawn(move || {
            for ticket in enders {
                thread::sleep(Duration::from_millis(2));
                ticket.end().expect("it is live");
            }
        });
        let outcome = pollster::block_on(phases.run_async(&mut log));
        log.push(told(&outcome));
        ender.join().unwrap();
        assert_eq!(log.join(" "), "A P Q R [dropped] R. U U. Q. U U. P. U U. A. Z Z. [idle]");
    });
}
