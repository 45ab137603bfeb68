use phase_core::prelude::*;

pub struct MovePhase;

#[phase]
impl MovePhase {}

fn main() {}
