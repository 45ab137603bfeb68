use phase_core::prelude::*;

fn queue(phases: &mut PhaseManager<()>) {
    phases.push("MovePhase");
}

fn main() {}
