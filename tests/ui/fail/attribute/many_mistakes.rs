use phase_core::prelude::*;

pub struct Battle { pub turn: u32 }
#[phase(wrold = (), world =, name = Move, unshifts(Self 5), leaf = no, clone())]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.turn += 1;
        guard.unshift(Self);
        guard.end()
    }
}
fn main() {}
