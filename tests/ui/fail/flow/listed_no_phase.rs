use phase_core::prelude::*;

#[derive(Debug)]
pub struct Potion;

#[phase(unshifts(Potion), pushes(&'static str))]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
