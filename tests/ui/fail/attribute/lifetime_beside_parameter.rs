use phase_core::prelude::*;

#[phase(world = u32, unshifts(HitPhase<'static, T>))]
#[derive(Debug)]
pub struct HitPhase<'a, T>(&'a T);

impl<T: std::fmt::Debug + Send + Sync + 'static> Phase for HitPhase<'static, T> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        guard.end()
    }
}

fn main() {}
