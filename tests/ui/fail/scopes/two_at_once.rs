mod phases;
use phase_core::prelude::*;
use phases::*;

#[phase(defers(FaintPhase))]
#[derive(Debug)]
pub struct HitPhase;

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let inner = guard.queue.within::<TurnPhase>();
        let outer = guard.queue.within::<HitPhase>();
        if let (Some(mut inner), Some(mut outer)) = (inner, outer) {
            inner.skip();
            outer.defer(FaintPhase);
        }
        guard.end()
    }
}

fn main() {}
