use phase_core::prelude::*;

pub struct Battle;
pub struct Field;

#[phase(world = Field)]
#[derive(Debug)]
pub struct WalkPhase;
impl Phase for WalkPhase { fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() } }

fn walk(phases: &mut PhaseManager<Battle>) {
    phases.push(WalkPhase);
}
fn main() {}
