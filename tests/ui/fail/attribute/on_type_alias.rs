use phase_core::prelude::*;

#[phase]
type Move = u8;

fn main() {}
