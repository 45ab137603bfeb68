//! The race for the wake-up: a ticket ends or is dropped while the task is about to fall asleep.

use std::sync::Arc;
use std::task::Poll;

use phase_core::prelude::*;

use crate::errand::{Log, errand, manager};
use crate::ringing::{Act, Alarm, Desk, Ender};

const ROUNDS: usize = 10_000;

/// Plays a game of one suspended phase many times, and checks how it ends.
///
/// `play` is to get the run done. The ticket ends or drops at about the same time: the signal is given in `start`, or
/// else by `play`, which also gets the number of the round.
fn race(
    in_start: bool,
    mut play: impl FnMut(&mut PhaseManager<Log>, &mut Log, &Desk, usize) -> Result<RunStatus, RunError>,
) {
    let ender = Ender::new();
    for round in 0..ROUNDS {
        let act = if round % 3 == 0 { Act::Drop } else { Act::End };
        let desk = ender.desk().clone();
        let mut phases = manager([errand("A", move |ticket| {
            desk.bring(ticket, act);
            if in_start {
                desk.signal();
            }
        })]);
        let mut log = Log::new();
        let outcome = play(&mut phases, &mut log, ender.desk(), round);
        let of_ticket = ender.outcome();
        match act {
            Act::End => {
                assert_eq!(of_ticket, Some(Ok(())));
                assert_eq!(outcome.unwrap(), RunStatus::Idle);
                assert_eq!(log, ["A", "A."]);
            }
            Act::Drop => {
                assert!(matches!(outcome, Err(RunError::Abandoned { phase: "Errand", .. })));
                assert_eq!(log, ["A", "A!"]);
            }
        }
    }
}

#[test]
fn against_the_first_poll() {
    let alarm = Arc::new(Alarm::default());
    race(true, |phases, log, _, _| alarm.block_on(phases.run_async(log)));
}

#[test]
fn against_a_later_poll() {
    let alarm = Arc::new(Alarm::default());
    race(false, |phases, log, desk, _| {
        assert_eq!(phases.run(log).unwrap(), RunStatus::Waiting);
        desk.signal();
        alarm.block_on(phases.run_async(log))
    });
}

/// The task that polled first is of no interest any more: the one that polled last has to be woken.
#[test]
fn against_a_poll_by_another_task() {
    race(false, |phases, log, desk, _| {
        let (first, second) = (Arc::new(Alarm::default()), Arc::new(Alarm::default()));
        assert!(first.poll(phases.run_async(log)).is_pending());
        desk.signal();
        second.block_on(phases.run_async(log))
    });
}

/// Polls in a row, each by a task of its own, of which only the last one goes to sleep.
#[test]
fn against_many_polls() {
    race(false, |phases, log, desk, round| {
        assert_eq!(phases.run(log).unwrap(), RunStatus::Waiting);
        desk.signal();
        for _ in 0..round % 7 {
            if let Poll::Ready(outcome) = Arc::new(Alarm::default()).poll(phases.run_async(log)) {
                return outcome;
            }
        }
        Arc::new(Alarm::default()).block_on(phases.run_async(log))
    });
}

/// A chain of suspended phases, each of which ends while the one before it has just woken the task.
#[test]
fn in_a_chain() {
    let ender = Ender::new();
    let alarm = Arc::new(Alarm::default());
    let mut phases = PhaseManager::new();
    for _ in 0..ROUNDS {
        let desk = ender.desk().clone();
        phases.push(errand("A", move |ticket| {
            desk.bring(ticket, Act::End);
            desk.signal();
        }));
    }
    let mut log = Log::new();
    assert_eq!(alarm.block_on(phases.run_async(&mut log)).unwrap(), RunStatus::Idle);
    assert_eq!(log.len(), 2 * ROUNDS);
    assert!((0..ROUNDS).all(|_| ender.outcome() == Some(Ok(()))));
}
