use phase_core::prelude::*;

#[derive(Default)]
pub struct Battle {
    hit: Option<Scope<'static, HitPhase>>,
}

#[phase(world = Battle, leaf)]
#[derive(Debug)]
pub struct HitPhase;

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.hit = guard.queue.within::<HitPhase>();
        guard.end()
    }
}

fn main() {}
