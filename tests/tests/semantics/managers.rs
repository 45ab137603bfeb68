//! Managers inside the worlds of other managers, in other threads, and gone.

use std::rc::Rc;
use std::thread;

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, just, unshifts, waits};

/// A world of its own inside another.
#[derive(Default)]
struct Minigame {
    score: u32,
}

#[phase(world = Minigame)]
#[derive(Debug)]
struct Throw(u32);

impl Phase for Throw {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.score += self.0;
        if self.0 > 1 {
            guard.unshift(Throw(self.0 - 1));
        }
        guard.end()
    }
}

#[derive(Default)]
struct Arcade {
    minigame: Minigame,
    throws: PhaseManager<Minigame>,
    scores: Vec<u32>,
}

#[phase(world = Arcade)]
#[derive(Debug)]
struct Round(u32);

impl Phase for Round {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let Arcade { minigame, throws, scores } = &mut *guard.world;
        throws.push(Throw(self.0));
        let result = throws.run(minigame).map(|_| scores.push(minigame.score));
        if self.0 < 3 {
            guard.unshift(Round(self.0 + 1));
        }
        result.map(|()| guard.end()).into()
    }
}

#[test]
fn a_phase_runs_the_manager_of_another_world_that_its_world_holds() -> Result<(), RunError> {
    let mut arcade = Arcade::default();
    let mut phases = PhaseManager::new();
    phases.push(Round(1));
    assert_eq!(phases.run(&mut arcade)?, RunStatus::Idle);
    assert_eq!(arcade.scores, [1, 4, 10]);
    Ok(())
}

/// A world that holds another manager of its own kind.
#[derive(Default)]
struct Dream {
    within: Option<PhaseManager<Dream>>,
    log: Vec<&'static str>,
}

#[phase(world = Dream)]
#[derive(Debug)]
enum Sleep {
    Dreamless(&'static str),
    Dreaming(&'static str),
}

impl Phase for Sleep {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        match *self {
            Self::Dreamless(name) => guard.world.log.push(name),
            Self::Dreaming(name) => {
                guard.world.log.push(name);
                guard.unshift(Self::Dreamless("the outer one goes on"));
                if let Some(mut within) = guard.world.within.take() {
                    let status = within.run(guard.world);
                    guard.world.within = Some(within);
                    return status.map(|_| guard.end()).into();
                }
            }
        }
        guard.end()
    }
}

#[test]
fn a_phase_runs_another_manager_of_its_own_world() -> Result<(), RunError> {
    let mut within = PhaseManager::new();
    within.push(Sleep::Dreaming("inner"));
    within.push(Sleep::Dreamless("last of the inner one"));
    let mut dream = Dream { within: Some(within), log: Vec::new() };
    let mut phases = PhaseManager::new();
    phases.push(Sleep::Dreaming("outer"));
    phases.push(Sleep::Dreamless("last of the outer one"));
    assert_eq!(phases.run(&mut dream)?, RunStatus::Idle);
    assert_eq!(
        dream.log,
        [
            "outer",
            "inner",
            "the outer one goes on",
            "last of the inner one",
            "the outer one goes on",
            "last of the outer one",
        ]
    );
    assert!(dream.within.is_some_and(|within| within.is_empty()));
    Ok(())
}

#[test]
fn an_inner_manager_that_panics_costs_the_outer_one_its_running_phase_alone() {
    let mut play = Play::of([
        act("outer", |guard| {
            let mut inner = Play::of([act("inner", |_| panic!("inside"))]);
            let _ = inner.phases.run(&mut inner.log);
            guard.end()
        }),
        just("next"),
    ]);
    play.run();
    play.run();
    assert_eq!(play.told(), "outer [panic] outer! next next. [idle]");
}

#[test]
fn a_phase_can_build_and_run_managers_without_end() {
    fn nest(depth: u32) -> Act {
        act("N", move |guard| {
            if depth > 0 {
                let mut inner = Play::of([nest(depth - 1)]);
                inner.run();
                guard.world.note(format!("({})", inner.told()));
            }
            guard.end()
        })
    }
    let mut play = Play::of([nest(3)]);
    play.run();
    assert_eq!(play.told(), "N (N (N (N N. [idle]) N. [idle]) N. [idle]) N. [idle]");
}

/// A world that can't leave its thread.
struct Local {
    log: Rc<Vec<u32>>,
}

#[phase(world = Local)]
#[derive(Debug)]
struct Count(u32);

impl Phase for Count {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Some(log) = Rc::get_mut(&mut guard.world.log) {
            log.push(self.0);
        }
        guard.end()
    }
}

#[test]
fn a_manager_of_a_world_that_is_not_send_can_be_sent_and_shared() {
    fn is_send_and_sync<T: Send + Sync>(_: &T) {}
    let phases: PhaseManager<Local> = PhaseManager::new().when_empty(|_: &mut Local| Count(9)).start_limit(3);
    is_send_and_sync(&phases);
    let mut phases = thread::spawn(move || {
        let mut phases = phases;
        phases.push(Count(1));
        phases.push(Count(2));
        phases
    })
    .join()
    .unwrap();
    thread::scope(|scope| {
        scope.spawn(|| assert_eq!(phases.len(), 2));
    });
    let mut local = Local { log: Rc::new(Vec::new()) };
    assert!(phases.run(&mut local).is_err());
    assert_eq!(*local.log, [1, 2, 9]);
}

#[test]
fn dropping_a_manager_calls_no_hook() {
    let hooks = |name| {
        waits(name)
            .on_end(|_, _| panic!("an end that never was"))
            .on_cancel(|_| panic!("a cancel that nobody asked for"))
    };
    let mut play = Play::of([hooks("W"), hooks("Q")]);
    play.run();
    play.phases.interrupt(hooks("I"));
    play.run();
    drop(play.phases);
    assert_eq!(play.log.told(), "W [waiting] I [waiting]");
}

#[test]
fn dropping_a_manager_after_a_panic_calls_no_hook() {
    let mut play = Play::of([act("A", |_| panic!("in start")).on_cancel(|_| panic!("too late"))]);
    play.run();
    drop(play.phases);
    assert_eq!(play.log.told(), "A [panic]");
}

#[test]
fn the_debug_of_a_manager_shows_what_waits_what_is_parked_and_what_is_queued() {
    let mut play = Play::of([waits("W"), just("B")]);
    play.run();
    play.phases.interrupt(waits("I"));
    play.run();
    play.phases.unshift(just("U"));
    assert_eq!(
        format!("{:?}", play.phases),
        "PhaseManager { current: Some(I), parked: [W], levels: {0: [B], 2: [U]}, .. }"
    );
}

#[test]
fn steps_and_runs_can_be_mixed_between_two_managers_of_one_world() -> Result<(), RunError> {
    let mut log = Log::default();
    let mut one = PhaseManager::new();
    let mut two = PhaseManager::new();
    one.push(unshifts("A", &["B"]));
    two.push(unshifts("X", &["Y"]));
    assert_eq!(one.step(&mut log)?, Step::Ended("Act"));
    assert_eq!(two.step(&mut log)?, Step::Ended("Act"));
    assert_eq!(one.run(&mut log)?, RunStatus::Idle);
    assert_eq!(two.run(&mut log)?, RunStatus::Idle);
    assert_eq!(log.told(), "A A. X X. B B. Y Y.");
    Ok(())
}
