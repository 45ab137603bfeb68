use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

#[phase]
#[derive(Debug)]
pub struct FaintPhase;

fn faint(guard: EndGuard<'_, FaintPhase>) -> Flow<MovePhase> {
    guard.end()
}
fn main() {}
