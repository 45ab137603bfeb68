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
