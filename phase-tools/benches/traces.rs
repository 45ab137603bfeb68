//! What observing costs: a turn of phases alone, with an observer that does nothing, and with traces.
//!
//! `cargo bench -p phase-tools --bench traces`
#![allow(missing_docs, reason = "a program")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use phase_core::prelude::*;
use phase_tools::Trace;

const TURNS: u32 = 1_000;
/// Of so many rounds the fastest counts; all games take turns in each.
const ROUNDS: usize = 301;

#[phase(world = u64, unshifts(MovePhase))]
#[derive(Debug)]
struct TurnPhase(#[expect(dead_code, reason = "shown")] u32);

#[phase(world = u64, unshifts(EffectPhase), defers(EndPhase))]
#[derive(Debug)]
struct MovePhase(u32);

#[phase(world = u64, leaf)]
#[derive(Debug)]
struct EffectPhase {
    target: u32,
    amount: u32,
}

#[phase(world = u64, leaf)]
#[derive(Debug)]
struct EndPhase;

#[phase(world = u64, pushes(LinkPhase))]
#[derive(Debug)]
struct LinkPhase(u32);

impl Phase for LinkPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.0 > 0 {
            guard.push(LinkPhase(self.0 - 1));
        }
        guard.end()
    }
}

impl Phase for TurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for battler in 0..4 {
            guard.unshift(MovePhase(battler));
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
        *guard.world += u64::from(self.target ^ self.amount);
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

fn turns(phases: &mut PhaseManager<u64>) -> Duration {
    let mut world = 0;
    let start = Instant::now();
    for turn in 0..TURNS {
        phases.push(TurnPhase(turn));
        phases.run(&mut world).expect("nothing fails");
    }
    black_box(world);
    start.elapsed()
}

fn main() {
    let mut games = [
        "alone",
        "an observer that does nothing",
        "names only, 1 MB",
        "names only, beside another game",
        "with text, 1 MB",
    ]
    .map(|name| (name, PhaseManager::<u64>::new(), Duration::MAX));
    games[1].1.observe(|event, _| {
        black_box(event.id);
    });
    Trace::bounded(1 << 20).names_only().attach(&mut games[2].1);
    let (shared, mut other) = (Trace::bounded(1 << 20).names_only(), PhaseManager::<u64>::new());
    shared.attach(&mut other);
    shared.attach(&mut games[3].1);
    Trace::bounded(1 << 20).attach(&mut games[4].1);
    for _ in 0..ROUNDS {
        for (_, phases, best) in &mut games {
            *best = (*best).min(turns(phases));
        }
    }
    let alone = games[0].2.as_secs_f64();
    for (name, _, best) in &games {
        let nanos = best.as_secs_f64() * 1e9 / f64::from(TURNS * PHASES);
        println!("{name:32} {nanos:7.1} ns a phase, {:5.2} times", best.as_secs_f64() / alone);
    }
    for trace in [Trace::new().names_only(), Trace::new()] {
        let mut phases = PhaseManager::new();
        trace.attach(&mut phases);
        for turn in 0..1_000_000_u32.div_ceil(PHASES) {
            phases.push(TurnPhase(turn));
            phases.run(&mut 0).expect("nothing fails");
        }
        let mut slowest = Duration::ZERO;
        let ids: Vec<_> = trace.events().iter().map(|event| event.id).collect();
        for id in ids.iter().step_by(101) {
            let ask = || {
                let start = Instant::now();
                black_box(trace.why(*id));
                start.elapsed()
            };
            // What else the machine does is not to count.
            slowest = slowest.max(ask().min(ask()).min(ask()));
        }
        println!("why, of 1,000,000 phases: {slowest:?} at most in {} questions", ids.len() / 101);
    }
    let (trace, mut phases) = (Trace::new().names_only(), PhaseManager::new());
    trace.attach(&mut phases);
    phases.push(LinkPhase(1_000_000));
    phases.run(&mut 0).expect("nothing fails");
    let last = trace.last::<LinkPhase>().expect("it is kept");
    let asked = (0..21).map(|_| {
        let start = Instant::now();
        black_box(trace.why(last));
        start.elapsed()
    });
    println!("why, by 1,000 phases of a chain of 1,000,000: {:?}", asked.min().expect("it was asked"));
}
