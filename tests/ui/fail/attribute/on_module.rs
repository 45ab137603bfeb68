use phase_core::prelude::*;

#[phase]
mod moves {}

fn main() {}
