use phase_core::prelude::*;

#[phase]
fn start() {}

fn main() {}
