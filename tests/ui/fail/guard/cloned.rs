use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

fn twice(guard: EndGuard<'_, MovePhase>) -> [Flow<MovePhase>; 2] {
    [guard.clone().end(), guard.end()]
}
fn main() {}
