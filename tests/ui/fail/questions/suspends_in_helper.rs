use phase_core::prelude::*;

pub struct Scene {
    playing: Option<Ticket>,
}

pub fn play<P: Phase<World = Scene>>(guard: EndGuard<'_, P>) -> Flow<P> {
    guard.suspend(|scene, ticket| scene.playing = Some(ticket))
}
fn main() {}
