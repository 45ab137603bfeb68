mod phases;
use phase_core::prelude::*;
use phases::*;

#[phase(leaf)]
#[derive(Debug)]
pub struct HitPhase;

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Some(turn) = guard.queue.within::<TurnPhase>() {
            turn.skip();
        }
        guard.end()
    }
}

fn main() {}
