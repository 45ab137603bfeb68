use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct FaintPhase;

impl Phase for FaintPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

pub fn answer(phases: &mut PhaseManager<()>) {
    let _ = phases.answer::<FaintPhase>(&mut (), Seat::Player(0), 7);
}
fn main() {}
