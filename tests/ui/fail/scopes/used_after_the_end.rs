mod phases;
use phase_core::prelude::*;
use phases::*;

#[phase(defers(FaintPhase))]
#[derive(Debug)]
pub struct HitPhase;

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let turn = guard.queue.within::<TurnPhase>();
        let flow = guard.end();
        if let Some(mut turn) = turn {
            turn.defer(FaintPhase);
        }
        flow
    }
}

fn main() {}
