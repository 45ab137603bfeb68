//! The start limit, which makes an error of phases that queue each other for ever.

use phase_core::prelude::*;

use crate::play::{Log, Play, just, suspends, unshifts, waits, waits_once};

macro_rules! named {
    ($($phase:ident),*) => {$(
        #[phase]
        #[derive(Debug)]
        struct $phase;

        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    )*};
}

named!(First, Second, Other);

/// Unshifts another of itself, for ever.
#[phase]
#[derive(Debug)]
struct Loop;

impl Phase for Loop {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(Loop);
        guard.end()
    }
}

#[test]
fn names_the_phases_started_in_order() {
    let mut phases = PhaseManager::new().start_limit(2);
    phases.push(First);
    phases.push(Second);
    phases.push(Other);
    let error = phases.run(&mut ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "more than 2 phases in one run; the last ones started were `First`, `Second`"
    );
    assert!(
        matches!(&error, RunError::StartLimit { limit: 2, last, .. } if *last == ["First", "Second"]),
        "{error:?}"
    );
    assert_eq!(phases.levels().to_string(), "0: [Other]");
}

#[test]
fn names_no_more_than_16() {
    let mut phases = PhaseManager::new().start_limit(30);
    phases.push(First);
    phases.push(Loop);
    let Err(RunError::StartLimit { limit, last, .. }) = phases.run(&mut ()) else { panic!("a limit") };
    assert_eq!((limit, last), (30, vec!["Loop"; 16]));

    let mut phases = PhaseManager::new().start_limit(17);
    phases.push(First);
    phases.push(Second);
    phases.push(Loop);
    let Err(RunError::StartLimit { last, .. }) = phases.run(&mut ()) else { panic!("a limit") };
    assert_eq!((last[0], last[1], last.len()), ("Second", "Loop", 16));
}

#[test]
fn the_next_run_goes_on_with_a_fresh_count() {
    let mut play = Play::of([unshifts("A", &["B", "C"]), just("D")]);
    play.phases = std::mem::take(&mut play.phases).start_limit(2);
    play.run();
    play.levels();
    play.run();
    assert_eq!(play.told(), "A A. B B. [limit: 2] {0: [D] 1: [C]} C C. D D. [idle]");
}

#[test]
fn as_many_as_the_limit_are_no_error() {
    let mut play = Play::of([just("A"), just("B")]);
    play.phases = std::mem::take(&mut play.phases).start_limit(2);
    play.run();
    assert_eq!(play.told(), "A A. B B. [idle]");
}

#[test]
fn a_limit_of_none_starts_nothing() {
    let mut play = Play::of([just("A")]);
    play.phases = std::mem::take(&mut play.phases).start_limit(0);
    play.run();
    play.levels();
    assert_eq!(play.told(), "[limit: 0] {0: [A]}");

    let mut nothing: PhaseManager<()> = PhaseManager::new().start_limit(0);
    assert_eq!(nothing.run(&mut ()).unwrap(), RunStatus::Idle);
}

#[test]
fn past_the_limit_when_empty_is_not_called() {
    let supply = |log: &mut Log| {
        log.note("(supply)");
        assert!(log.told().len() < 1_000, "the limit does not stop it");
        just("T")
    };
    let mut play =
        Play { phases: PhaseManager::new().when_empty(supply).start_limit(2), log: Log::default() };
    play.run();
    assert_eq!(play.told(), "(supply) T T. (supply) T T. [limit: 2]");
}

#[test]
fn updates_do_not_count_and_parked_phases_come_back_past_the_limit() {
    let mut play = Play::of([waits_once("W"), just("A"), just("B")]);
    let supply = |_: &mut Log| waits("T");
    play.phases = std::mem::take(&mut play.phases).when_empty(supply).start_limit(1);
    play.run();
    play.phases.interrupt(just("I"));
    for _ in 0..4 {
        play.run();
    }
    assert_eq!(play.told(), "W [waiting] I I. W~ W. [limit: 1] A A. [limit: 1] B B. [limit: 1] T [waiting]");
}

#[test]
fn what_is_queued_past_the_limit_joins_what_the_phase_that_ran_last_has_queued() {
    let mut play = Play::of([unshifts("A", &["U1", "U2"]), just("B")]);
    play.phases = std::mem::take(&mut play.phases).start_limit(1);
    play.run();
    play.phases.unshift(just("U3"));
    play.phases.defer(just("D"));
    play.levels();
    assert_eq!(play.told(), "A A. [limit: 1] {0: [B] 1: [D] 2: [U1, U2, U3]}");
}

#[test]
fn what_is_queued_past_the_limit_belongs_to_the_parked_phase_while_its_interrupter_has_not_started() {
    let mut play = Play::of([suspends("W"), just("B")]);
    play.run();
    play.phases = std::mem::take(&mut play.phases).start_limit(0);
    play.phases.interrupt(just("I"));
    play.run();
    play.phases.unshift(just("U"));
    play.levels();
    play.phases = std::mem::take(&mut play.phases).start_limit(9);
    play.run();
    play.levels();
    assert_eq!(play.told(), "W [waiting] [limit: 0] {0: [B] 1: [U] 2: [I]} I I. [waiting] {0: [B] 1: [U]}");
}
