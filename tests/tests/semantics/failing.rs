//! Phases that fail, and what the error tells.

use std::error::Error;
use std::fmt;

use phase_core::prelude::*;

use crate::play::{Act, Play, act, just, waits};

#[derive(Debug, PartialEq)]
struct OutOfRange(u32);

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is out of range", self.0)
    }
}

impl Error for OutOfRange {}

/// Queues three phases, and fails as told.
fn fails(name: &'static str, fail: fn(EndGuard<'_, Act>) -> Flow<Act>) -> Act {
    act(name, move |mut guard| {
        guard.push(just("P"));
        guard.unshift(just("U"));
        guard.defer(just("D"));
        fail(guard)
    })
}

const REST: &str = "U U. D D. B B. P P. [idle]";

#[test]
fn by_fail_and_what_was_queued_stays() {
    let mut play = Play::of([fails("A", |guard| guard.fail(OutOfRange(7))), just("B")]);
    play.run();
    play.levels();
    play.run();
    assert_eq!(play.told(), format!("A A! [failed: 7 is out of range] {{0: [B, P] 1: [D] 2: [U]}} {REST}"));
}

#[test]
fn by_attempt() {
    let attempts = |guard: EndGuard<'_, Act>| {
        guard.attempt(|guard| {
            "seven".parse::<u32>()?;
            Ok(guard.end())
        })
    };
    let mut play = Play::of([fails("A", attempts), just("B")]);
    play.run();
    play.run();
    assert_eq!(play.told(), format!("A A! [failed: invalid digit found in string] {REST}"));
}

#[test]
fn an_attempt_that_succeeds_is_what_it_returns() {
    let mut play = Play::of([
        act("A", |guard| guard.attempt(|guard| Ok(guard.end()))),
        act("B", |guard| guard.attempt(|guard| Ok(guard.wait()))),
    ]);
    play.run();
    assert_eq!(play.told(), "A A. B [waiting]");
}

#[test]
fn by_a_result_that_becomes_the_flow() {
    fn try_start(guard: EndGuard<'_, Act>, slot: u32) -> Result<Flow<Act>, OutOfRange> {
        if slot > 3 {
            return Err(OutOfRange(slot));
        }
        Ok(guard.end())
    }
    let mut play = Play::of([
        fails("A", |guard| try_start(guard, 4).into()),
        act("B", |guard| try_start(guard, 3).into()),
    ]);
    play.run();
    play.run();
    assert_eq!(play.told(), format!("A A! [failed: 4 is out of range] {REST}"));
}

#[test]
fn in_an_update() {
    let mut play = Play::of([waits("A").update(|guard| guard.fail("no")), just("B")]);
    play.run();
    play.run();
    play.waiting();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A! [failed: no] (nothing waits) B B. [idle]");
}

#[test]
fn each_failure_ends_its_run_and_costs_one_phase() {
    let mut play = Play::of([
        act("A", |guard| guard.fail("one")),
        just("B"),
        act("C", |guard| guard.fail("two")),
        just("D"),
    ]);
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), "A A! [failed: one] B B. C C! [failed: two] D D. [idle]");
}

/// Fails as told, in its `start` or in its `update`.
#[phase]
#[derive(Debug)]
struct Fragile {
    in_update: bool,
}

impl Phase for Fragile {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.in_update { guard.wait() } else { guard.fail(OutOfRange(1)) }
    }
}

impl Waits for Fragile {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail(OutOfRange(2))
    }
}

#[phase]
#[derive(Debug)]
struct Careless;

impl Phase for Careless {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|(), ticket| drop(ticket))
    }
}

fn error_of(phase: impl Into<AnyPhase<()>>) -> RunError {
    let mut phases = PhaseManager::new();
    phases.push(phase.into());
    loop {
        match phases.run(&mut ()) {
            Err(error) => return error,
            Ok(RunStatus::Waiting) => {}
            Ok(status) => panic!("{status:?} is no error"),
        }
    }
}

#[test]
fn a_whole_chain_of_errors_tells_each_thing_once() {
    let chain = |error: RunError| {
        let errors = std::iter::successors(Some(&error as &dyn Error), |&error| error.source());
        errors.map(ToString::to_string).collect::<Vec<_>>().join(": ")
    };
    assert_eq!(
        chain(error_of(Fragile { in_update: false })),
        "phase `Fragile { in_update: false }` failed in `start`: 1 is out of range"
    );
    assert_eq!(
        chain(error_of(Fragile { in_update: true })),
        "phase `Fragile { in_update: true }` failed in `update`: 2 is out of range"
    );
    assert_eq!(
        chain(error_of(Careless)),
        "phase `Careless` was abandoned: its ticket was dropped, so that nothing could end it any more"
    );
}

/// Panics when it is shown, and counts its hooks.
#[phase(world = Vec<&'static str>)]
struct Shy;

impl fmt::Debug for Shy {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("not to be shown")
    }
}

impl Phase for Shy {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail("no")
    }

    fn on_cancel(&mut self, world: &mut Vec<&'static str>) {
        world.push("cancelled");
    }
}

#[test]
fn a_phase_that_panics_when_it_is_shown_goes_by_its_name() {
    let (mut phases, mut world) = (PhaseManager::new(), Vec::new());
    phases.push(Shy);
    let error = phases.run(&mut world).unwrap_err();
    assert_eq!(error.to_string(), "phase `Shy` failed in `start`");
    assert_eq!(error.phase_debug(), None);
    assert_eq!(world, ["cancelled"]);
    assert_eq!(phases.run(&mut world).unwrap(), RunStatus::Idle);
}

/// Changes when it is given up.
#[phase]
#[derive(Debug)]
struct Fading(u32);

impl Phase for Fading {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail("no")
    }

    fn on_cancel(&mut self, (): &mut ()) {
        self.0 = 0;
    }
}

#[test]
fn a_phase_is_shown_as_it_was_before_it_was_given_up() {
    assert_eq!(error_of(Fading(7)).phase_debug(), Some("Fading(7)"));
    assert_eq!(error_of(Careless).phase_debug(), Some("Careless"));
}

#[test]
fn the_cause_can_be_had_back() {
    let error = error_of(Fragile { in_update: false });
    let source = error.source().expect("a failure has a source");
    assert_eq!(source.downcast_ref::<OutOfRange>(), Some(&OutOfRange(1)));

    let RunError::Failed { phase, source, .. } = error else { panic!("{error} is no failure") };
    assert_eq!((phase, source.place()), ("Fragile", "start"));
    assert_eq!(source.downcast_ref::<OutOfRange>(), Some(&OutOfRange(1)));
    assert_eq!(source.into_error().downcast::<OutOfRange>().ok(), Some(Box::new(OutOfRange(1))));

    assert!(error_of(Careless).source().is_none());
}

#[test]
fn the_error_can_be_sent_and_boxed() {
    fn check<T: Send + Sync + 'static>(_: &T) {}
    let error = error_of(Careless);
    check(&error);
    let boxed: Box<dyn Error + Send + Sync> = error.into();
    assert!(matches!(boxed.downcast_ref(), Some(RunError::Abandoned { phase: "Careless", .. })));
}
