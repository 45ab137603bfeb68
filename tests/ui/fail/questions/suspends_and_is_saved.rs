use phase_core::prelude::*;

pub struct Scene {
    playing: Option<Ticket>,
}

#[phase(world = Scene, save)]
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub struct ChoicePhase;

impl Phase for ChoicePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|scene, ticket| scene.playing = Some(ticket))
    }
}
fn main() {}
