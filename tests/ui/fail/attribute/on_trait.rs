use phase_core::prelude::*;

#[phase]
pub trait Move {}

fn main() {}
