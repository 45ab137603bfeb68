use phase_core::prelude::*;

#[phase]
const MOVE: u8 = 1;

fn main() {}
