use phase_core::prelude::*;

#[derive(Debug, PartialEq)]
pub struct Command;

#[phase(asks)]
#[derive(Debug)]
pub struct CommandPhase;

impl Asks for CommandPhase {
    type Answer = Command;

    fn answer(&mut self, _: Seat, _: Command, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}
fn main() {}
