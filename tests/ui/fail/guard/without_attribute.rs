use phase_core::prelude::*;

#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {}
