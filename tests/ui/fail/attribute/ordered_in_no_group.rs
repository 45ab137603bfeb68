use phase_core::prelude::*;

pub struct Triggers;

#[phase(ordered(Triggers))]
#[derive(Debug)]
pub struct BurnPhase(u32);

impl Phase for BurnPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
}

impl Ordered for BurnPhase {
    type Key = u32;
    fn key(&self, _: &()) -> u32 { self.0 }
}
fn main() {}
