use phase_core::prelude::*;

#[phase(asks)]
#[derive(Debug)]
pub struct RollPhase;

impl Asks for RollPhase {
    type Answer = u32;

    fn answer(&mut self, _: Seat, rolled: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if rolled == 6 {
            guard.ask();
        }
    }
}
fn main() {}
