//! `chain_limit`.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

/// How many laps a loop has done.
type Laps = usize;

/// What a lap of a loop is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Lap {
    Ask,
    Wait,
    Defer,
    Push,
}

/// Sets off another of its kind, for ever.
#[phase(world = Laps, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Trigger(Lap);

/// Between two triggers.
#[phase(world = Laps, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Effect(Lap);

impl Trigger {
    fn lap(&self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        let effect = Effect(self.0);
        match self.0 {
            Lap::Push => guard.push(effect),
            Lap::Defer => guard.defer(effect),
            _ => guard.unshift(effect),
        }
        guard.end()
    }
}

impl Phase for Trigger {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match self.0 {
            Lap::Ask => guard.ask(),
            Lap::Wait => guard.wait(),
            _ => self.lap(guard),
        }
    }
}

impl Waits for Trigger {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.lap(guard)
    }
}

impl Asks for Trigger {
    type Answer = bool;

    fn answer(&mut self, _: Seat, _: bool, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.lap(guard)
    }
}

impl Phase for Effect {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let trigger = Trigger(self.0);
        if self.0 == Lap::Push {
            guard.push(trigger);
        } else {
            guard.unshift(trigger);
        }
        guard.end()
    }
}

/// Runs, answers, and runs again, so many times.
fn go_on(phases: &mut PhaseManager<Laps>, laps: &mut Laps, times: usize) -> Result<RunStatus, RunError> {
    let mut status = RunStatus::Idle;
    for _ in 0..times {
        status = match phases.play(laps, |_, _, _| Some(AnyAnswer::new(true))) {
            Ok(status) => status,
            Err(AnswerError::Run(error)) => return Err(error),
            Err(error) => panic!("{error}"),
        };
    }
    Ok(status)
}

/// The limit, the phase that may not start, the cycle, and how often.
fn chain(error: &RunError) -> (usize, &'static str, Vec<&'static str>, usize) {
    match error {
        RunError::ChainLimit { limit, phase, cycle, repeats, .. } => (*limit, phase, cycle.clone(), *repeats),
        error => panic!("{error}"),
    }
}

#[test]
fn a_loop_with_a_question_in_each_lap_is_named_as_a_loop() {
    let mut laps = 0;
    let mut phases = PhaseManager::new().chain_limit(40).start_limit(10);
    phases.push(Trigger(Lap::Ask));
    let error = go_on(&mut phases, &mut laps, 1_000).unwrap_err();
    assert_eq!(
        error.to_string(),
        "phase `Effect` was set off through more than 40 others in a row, and has not started; \
         it is the last of 21 times `Trigger`, `Effect`"
    );
    assert_eq!(chain(&error), (40, "Effect", vec!["Trigger", "Effect"], 21));
    assert_eq!(laps, 21);
}

#[test]
fn a_loop_with_a_wait_in_each_lap_or_of_deferred_phases_is_one_too() {
    for lap in [Lap::Wait, Lap::Defer] {
        let mut laps = 0;
        let mut phases = PhaseManager::new().chain_limit(1_001);
        phases.push(Trigger(lap));
        let error = go_on(&mut phases, &mut laps, 10_000).unwrap_err();
        assert_eq!(chain(&error), (1_001, "Trigger", vec!["Effect", "Trigger"], 128), "{lap:?}");
        assert_eq!(laps, 501);
    }
}

#[test]
fn steps_do_not_begin_anew() {
    let mut laps = 0;
    let mut phases = PhaseManager::new().chain_limit(3);
    phases.push(Trigger(Lap::Defer));
    for _ in 0..4 {
        assert!(matches!(phases.step(&mut laps), Ok(Step::Ended(_))));
    }
    assert_eq!(chain(&phases.step(&mut laps).unwrap_err()).1, "Trigger");
}

#[test]
fn a_long_game_whose_turns_push_the_next_is_none() {
    let mut laps = 0;
    let mut phases = PhaseManager::new().chain_limit(3);
    phases.push(Trigger(Lap::Push));
    for _ in 0..1_000 {
        phases.step(&mut laps).unwrap();
    }
    assert_eq!(laps, 500);
}

#[test]
fn an_interrupt_begins_anew() {
    let mut laps = 0;
    let mut phases = PhaseManager::new().chain_limit(10);
    phases.push(Trigger(Lap::Ask));
    go_on(&mut phases, &mut laps, 0).unwrap();
    for _ in 0..5 {
        phases.run(&mut laps).unwrap();
        phases.answer::<Trigger>(&mut laps, Seat::Player(0), true).unwrap();
    }
    phases.run(&mut laps).unwrap();
    phases.interrupt(Trigger(Lap::Ask));
    for _ in 0..5 {
        phases.run(&mut laps).unwrap();
        phases.answer::<Trigger>(&mut laps, Seat::Player(0), true).unwrap();
    }
    assert_eq!(phases.run(&mut laps).unwrap(), RunStatus::Asking);
}

/// Nothing is lost by the error: who raises the limit goes on.
#[test]
fn the_phase_stays_until_it_is_dropped_or_the_limit_is_raised() {
    let mut laps = 0;
    let mut phases = PhaseManager::new().chain_limit(3);
    phases.push(Trigger(Lap::Defer));
    for _ in 0..2 {
        assert_eq!(chain(&phases.run(&mut laps).unwrap_err()).1, "Trigger");
        assert_eq!(phases.levels().to_string(), "4: [Trigger(Defer)]");
    }
    phases.set_chain_limit(4);
    assert_eq!(chain(&phases.run(&mut laps).unwrap_err()).1, "Effect");
    phases.clear(&mut laps);
    assert_eq!(phases.run(&mut laps).unwrap(), RunStatus::Idle);
}

#[test]
fn it_is_counted_beyond_the_causes_kept_and_in_saves_and_forks() {
    let mut laps = 0;
    let mut phases = PhaseManager::new();
    phases.push(Trigger(Lap::Wait));
    for _ in 0..2_000 {
        assert_eq!(phases.run(&mut laps).unwrap(), RunStatus::Waiting);
    }
    assert!(phases.causes().count() < 400);
    let causes = 2 * laps;
    let json = serde_json::to_string(&phases.snapshot().unwrap()).unwrap();
    let loaded = PhaseManager::restore(&mut serde_json::Deserializer::from_str(&json)).unwrap();
    let fork = phases.fork().unwrap();
    for mut phases in [loaded, fork, phases] {
        let mut laps = laps;
        phases.set_chain_limit(causes + 1);
        // The effect of the one that waits still starts, and the trigger of that does not.
        assert_eq!(chain(&phases.run(&mut laps).unwrap_err()).0, causes + 1);
        phases.set_chain_limit(causes + 2);
        assert_eq!(phases.run(&mut laps).unwrap(), RunStatus::Waiting);
    }
}

/// A phase that runs by its number.
#[phase(world = Vec<u32>, ordered)]
#[derive(Debug)]
struct Speed(u32);

impl Phase for Speed {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(self.0);
        guard.end()
    }
}

impl Ordered for Speed {
    type Key = u32;

    fn key(&self, _: &Vec<u32>) -> u32 {
        self.0
    }
}

#[phase(world = Vec<u32>)]
#[derive(Debug)]
struct Round;

impl Phase for Round {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for speed in [1, 3, 2] {
            guard.unshift(Speed(speed));
        }
        guard.end()
    }
}

#[test]
fn the_order_of_those_that_stay_is_kept() {
    let mut ran = Vec::new();
    let mut phases = PhaseManager::new().chain_limit(0);
    phases.push(Round);
    for _ in 0..2 {
        let error = phases.run(&mut ran).unwrap_err();
        assert!(matches!(error, RunError::ChainLimit { phase: "Speed", .. }), "{error}");
        assert_eq!(phases.levels().to_string(), "1: [Speed(1), Speed(3), Speed(2)]");
    }
    phases.set_chain_limit(1);
    assert_eq!(phases.run(&mut ran).unwrap(), RunStatus::Idle);
    assert_eq!(ran, [3, 2, 1]);
}

#[test]
fn it_stays_with_the_host_in_an_undo() {
    let mut laps = 0;
    let mut history = History::new(3);
    let mut phases = PhaseManager::new();
    phases.push(Trigger(Lap::Ask));
    phases.run(&mut laps).unwrap();
    history.checkpoint(&phases, &laps).unwrap();
    phases.set_chain_limit(0);
    assert!(history.undo(&mut phases, &mut laps));
    phases.answer::<Trigger>(&mut laps, Seat::Player(0), true).unwrap();
    assert_eq!(chain(&phases.run(&mut laps).unwrap_err()), (0, "Effect", vec![], 0));
}
