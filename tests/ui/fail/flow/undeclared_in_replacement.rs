mod phases;
use phase_core::prelude::*;
use phases::FaintPhase;

#[phase(unshifts(Self))]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let _ = guard.queue.replace::<MovePhase, _>(|_| true, FaintPhase);
        guard.queue.insert_after::<MovePhase>(FaintPhase);
        guard.end()
    }
}
fn main() {}
