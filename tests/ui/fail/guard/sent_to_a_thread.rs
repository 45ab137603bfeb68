use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

fn later(guard: EndGuard<'_, MovePhase>) {
    std::thread::spawn(move || { let _ = guard.end(); });
}
fn main() {}
