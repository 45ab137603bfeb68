use phase_core::prelude::*;

#[phase(asks)]
#[derive(Debug)]
pub struct CommandPhase;

impl Phase for CommandPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.ask()
    }
}

impl Asks for CommandPhase {
    type Answer = u32;

    fn answer(&mut self, _: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}
fn main() {}
