use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct FaintPhase;

#[phase(unshifts(FaintPhase))]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
