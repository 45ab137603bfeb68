use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct CommandPhase;

impl Asks for CommandPhase {
    type Answer = u32;

    fn answer(&mut self, _: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}
fn main() {}
