mod phases;
use phase_core::prelude::*;
use phases::*;

#[phase(defers(DamagePhase))]
#[derive(Debug)]
pub struct HitPhase;

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Some(mut turn) = guard.queue.within::<TurnPhase>() {
            turn.unshift(DamagePhase);
        }
        guard.end()
    }
}

fn main() {}
