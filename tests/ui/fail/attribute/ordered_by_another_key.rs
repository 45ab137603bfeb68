use phase_core::prelude::*;

pub struct Triggers;

impl OrderGroup for Triggers {
    type Key = u32;
}

#[phase(ordered(Triggers))]
#[derive(Debug)]
pub struct BurnPhase(i64);

impl Phase for BurnPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
}

impl Ordered for BurnPhase {
    type Key = i64;
    fn key(&self, _: &()) -> i64 { self.0 }
}
fn main() {}
