use phase_core::prelude::*;

#[phase(crate = ::phases)]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
