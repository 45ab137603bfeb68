use phase_core::prelude::*;

pub struct Battle;

#[phase(world = &mut Battle)]
#[derive(Debug)]
struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {}
