mod phases;
use phase_core::prelude::*;

#[phase(defers(phases::DamagePhase, phases::MessagePhase))]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.defer(phases::FaintPhase);
        guard.end()
    }
}

fn main() {}
