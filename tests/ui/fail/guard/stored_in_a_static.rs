use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct MovePhase;

static KEPT: std::sync::Mutex<Option<EndGuard<'static, MovePhase>>> = std::sync::Mutex::new(None);

fn keep(guard: EndGuard<'_, MovePhase>) {
    *KEPT.lock().unwrap() = Some(guard);
}
fn main() {}
