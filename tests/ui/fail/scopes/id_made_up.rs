use phase_core::prelude::*;

#[phase(leaf)]
#[derive(Debug)]
pub struct HitPhase;

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Some(mut outer) = guard.queue.scope(1) {
            outer.skip();
        }
        guard.end()
    }
}

fn main() {}
