use phase_core::prelude::*;

pub struct Battle;

#[phase]
#[derive(Debug)]
pub struct TurnStartPhase;
impl Phase for TurnStartPhase { fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() } }

fn play() -> PhaseManager<Battle> {
    PhaseManager::new().when_empty(|_: &mut Battle| TurnStartPhase)
}
fn main() {}
