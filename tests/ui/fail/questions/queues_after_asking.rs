use phase_core::prelude::*;

mod phases;
use phases::{Battle, Command, CommandPhase};

#[phase(world = Battle)]
#[derive(Debug)]
pub struct TurnPhase;

impl Phase for TurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let flow = guard.ask();
        guard.unshift(CommandPhase);
        flow
    }
}

impl Asks for TurnPhase {
    type Answer = Command;

    fn answer(&mut self, _: Seat, _: Command, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}
fn main() {}
