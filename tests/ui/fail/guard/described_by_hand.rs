use phase_core::prelude::*;

#[derive(Debug)]
pub struct MovePhase;

impl PhaseInfo for MovePhase {
    type World = ();
    const NAME: &'static str = "MovePhase";
}

fn main() {}
