use phase_core::prelude::*;

#[phase(leaf)]
#[derive(Debug)]
pub struct MovePhase;

impl Unshifts<MovePhase> for MovePhase {}

fn main() {}
