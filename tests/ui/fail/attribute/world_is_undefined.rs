use phase_core::prelude::*;

#[phase(world = Battle, leaf)]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
