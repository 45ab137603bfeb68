mod phases;
use phase_core::prelude::*;
use phases::FaintPhase;

#[phase(unshifts(FaintPhase, phases::FaintPhase))]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
