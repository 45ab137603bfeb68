use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct HitPhase<const N: usize>;

impl<const N: usize> Phase for HitPhase<N> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {}
