use phase_core::prelude::*;

pub struct Turn;

#[phase(leaf)]
#[derive(Debug)]
pub struct HitPhase;

impl Phase for HitPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let is_in_turn = guard.queue.within::<Turn>().is_some();
        if is_in_turn { guard.end() } else { guard.fail("outside") }
    }
}

fn main() {}
