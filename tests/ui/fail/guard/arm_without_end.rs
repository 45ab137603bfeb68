use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match guard.queue.len() {
            0 => println!("but it failed"),
            _ => guard.end(),
        }
    }
}
fn main() {}
