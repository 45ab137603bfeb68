use phase_core::prelude::*;

#[phase(leaf)]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(MovePhase);
        guard.queue.defer(MovePhase);
        guard.push(MovePhase);
        guard.end()
    }
}

fn main() {}
