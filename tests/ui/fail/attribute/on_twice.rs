use phase_core::prelude::*;

#[phase]
#[phase(name = "Move")]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
