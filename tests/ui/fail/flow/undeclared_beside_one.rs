mod phases;
use phase_core::prelude::*;

#[phase(unshifts(phases::DamagePhase))]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(phases::FaintPhase);
        guard.end()
    }
}

fn main() {}
