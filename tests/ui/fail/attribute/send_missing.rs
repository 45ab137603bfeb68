use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase(*const u8);

fn main() {}
