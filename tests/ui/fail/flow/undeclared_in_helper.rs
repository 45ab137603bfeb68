mod phases;
use phase_core::prelude::*;

pub fn queue_faint<P: Phase<World = ()>>(queue: &mut Queue<'_, P>) {
    queue.unshift(phases::FaintPhase);
}

fn main() {}
