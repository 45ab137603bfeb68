use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let flow = guard.end();
        guard.unshift(MovePhase);
        flow
    }
}
fn main() {}
