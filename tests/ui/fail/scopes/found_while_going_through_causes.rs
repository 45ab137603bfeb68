mod phases;
use phase_core::prelude::*;
use phases::*;

#[phase(leaf)]
#[derive(Debug)]
pub struct HitPhase;

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for cause in guard.queue.causes() {
            if cause.is::<TurnPhase>() {
                guard.queue.scope(cause.id()).unwrap().skip();
            }
        }
        guard.end()
    }
}

fn main() {}
