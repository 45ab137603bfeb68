//! How fast small games are explored, and what the harness costs.
//!
//! `cargo bench -p phase-testing --bench speed`

use std::time::Instant;

use phase_core::PhaseRef;
use phase_core::prelude::*;
use phase_testing::{Explorer, Play, explore};

use battle::CommandPhase;

#[allow(dead_code, unused_imports, reason = "most of it is for the tests")]
#[path = "../tests/play/battle.rs"]
mod battle;
#[allow(dead_code, unused_imports, reason = "most of it is for the tests")]
#[path = "../tests/explore/known_counts/sliding_puzzle.rs"]
mod sliding_puzzle;
#[allow(dead_code, unused_imports, reason = "most of it is for the tests")]
#[path = "../tests/explore/known_counts/tic_tac_toe.rs"]
mod tic_tac_toe;

fn main() {
    let phases = tic_tac_toe::new_game();
    let board = tic_tac_toe::Board::default();
    time("tic-tac-toe, every game", || explore(&phases, &board));
    time("tic-tac-toe, merged", || explore(&phases, &board).same_when(|board| *board));
    let phases = sliding_puzzle::new_game();
    let puzzle = sliding_puzzle::Puzzle::new(3, 3);
    time("8-puzzle", || explore(&phases, &puzzle).same_when(Clone::clone));
    harness();
    whole_battle();
}

/// A test that plays a double battle to its end: each creature hits the first foe that stands.
fn whole_battle() {
    let play = || {
        let mut play =
            Play::new(battle::new_battle(), battle::Field { hp: [90; 4], ..battle::Field::default() });
        while !play.phases.is_finished() {
            let asked = play.to_rest().phases.current().and_then(PhaseRef::downcast_ref::<CommandPhase>);
            let Some(&CommandPhase(who)) = asked else {
                if play.phases.question().is_some() {
                    play.answer::<battle::EffectPhase>(Seat::Chance, battle::Roll::Hits);
                }
                play.frames(1);
                continue;
            };
            let mut foes = if who < 2 { 2..4 } else { 0..2 };
            let target = foes.find(|&foe| play.world.hp[foe] > 0).unwrap_or(0);
            play.answer::<CommandPhase>(battle::seat(who), battle::Order::Hit { target, strength: 9 });
        }
        play.starts().len()
    };
    let runs = (0..20).map(|_| {
        let start = Instant::now();
        let phases = play();
        (start.elapsed(), phases)
    });
    let (time, phases) = runs.min().expect("there is a run");
    println!("a whole double battle under test: {phases} phases in {time:.1?}");
}

/// What the harness adds to a phase.
fn harness() {
    const PHASES: u32 = 100_000;
    let game = || {
        let mut phases = PhaseManager::new();
        for number in 0..PHASES / 2 {
            phases.push(OuterPhase(number));
        }
        phases
    };
    let timed = |run: &dyn Fn(PhaseManager<()>)| {
        let runs = (0..5).map(|_| {
            let phases = game();
            let start = Instant::now();
            run(phases);
            start.elapsed()
        });
        runs.min().unwrap_or_default() / PHASES
    };
    let alone = timed(&|mut phases| drop(phases.run(&mut ())));
    let played = timed(&|phases| {
        Play::new(phases, ()).to_rest();
    });
    println!("harness: {played:?} a phase, and {alone:?} without");
}

#[phase(unshifts(InnerPhase))]
#[derive(Debug)]
struct OuterPhase(u32);

#[phase(leaf)]
#[derive(Debug)]
#[allow(dead_code, reason = "it is shown")]
struct InnerPhase(u32);

impl Phase for OuterPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(InnerPhase(self.0));
        guard.end()
    }
}

impl Phase for InnerPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// The best of some runs with one thread.
fn time<'a, W: Clone + Send + 'static>(name: &str, explorer: impl Fn() -> Explorer<'a, W>) {
    let runs = (0..5).map(|_| {
        let start = Instant::now();
        let report = explorer().threads(1).run();
        (start.elapsed(), report.transitions)
    });
    let (time, transitions) = runs.min().expect("there is a run");
    let speed = transitions as u128 * 1_000_000 / time.as_micros().max(1);
    println!("{name}: {transitions} transitions in {time:.1?}, {speed} a second");
}
