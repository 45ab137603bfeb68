use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct CommandPhase;

impl Phase for CommandPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.ask()
    }
}
fn main() {}
