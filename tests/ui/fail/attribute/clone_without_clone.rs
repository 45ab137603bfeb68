use phase_core::prelude::*;

#[phase(leaf, clone)]
#[derive(Debug)]
pub struct MovePhase {
    user: usize,
}

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {}
