use phase_core::prelude::*;

pub struct Scene {
    playing: Option<Ticket>,
}

#[phase(world = Scene, clone)]
#[derive(Debug, Clone)]
pub struct ChoicePhase;

impl Phase for ChoicePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|scene, ticket| scene.playing = Some(ticket))
    }

    fn on_restore(&mut self, scene: &mut Scene, ticket: Ticket) {
        scene.playing = Some(ticket);
    }
}
fn main() {}
