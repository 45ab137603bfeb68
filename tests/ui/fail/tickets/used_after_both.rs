//! A ticket is given up for its two parts.

use phase_core::prelude::*;

#[derive(Default)]
pub struct Scene {
    playing: Vec<Ticket>,
}

#[phase(world = Scene)]
#[derive(Debug)]
struct ClashPhase;

impl Phase for ClashPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|scene, ticket| {
            let (attacker, defender) = ticket.both();
            scene.playing = vec![attacker, defender, ticket];
        })
    }
}

fn main() {}
