use phase_core::prelude::*;

pub struct Battle { pub turn: u32 }

#[phase(world = Battle, unshift(MovePhase))]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(Self);
        guard.end()
    }
}
fn main() {}
