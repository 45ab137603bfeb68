use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let world = guard.world;
        *world = ();
        guard.end()
    }
}
fn main() {}
