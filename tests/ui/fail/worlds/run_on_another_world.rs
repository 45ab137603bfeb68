use phase_core::prelude::*;

pub struct Battle;
pub struct Field;

fn play(phases: &mut PhaseManager<Battle>, field: &mut Field) {
    let _ = phases.run(field);
}

fn main() {}
