#![deny(unused_must_use)]
use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

fn finish(guard: EndGuard<'_, MovePhase>) {
    guard.end();
}

fn main() {}
