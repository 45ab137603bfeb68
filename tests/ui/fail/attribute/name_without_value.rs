use phase_core::prelude::*;

pub struct Battle { pub turn: u32 }

#[phase(world = Battle, name)]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.turn += 1;
        guard.end()
    }
}
fn main() {}
