use phase_core::prelude::*;

#[phase(leaf)]
#[derive(Debug)]
pub struct HitPhase<T>(T);

impl<T: std::fmt::Debug + Send + Sync + 'static> Phase for HitPhase<T> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[phase(unshifts(HitPhase<u8>))]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(HitPhase(1_u8));
        guard.unshift(HitPhase("hard"));
        guard.end()
    }
}

fn main() {}
