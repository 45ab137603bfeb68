//! What the inspector costs a game that runs at full speed, in a real terminal: the time that its thread works from the first phase
//! to the last.
//!
//! `cargo bench -p phase-tools --features inspector --bench inspector` plays games a few times alone, and under inspection, each of which
//! ends with `q`.
#![allow(missing_docs, reason = "a program")]

use std::fs;
use std::io;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use phase_core::prelude::*;
use phase_tools::Inspector;

/// A game whose phases do as much as `work` says.
#[derive(Debug, Clone)]
struct Game {
    begun: Option<Duration>,
    took: Option<Duration>,
    work: u32,
    sum: u64,
}

#[phase(world = Game, unshifts(MovePhase), pushes(Self, LastPhase), clone)]
#[derive(Debug, Clone)]
struct TurnPhase(u32);

#[phase(world = Game, unshifts(EffectPhase), defers(EndPhase), clone)]
#[derive(Debug, Clone)]
struct MovePhase(u32);

#[phase(world = Game, leaf, clone)]
#[derive(Debug, Clone)]
struct EffectPhase(u32);

#[phase(world = Game, leaf, clone)]
#[derive(Debug, Clone)]
struct EndPhase;

#[phase(world = Game, leaf, clone)]
#[derive(Debug, Clone)]
struct LastPhase;

/// Phases in a turn.
const PHASES: u32 = 13;

impl Phase for TurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if guard.world.begun.is_none() {
            guard.world.begun = Some(worked());
        }
        for battler in 0..4 {
            guard.unshift(MovePhase(battler));
        }
        match self.0 {
            0 => guard.push(LastPhase),
            left => guard.push(Self(left - 1)),
        }
        guard.end()
    }
}

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(EffectPhase(self.0));
        guard.defer(EndPhase);
        guard.end()
    }
}

impl Phase for EffectPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        for round in 0..guard.world.work {
            guard.world.sum = guard
                .world
                .sum
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(u64::from(self.0 ^ round));
        }
        guard.end()
    }
}

impl Phase for EndPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Phase for LastPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.took = guard.world.begun.map(|begun| worked().saturating_sub(begun));
        guard.end()
    }
}

/// How long this thread has worked, where the system tells, and else how late it is: what else the machine does is not to count.
fn worked() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}

/// Of so many rounds the fastest counts.
const ROUNDS: u32 = 4;

fn main() -> io::Result<()> {
    for (turns, work) in [(4_000_000, 0), (400_000, 100), (60_000, 1_500)] {
        let begin = || {
            let mut phases = PhaseManager::new();
            phases.push(TurnPhase(turns));
            (phases, Game { begun: None, took: None, work, sum: 1 })
        };
        let [mut run, mut stepped, mut attached, mut inspected] = [Duration::MAX; 4];
        for _ in 0..ROUNDS {
            let (mut phases, mut game) = begin();
            phases.run(&mut game).expect("nothing fails");
            run = run.min(game.took.unwrap_or(run));
            let (mut phases, mut game) = begin();
            while phases.step(&mut game).expect("nothing fails") != Step::Idle {}
            stepped = stepped.min(game.took.unwrap_or(stepped));
            let (mut phases, mut game) = begin();
            let (empty, any) = begin();
            let mut inspector = Inspector::new(empty, any).remember(64 << 20).running().attach()?;
            inspector.run(&mut phases, &mut game).expect("nothing fails");
            drop(inspector);
            attached = attached.min(game.took.unwrap_or(attached));
            let (phases, game) = begin();
            let (_, game) = Inspector::new(phases, game).remember(64 << 20).running().run()?;
            inspected = inspected.min(game.took.unwrap_or(inspected));
        }
        let nanos = |took: Duration| took.as_secs_f64() * 1e9 / f64::from(turns * PHASES);
        let [run, stepped, attached, inspected] = [run, stepped, attached, inspected].map(nanos);
        let more = |took: f64| (took / run - 1.0) * 100.0;
        println!(
            "a phase: {run:.1} ns in a run, {stepped:.1} step by step, {attached:.1} attached ({:+.1} %), \
             {inspected:.1} under inspection ({:+.1} %)",
            more(attached),
            more(inspected)
        );
    }
    short_runs()
}

/// A main loop that has next to nothing to run each time, alone and with an inspector attached.
fn short_runs() -> io::Result<()> {
    const RUNS: u32 = 300_000;
    let game = || Game { begun: None, took: None, work: 0, sum: 1 };
    let [mut alone, mut attached] = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let (mut phases, mut world) = (PhaseManager::new(), game());
        let begin = worked();
        for _ in 0..RUNS {
            phases.push(EndPhase);
            phases.run(&mut world).expect("nothing fails");
        }
        alone = alone.min(worked().saturating_sub(begin));
        let (mut phases, mut world) = (PhaseManager::new(), game());
        let mut inspector =
            Inspector::new(PhaseManager::new(), game()).remember(64 << 20).running().attach()?;
        let begin = worked();
        for _ in 0..RUNS {
            phases.push(EndPhase);
            inspector.run(&mut phases, &mut world).expect("nothing fails");
        }
        attached = attached.min(worked().saturating_sub(begin));
    }
    let nanos = |took: Duration| took.as_secs_f64() * 1e9 / f64::from(RUNS);
    println!("a call of `run`: {:.0} ns alone, {:.0} attached", nanos(alone), nanos(attached));
    Ok(())
}
