use phase_core::prelude::*;

#[phase(leaf, save(alais = "OldMovePhase"))]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
