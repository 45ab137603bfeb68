use phase_core::prelude::*;

#[phase(unshifts(FaintPhase))]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
