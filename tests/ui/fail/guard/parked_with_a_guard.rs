//! A phase that is set aside is told so, and has nothing to decide.

use phase_core::prelude::*;

#[phase]
#[derive(Debug)]
struct MenuPhase;

impl Phase for MenuPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }

    fn on_park(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Waits for MenuPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

fn main() {}
