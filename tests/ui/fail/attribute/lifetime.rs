use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
pub struct HitPhase<'a>(&'a str);

impl Phase for HitPhase<'static> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {}
