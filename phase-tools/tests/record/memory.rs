//! What a recording takes.

use phase_core::prelude::*;
use phase_tools::{Recorder, Recording};

/// A turn, and the next one.
#[phase(world = u32, pushes(LongTurnPhase), unshifts(QuickStepPhase), save)]
#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct LongTurnPhase;

#[phase(world = u32, leaf)]
#[derive(Debug)]
struct QuickStepPhase;

impl Phase for LongTurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for _ in 0..9 {
            guard.unshift(QuickStepPhase);
        }
        *guard.world -= 1;
        if *guard.world > 0 {
            guard.push(LongTurnPhase);
        }
        guard.end()
    }
}

impl Phase for QuickStepPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn a_long_game_is_small() {
    let mut recorder = Recorder::new(PhaseManager::new(), 1_000);
    recorder.push(LongTurnPhase).unwrap();
    recorder.run().unwrap();
    let recording = recorder.recording();
    assert_eq!(recording.steps(), 10_001);
    assert!(recording.size() < 50_000, "{}", recording.size());
    let mut copies = Vec::<Recording>::with_capacity(1);
    let taken = allocation_counter::measure(|| copies.push(recording.clone()));
    assert!(taken.bytes_total < 50_000 && taken.count_total < 10, "{taken:?}");
}

/// Asks, and has as many steps run as were answered.
#[phase(world = u32, unshifts(StepPhase), asks, save, clone)]
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
struct StepsPhase;

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct StepPhase;

impl Asks for StepsPhase {
    type Answer = u32;

    fn answer(&mut self, _: Seat, steps: u32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for _ in 0..steps {
            guard.unshift(StepPhase);
        }
        guard.end()
    }
}

impl Phase for StepPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// What a game of so many rounds of steps holds at its end besides its lines, in bytes; one round can be undone.
fn held(rounds: u32, steps: u32) -> i64 {
    let mut kept = None;
    let taken = allocation_counter::measure(|| {
        let mut recorder = Recorder::new(PhaseManager::new(), 0).undoable(1);
        for _ in 0..rounds {
            recorder.push(StepsPhase).unwrap();
            recorder.run().unwrap();
            recorder.answer::<StepsPhase>(Seat::Player(0), steps).unwrap();
            // The tree keeps the room for so many.
            recorder.run().unwrap();
        }
        assert_eq!(recorder.undos(), 1);
        kept = Some(recorder);
    });
    let lines = kept.unwrap().recording().size();
    // Room grows by doubling.
    taken.bytes_current - 2 * i64::try_from(lines).unwrap()
}

#[test]
fn what_nobody_can_go_back_to_takes_no_memory() {
    let (few, many) = (held(10, 100), held(2_000, 100));
    assert!(many < few + 10_000, "many rounds take {many} bytes, and a few take {few}");
}
