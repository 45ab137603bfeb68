//! What the attribute adds to the docs of a phase is no substitute for them.
#![deny(missing_docs)]
use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

fn main() {}
