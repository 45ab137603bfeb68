use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if guard.queue.is_empty() {
            guard.end()
        }
    }
}
fn main() {}
