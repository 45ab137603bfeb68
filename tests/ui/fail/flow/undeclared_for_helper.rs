mod phases;
use phase_core::prelude::*;
use phases::{DamagePhase, FaintPhase};

#[phase(defers(DamagePhase))]
#[derive(Debug)]
pub struct MovePhase;
impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        queue_faint(&mut guard.queue);
        guard.end()
    }
}
fn queue_faint<P: Phase<World = ()> + Defers<FaintPhase>>(queue: &mut Queue<'_, P>) { queue.defer(FaintPhase); }
fn main() {}
