use phase_core::prelude::*;

pub struct Potion;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(Potion);
        guard.queue.insert_before::<MovePhase>(Potion);
        guard.end()
    }
}

fn main() {}
