use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

fn forge() -> Flow<MovePhase> {
    Flow { decision: (), phase: std::marker::PhantomData }
}
fn main() {}
