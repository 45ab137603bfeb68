use phase_core::prelude::*;

pub struct Battle;

#[phase]
#[derive(Debug)]
pub struct WalkPhase;

fn walks(phases: &PhaseManager<Battle>) -> bool {
    phases.contains::<WalkPhase>(|_| true)
}
fn main() {}
