use phase_core::prelude::*;

pub struct Triggers;

impl OrderGroup for Triggers {
    type Key = u32;
}

#[phase(ordered(Triggers))]
#[derive(Debug)]
pub struct BurnPhase(u32);

impl Phase for BurnPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
}
fn main() {}
