use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

fn forge<'run>(world: &'run mut (), queue: Queue<'run, MovePhase>) -> EndGuard<'run, MovePhase> {
    EndGuard { world, queue }
}
fn main() {}
