mod phases;
use phase_core::prelude::*;

pub struct Battle;

#[phase(world = Battle, unshifts(phases::WalkPhase))]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
