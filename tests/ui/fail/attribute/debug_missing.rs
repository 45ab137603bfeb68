use phase_core::prelude::*;

#[phase]
pub struct MovePhase;

fn main() {}
