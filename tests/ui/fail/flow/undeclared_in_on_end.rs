mod phases;
use phase_core::prelude::*;

#[phase(unshifts(phases::DamagePhase))]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    fn on_end(&mut self, _: &mut (), queue: &mut Queue<'_, Self>) {
        queue.defer(phases::FaintPhase);
    }
}

fn main() {}
