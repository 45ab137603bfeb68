//! Who set a phase off, as errors tell it.
#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods of a guard are not general enough in its lifetime to be handed around"
)]

use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex};

use phase_core::prelude::*;

use crate::play::{Log, Play};
use crate::scenes::{Blow, Move, Turn};

/// Who is hit.
#[derive(Debug, Clone, Copy)]
enum Target {
    B,
}

/// What damage does in the end.
#[derive(Debug, Clone, Copy)]
enum Fate {
    Fails,
    FailsInUpdate,
    FailsInAnswer,
    IsDropped,
}

#[phase]
#[derive(Debug)]
struct MovePhase(Fate);

#[phase]
#[derive(Debug)]
struct MoveEffectPhase(Fate);

#[phase]
struct DamagePhase(Target, u32, Fate);

impl fmt::Debug for DamagePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DamagePhase").field(&self.0).field(&self.1).finish()
    }
}

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(MoveEffectPhase(self.0));
        guard.end()
    }
}

impl Phase for MoveEffectPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.defer(DamagePhase(Target::B, 7, self.0));
        guard.end()
    }
}

impl Phase for DamagePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match self.2 {
            Fate::Fails => guard.fail("there is no target"),
            Fate::FailsInUpdate => guard.wait(),
            Fate::FailsInAnswer => guard.ask(),
            Fate::IsDropped => guard.suspend(|(), ticket| drop(ticket)),
        }
    }

    fn on_cancel(&mut self, (): &mut ()) {
        self.1 = 0;
    }
}

impl Waits for DamagePhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail("there is no target")
    }
}

impl Asks for DamagePhase {
    type Answer = ();

    fn answer(&mut self, _: Seat, (): (), guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail("there is no target")
    }
}

fn error_of(fate: Fate) -> RunError {
    let mut phases = PhaseManager::new();
    phases.push(MovePhase(fate));
    loop {
        match phases.run(&mut ()) {
            Err(error) => return error,
            Ok(RunStatus::Asking) => match phases.answer::<DamagePhase>(&mut (), Seat::Player(0), ()) {
                Err(AnswerError::Run(error)) => return error,
                other => panic!("it fails: {other:?}"),
            },
            Ok(status) => assert_eq!(status, RunStatus::Waiting),
        }
    }
}

#[test]
fn a_failed_phase_with_its_data_and_who_set_it_off() {
    let error = error_of(Fate::Fails);
    assert_eq!(
        error.to_string(),
        "phase `DamagePhase(B, 7)` failed in `start`, set off by MoveEffectPhase, MovePhase"
    );
    assert_eq!(error.source().map(ToString::to_string).as_deref(), Some("there is no target"));
    assert_eq!(error.phase_debug(), Some("DamagePhase(B, 7)"), "as it was before `on_cancel`");
    assert_eq!(error.causes(), ["MoveEffectPhase", "MovePhase"]);
}

#[test]
fn wherever_it_failed() {
    assert_eq!(
        error_of(Fate::FailsInUpdate).to_string(),
        "phase `DamagePhase(B, 7)` failed in `update`, set off by MoveEffectPhase, MovePhase"
    );
    assert_eq!(
        error_of(Fate::FailsInAnswer).to_string(),
        "phase `DamagePhase(B, 7)` failed in `answer`, set off by MoveEffectPhase, MovePhase"
    );
}

#[test]
fn an_abandoned_phase_as_well() {
    let error = error_of(Fate::IsDropped);
    assert_eq!(
        error.to_string(),
        "phase `DamagePhase(B, 7)` was abandoned: its ticket was dropped, so that nothing could end it any more, \
         set off by MoveEffectPhase, MovePhase"
    );
    assert_eq!(error.causes(), ["MoveEffectPhase", "MovePhase"]);
    assert!(error.source().is_none());
}

#[test]
fn a_phase_that_nothing_set_off() {
    let mut phases = PhaseManager::new();
    phases.push(DamagePhase(Target::B, 1, Fate::Fails));
    let error = phases.run(&mut ()).expect_err("it fails");
    assert_eq!(error.to_string(), "phase `DamagePhase(B, 1)` failed in `start`");
    assert!(error.causes().is_empty());
}

/// Its `Debug` panics.
#[phase]
struct Unshowable;

impl fmt::Debug for Unshowable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        std::panic::resume_unwind(Box::new("as it was told"))
    }
}

impl Phase for Unshowable {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.fail("no")
    }
}

/// Keeps its data to itself.
#[phase(secret)]
#[derive(Debug)]
struct Deal {
    card: &'static str,
}

impl Phase for Deal {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.card == "none" {
            return guard.fail("the deck is empty");
        }
        guard.unshift(Unshowable);
        guard.unshift(Deal { card: "none" });
        guard.end()
    }
}

#[test]
fn a_phase_that_can_not_be_shown_and_one_that_must_not_be_by_name() {
    let mut phases = PhaseManager::new();
    phases.push(Deal { card: "queen" });
    let error = phases.run(&mut ()).expect_err("it fails");
    assert_eq!(error.to_string(), "phase `Unshowable` failed in `start`, set off by Deal");
    assert_eq!(error.phase_debug(), None);
    let error = phases.run(&mut ()).expect_err("it fails");
    assert_eq!(error.to_string(), "phase `Deal` failed in `start`, set off by Deal");
    assert!(!format!("{error:?}").contains("none"), "{error:?}");
}

/// Sets off so many of itself.
fn chain(left: usize) -> Move {
    Move::of("M", move |mut guard| {
        if left == 0 {
            return guard.fail("no");
        }
        guard.unshift(chain(left - 1));
        guard.end()
    })
}

#[test]
fn of_a_long_line_the_nearest_are_shown() {
    let mut play = Play::default();
    play.phases.push(Turn::of("T", |mut guard| {
        guard.unshift(chain(15));
        guard.end()
    }));
    play.phases.push(chain(40));
    let sixteen = play.phases.run(&mut play.log).expect_err("it fails");
    let all = format!("phase `M` failed in `start`, set off by {}Turn", "Move, ".repeat(15));
    assert_eq!(sixteen.to_string(), all);
    let more = play.phases.run(&mut play.log).expect_err("it fails");
    let cut = format!("phase `M` failed in `start`, set off by {}Move and 24 more", "Move, ".repeat(15));
    assert_eq!(more.to_string(), cut);
    assert_eq!(more.causes().len(), 40);
}

#[test]
fn those_of_a_phase_that_cleared_are_gone() {
    let mut play = Play::default();
    play.phases.push(Turn::of("T", |mut guard| {
        guard.unshift(Move::of("M", |mut guard| {
            guard.queue.clear();
            guard.fail("no")
        }));
        guard.end()
    }));
    let error = play.phases.run(&mut play.log).expect_err("it fails");
    assert_eq!(error.to_string(), "phase `M` failed in `start`");
}

#[test]
fn the_start_limit_shows_the_shortest_cycle_and_how_often() {
    fn lap() -> Move {
        Move::of("M", |mut guard| {
            guard.unshift(Blow::just("h"));
            guard.unshift(Blow::just("i"));
            guard.defer(lap());
            guard.end()
        })
    }
    let mut play = Play { phases: PhaseManager::new().start_limit(1_000), log: Log::default() };
    play.phases.push(lap());
    let error = play.phases.run(&mut play.log).expect_err("it goes on for ever");
    assert_eq!(
        error.to_string(),
        "more than 1000 phases in one run; the last 255 started were 85 times `Blow`, `Blow`, `Move`"
    );
    let RunError::StartLimit { limit, cycle, repeats, .. } = error else { panic!("{error}") };
    assert_eq!((limit, cycle, repeats), (1_000, vec!["Blow", "Blow", "Move"], 85));
}

#[test]
fn the_error_of_a_phase_under_an_interrupt_ends_there() {
    let left = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&left);
    let mut play = Play::default();
    play.phases.push(Turn::of("T", move |mut guard| {
        guard.unshift(Blow::waits("h", move |guard| {
            *counted.lock().expect("nothing has panicked") += 1;
            guard.fail("no")
        }));
        guard.end()
    }));
    play.run();
    play.phases.interrupt(Move::of("I", |mut guard| {
        guard.unshift(Blow::of("i", |guard| guard.fail("no")));
        guard.end()
    }));
    let error = play.phases.run(&mut play.log).expect_err("it fails");
    assert_eq!(error.to_string(), "phase `i` failed in `start`, set off by Move");
    let error = play.phases.run(&mut play.log).expect_err("it fails");
    assert_eq!(error.to_string(), "phase `h` failed in `update`, set off by Turn");
    assert_eq!(*left.lock().expect("nothing has panicked"), 1);
}
