use phase_core::prelude::*;

/// The world of another game.
pub struct Overworld;

#[phase(world = Overworld)]
#[derive(Debug)]
pub struct WalkPhase;

#[phase(leaf)]
#[derive(Debug)]
pub struct HitPhase;

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if let Some(mut walk) = guard.queue.within::<WalkPhase>() {
            walk.skip();
        }
        guard.end()
    }
}

fn main() {}
