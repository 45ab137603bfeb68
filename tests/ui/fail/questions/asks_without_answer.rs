use phase_core::prelude::*;

#[phase(asks)]
#[derive(Debug)]
pub struct CommandPhase;
fn main() {}
