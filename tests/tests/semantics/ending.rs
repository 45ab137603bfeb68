//! How a phase ends, what comes next, and what a run and a step come to.

use std::sync::{Arc, Mutex};

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, just, suspend, suspends, unshifts, waits, waits_once};

#[test]
fn on_end_runs_once_and_before_the_next_start() {
    let mut play = Play::of([unshifts("A", &["B"]), waits_once("C"), suspends("D"), just("E")]);
    play.run();
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A A. B B. C [waiting] C~ C. D [waiting] <ok> D. E E. [idle]");
}

#[test]
fn what_on_end_queues_stands_where_the_phase_itself_would_have_put_it() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.unshift(just("U1"));
            guard.end()
        })
        .on_end(|_, queue| {
            queue.push(just("P"));
            queue.defer(just("D"));
            queue.unshift(just("U2"));
        }),
        just("B"),
    ]);
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "A A. [ended] {0: [B, P] 1: [D] 2: [U1, U2]} U1 U1. U2 U2. D D. B B. P P. [idle]"
    );
}

#[test]
fn what_on_end_queues_after_a_wait() {
    let queues = |_: &mut Log, queue: &mut Queue<'_, _>| queue.unshift(just("child"));
    let mut play = Play::of([waits_once("A").on_end(queues), suspends("B").on_end(queues), just("C")]);
    play.run();
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A. child child. B [waiting] <ok> B. child child. C C. [idle]");
}

#[test]
fn on_end_can_halt() {
    let mut play = Play::of([just("A").on_end(|_, queue| queue.halt()), just("B")]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A A. [halted] B B. [idle]");
}

type Events = Arc<Mutex<Vec<String>>>;

/// Logs its life, the end of it included, where a world could not be reached.
#[phase(world = ())]
#[derive(Debug)]
struct Mortal(&'static str, Events);

impl Mortal {
    fn note(&self, event: &str) {
        self.1.lock().unwrap().push(format!("{} {event}", self.0));
    }
}

impl Phase for Mortal {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.note("starts");
        guard.end()
    }

    fn on_end(&mut self, (): &mut (), _: &mut Queue<'_, Self>) {
        self.note("ends");
    }
}

impl Drop for Mortal {
    fn drop(&mut self) {
        self.note("is dropped");
    }
}

#[test]
fn a_phase_is_dropped_before_the_next_one_starts() -> Result<(), RunError> {
    let events = Events::default();
    let mut phases = PhaseManager::new();
    for name in ["A", "B"] {
        phases.push(Mortal(name, Arc::clone(&events)));
    }
    phases.run(&mut ())?;
    let events = events.lock().unwrap();
    assert_eq!(*events, ["A starts", "A ends", "A is dropped", "B starts", "B ends", "B is dropped"]);
    Ok(())
}

#[test]
fn when_empty_supplies_phases_on_level_0() {
    let supply = |log: &mut Log| {
        log.note("(supply)");
        act("T", |mut guard| {
            let level = guard.queue.current_level();
            guard.world.note(format!("(level {level})"));
            guard.unshift(waits("U"));
            guard.end()
        })
    };
    let mut play = Play { phases: PhaseManager::new().when_empty(supply), log: Log::default() };
    play.phases.push(unshifts("A", &["B"]));
    play.run();
    play.levels();
    play.cancel();
    play.run();
    assert_eq!(
        play.told(),
        "A A. B B. (supply) T (level 0) T. U [waiting] {} U! [cancel: true] \
         (supply) T (level 0) T. U [waiting]"
    );
}

#[test]
fn when_empty_is_not_asked_while_something_is_parked() {
    let mut play =
        Play { phases: PhaseManager::new().when_empty(|_: &mut Log| waits("T")), log: Log::default() };
    play.phases.push(suspends("W"));
    play.run();
    play.phases.interrupt(just("I"));
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "W [waiting] I I. [waiting] <ok> W. T [waiting]");
}

#[test]
fn without_when_empty_a_run_is_idle() {
    let mut play = Play::default();
    play.run();
    play.phases.push(just("A"));
    play.run();
    play.run();
    assert_eq!(play.told(), "[idle] A A. [idle] [idle]");
}

#[test]
fn one_step_is_one_start_or_one_update_with_the_end_that_it_brings() {
    let mut updates = 0;
    let mut play = Play::of([
        unshifts("A", &["B"]),
        waits("C").update(move |guard| {
            updates += 1;
            if updates == 2 { guard.end() } else { guard.wait() }
        }),
        suspends("D"),
        act("E", |guard| guard.fail("no")),
        act("F", |mut guard| {
            guard.queue.halt();
            guard.end()
        }),
    ]);
    for _ in 0..7 {
        play.step();
    }
    play.log.end_ticket();
    for _ in 0..6 {
        play.step();
    }
    assert_eq!(
        play.told(),
        "A A. [ended] B B. [ended] C [waiting] C~ [waiting] C~ C. [ended] D [waiting] [waiting] <ok> D. [ended] \
         E E! [failed: no] F F. [ended] [halted] [idle] [idle]"
    );
}

#[test]
fn a_step_tells_the_name() -> Result<(), RunError> {
    let mut log = Log::default();
    let mut phases = PhaseManager::new();
    phases.push(just("A"));
    phases.push(waits("B"));
    assert_eq!(phases.step(&mut log)?, Step::Ended("Act"));
    assert_eq!(phases.step(&mut log)?, Step::Waiting("Act"));
    assert_eq!(phases.current().map(PhaseRef::name), Some("Act"));
    Ok(())
}

#[test]
fn a_step_that_brings_a_parked_phase_back_is_one_update() {
    let mut play = Play::of([waits("W")]);
    play.step();
    play.phases.interrupt(just("I"));
    for _ in 0..3 {
        play.step();
    }
    assert_eq!(play.told(), "W [waiting] I I. [ended] W~ [waiting] W~ [waiting]");
}

#[test]
fn a_phase_that_waited_can_still_be_suspended() {
    let suspends_once = |guard: EndGuard<'_, Act>| {
        if guard.world.tickets.is_empty() { suspend(guard) } else { guard.wait() }
    };
    let mut play = Play::of([waits("A").update(suspends_once), just("B")]);
    play.run();
    play.run();
    play.run();
    play.waiting();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ [waiting] A~ [waiting] (A waits, 0) <ok> A. B B. [idle]");
}
