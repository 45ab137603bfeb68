use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase(u32);

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
}

impl Ordered for MovePhase {
    type Key = u32;
    fn key(&self, _: &()) -> u32 { self.0 }
}
fn main() {}
