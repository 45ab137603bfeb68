//! What recording costs: a turn of phases with an observer that does nothing, and recorded.
//!
//! `cargo bench -p phase-tools --features record --bench recordings`
#![allow(missing_docs, reason = "a program")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use phase_core::prelude::*;
use phase_tools::Recorder;
use serde::{Deserialize, Serialize};

const TURNS: u32 = 20_000;
/// Of so many rounds the fastest counts; all games take turns in each.
const ROUNDS: usize = 21;

/// How many turns are left.
#[derive(Clone, Hash)]
struct World {
    left: u32,
    sum: u64,
}

#[phase(world = World, unshifts(MovePhase), pushes(TurnPhase), save)]
#[derive(Debug, Serialize, Deserialize)]
struct TurnPhase;

#[phase(world = World, unshifts(EffectPhase), defers(EndPhase))]
#[derive(Debug)]
struct MovePhase(u32);

#[phase(world = World, leaf)]
#[derive(Debug)]
struct EffectPhase {
    target: u32,
    amount: u32,
}

#[phase(world = World, leaf)]
#[derive(Debug)]
struct EndPhase;

impl Phase for TurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for battler in 0..4 {
            guard.unshift(MovePhase(battler));
        }
        guard.world.left -= 1;
        if guard.world.left > 0 {
            guard.push(Self);
        }
        guard.end()
    }
}

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(EffectPhase { target: self.0, amount: 7 });
        guard.defer(EndPhase);
        guard.end()
    }
}

impl Phase for EffectPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.sum += u64::from(self.target ^ self.amount);
        guard.end()
    }
}

impl Phase for EndPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// Phases in a turn.
const PHASES: u32 = 13;

const WORLD: World = World { left: TURNS, sum: 0 };

fn plain(mut phases: PhaseManager<World>) -> Duration {
    let mut world = WORLD;
    phases.push(TurnPhase);
    let start = Instant::now();
    phases.run(&mut world).expect("nothing fails");
    black_box(world.sum);
    start.elapsed()
}

fn recorded(prepare: fn(Recorder<World>) -> Recorder<World>) -> Duration {
    let mut recorder = prepare(Recorder::new(PhaseManager::new(), WORLD));
    recorder.push(TurnPhase).expect("it can be written");
    let start = Instant::now();
    recorder.run().expect("nothing fails");
    black_box(recorder.world().sum);
    start.elapsed()
}

fn observed() -> PhaseManager<World> {
    let mut phases = PhaseManager::new();
    phases.observe(|event, _| {
        black_box(event.id);
    });
    phases
}

/// A game, and how long it takes.
type Game = (&'static str, fn() -> Duration);

fn main() {
    let games: [Game; 4] = [
        ("alone", || plain(PhaseManager::new())),
        ("an observer that does nothing", || plain(observed())),
        ("recorded", || recorded(|recorder| recorder)),
        ("recorded with digests", || recorded(Recorder::digests)),
    ];
    let mut best = [Duration::MAX; 4];
    for _ in 0..ROUNDS {
        for ((_, play), best) in games.iter().zip(&mut best) {
            *best = (*best).min(play());
        }
    }
    let nanos = best.map(|best| best.as_secs_f64() * 1e9 / f64::from(TURNS * PHASES));
    for ((name, _), nanos_a_phase) in games.iter().zip(nanos) {
        let beyond = nanos_a_phase - nanos[1];
        println!("{name:32} {nanos_a_phase:7.1} ns a phase, {beyond:6.1} beyond the observer");
    }
    let mut recorder = Recorder::new(PhaseManager::new(), WORLD);
    recorder.push(TurnPhase).expect("it can be written");
    recorder.run().expect("nothing fails");
    let size = u32::try_from(recorder.recording().size()).expect("it is far less");
    println!("{:.1} bytes a phase", f64::from(size) / f64::from(TURNS * PHASES));
}
