use phase_core::prelude::*;

mod phases;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let next = AnyPhase::new(phases::FaintPhase);
        guard.push(next);
        guard.end()
    }
}

fn main() {}
