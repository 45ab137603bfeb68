//! The smallest program there is: one phase, which logs when it starts and when it ends.

use phase_core::prelude::*;

/// Says what it does.
#[phase]
#[derive(Debug)]
struct FooPhase;

impl Phase for FooPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        println!("foo: the phase has started");
        guard.end()
    }

    fn on_end(&mut self, (): &mut (), _: &mut Queue<'_, Self>) {
        println!("foo: the phase has ended");
    }
}

fn main() -> Result<(), RunError> {
    let mut phases = PhaseManager::new();
    phases.push(FooPhase);
    phases.run(&mut ())?;
    Ok(())
}
