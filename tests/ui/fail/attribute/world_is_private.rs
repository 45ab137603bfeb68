use phase_core::prelude::*;

struct Battle;

#[phase(world = Battle)]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
