//! `chain_limit` in a save that somebody has written.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

/// Unshifts as many of its like as it says, one after the other, and waits.
#[phase(world = u32, unshifts(RopePhase), save)]
#[derive(Debug, Serialize, Deserialize)]
struct RopePhase(u32);

impl Phase for RopePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let Some(left) = self.0.checked_sub(1) else { return guard.wait() };
        guard.unshift(RopePhase(left));
        guard.end()
    }
}

impl Waits for RopePhase {
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(RopePhase(0));
        guard.end()
    }
}

#[test]
fn gaps_that_stand_for_more_phases_than_there_can_be_are_a_long_chain() {
    let mut phases = PhaseManager::new();
    phases.push(RopePhase(8));
    phases.run(&mut 0).unwrap();
    let mut save = serde_json::to_value(phases.snapshot().unwrap()).unwrap();
    let causes = &mut save["causes"];
    causes["last_id"] = (u64::MAX / 4).into();
    for link in causes["line"].as_array_mut().unwrap().iter_mut().take(7) {
        *link = serde_json::json!({ "id": u64::MAX / 4, "level": link["level"], "line": link["line"] });
    }
    let mut phases = PhaseManager::<u32>::restore(&save).unwrap().chain_limit(1_000);
    let error = phases.run(&mut 0).unwrap_err();
    assert!(matches!(error, RunError::ChainLimit { limit: 1_000, .. }), "{error}");
}
