//! What the misuses have in common.

use phase_core::prelude::*;

pub struct Battle;

#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    Fight,
    Flee,
}

#[phase(world = Battle, asks)]
#[derive(Debug)]
pub struct CommandPhase;

impl Asks for CommandPhase {
    type Answer = Command;

    fn answer(&mut self, _: Seat, _: Command, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}
