mod phases;
use phase_core::prelude::*;
use phases::*;

#[phase(defers(FaintPhase))]
#[derive(Debug)]
pub struct HitPhase {
    turn: Option<Scope<'static, HitPhase>>,
}

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.turn = guard.queue.within::<TurnPhase>();
        guard.end()
    }
}

fn main() {}
