//! `run_with`: the host is called after each phase that has ended.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

use crate::play::{Log, Play, act, end, just, suspends, unshifts, waits, waits_once};

/// Runs, and notes `|` after each phase; breaks after so many of them.
fn run_for(play: &mut Play, most: usize) {
    let mut left = most;
    let status = play.phases.run_with(&mut play.log, |log| {
        log.note("|");
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    play.log.note(match status {
        Ok(status) => format!("[{status:?}]"),
        Err(error) => format!("[{error}]"),
    });
}

fn run(play: &mut Play) {
    run_for(play, usize::MAX);
}

#[test]
fn is_called_after_each_end_and_before_anything_else_starts() {
    let mut play = Play::of([unshifts("A", &["U"]), just("B").on_end(|log, _| log.note("(end of B)"))]);
    run(&mut play);
    assert_eq!(play.told(), "A A. | U U. | B B. (end of B) | [Idle]");
}

#[test]
fn is_called_once_the_phase_is_dropped() {
    use std::sync::Arc;

    let held = Arc::new(());
    let seen = Arc::clone(&held);
    let mut play = Play::of([just("A").on_cancel(move |_| drop(held))]);
    let status = play.phases.run_with(&mut play.log, |_| {
        assert_eq!(Arc::strong_count(&seen), 1);
        ControlFlow::Continue(())
    });
    assert!(matches!(status, Ok(RunStatus::Idle)), "{status:?}");
}

#[test]
fn break_halts_and_the_next_run_goes_on() {
    let mut play = Play::of([unshifts("A", &["U", "V"]), just("B")]);
    run_for(&mut play, 2);
    play.levels();
    run_for(&mut play, 2);
    run(&mut play);
    assert_eq!(play.told(), "A A. | U U. | [Halted] {0: [B] 1: [V]} V V. | B B. | [Halted] [Idle]");
}

#[test]
fn break_and_the_halt_of_a_phase_are_one() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.queue.halt();
            guard.end()
        }),
        just("B"),
    ]);
    run_for(&mut play, 1);
    run(&mut play);
    assert_eq!(play.told(), "A A. | [Halted] B B. | [Idle]");
}

#[test]
fn a_halt_comes_after_the_call() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.queue.halt();
            guard.end()
        }),
        just("B"),
    ]);
    run(&mut play);
    run(&mut play);
    assert_eq!(play.told(), "A A. | [Halted] B B. | [Idle]");
}

#[test]
fn what_waits_has_not_ended() {
    let mut play = Play::of([waits_once("W"), suspends("S"), just("B")]);
    run(&mut play);
    run(&mut play);
    play.log.end_ticket();
    run(&mut play);
    assert_eq!(play.told(), "W [Waiting] W~ W. | S [Waiting] <ok> S. | B B. | [Idle]");
}

#[test]
fn what_fails_is_cancelled_or_abandoned_has_not_ended() {
    let mut play = Play::of([act("F", |guard| guard.fail("no")), suspends("S"), waits("W"), just("B")]);
    run(&mut play);
    run(&mut play);
    play.log.tickets.clear();
    run(&mut play);
    run(&mut play);
    play.cancel();
    run(&mut play);
    assert_eq!(
        play.told(),
        "F F! [phase `F` failed in `start`] S [Waiting] \
         S! [phase `S` was abandoned: its ticket was dropped, so that nothing could end it any more] \
         W [Waiting] W! [cancel: true] B B. | [Idle]"
    );
}

#[test]
fn what_comes_back_from_an_interrupt_and_ends_is_told() {
    let mut play = Play::of([waits_once("W")]);
    run(&mut play);
    play.phases.interrupt(just("I"));
    run(&mut play);
    assert_eq!(play.told(), "W [Waiting] I I. | W~ W. | [Idle]");
}

#[test]
fn a_panic_in_it_loses_nothing() {
    let mut play = Play::of([unshifts("A", &["U"]), just("B")]);
    let run = AssertUnwindSafe(|| play.phases.run_with(&mut play.log, |_| panic!("the engine has a fault")));
    assert!(catch_unwind(run).is_err());
    play.levels();
    play.run();
    assert_eq!(play.told(), "A A. {0: [B] 1: [U]} U U. B B. [idle]");
}

#[test]
fn the_start_limit_counts() {
    let mut play = Play::of([just("A"), just("B"), just("C")]);
    play.phases.set_start_limit(2);
    run(&mut play);
    run(&mut play);
    assert_eq!(
        play.told(),
        "A A. | B B. | [more than 2 phases in one run; the last 2 started were 2 times `Act`] C C. | [Idle]"
    );
}

#[test]
fn a_game_without_end_stops_when_the_host_says_so() {
    let mut phases = PhaseManager::new().when_empty(|_: &mut Log| act("T", end));
    let mut log = Log::default();
    let mut turns = 0;
    let status = phases.run_with(&mut log, |_| {
        turns += 1;
        if turns == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(status, Ok(RunStatus::Halted)), "{status:?}");
    assert_eq!(log.told(), "T T. T T. T T.");
}

/// Queues itself for ever.
#[phase(world = Vec<u32>, unshifts(Self))]
#[derive(Debug)]
struct EchoPhase(u32);

impl Phase for EchoPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(self.0);
        guard.unshift(EchoPhase(self.0 + 1));
        guard.end()
    }
}

#[test]
fn a_break_between_steps_is_no_rest() {
    let mut world = Vec::new();
    let mut phases = PhaseManager::new().start_limit(10);
    phases.push(EchoPhase(1));
    for round in 1..=3 {
        let mut left = 3;
        let rest = phases.steps_with(&mut world, |_| {
            left -= 1;
            if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(rest.unwrap(), None);
        assert_eq!(world.len(), 3 * round);
    }
    let error = phases.steps_with(&mut world, |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, RunError::StartLimit { limit: 10, .. }), "{error}");
    assert_eq!(world.len(), 10);
}

/// Asks for a halt.
#[phase(world = Vec<u32>, leaf)]
#[derive(Debug)]
struct HaltPhase;

impl Phase for HaltPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.queue.halt();
        guard.end()
    }
}

#[test]
fn a_break_between_steps_stands_for_no_halt() {
    let mut phases = PhaseManager::new();
    phases.push(HaltPhase);
    assert_eq!(phases.steps_with(&mut vec![], |_| ControlFlow::Break(())).unwrap(), None);
    assert_eq!(phases.steps_with(&mut vec![], |_| ControlFlow::Break(())).unwrap(), Some(RunStatus::Halted));
    assert_eq!(phases.steps_with(&mut vec![], |_| ControlFlow::Break(())).unwrap(), Some(RunStatus::Idle));
}
