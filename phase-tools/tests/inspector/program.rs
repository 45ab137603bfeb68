//! A game under inspection whose host, and whose last phase, may panic: for checks in a real terminal.

use phase_core::prelude::*;
use phase_tools::Inspector;

#[phase(world = u32, pushes(Self, PanicPhase), clone)]
#[derive(Debug, Clone)]
struct CountPhase(u32);

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct PanicPhase;

impl Phase for CountPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        match self.0 {
            0 => guard.push(PanicPhase),
            left => guard.push(Self(left - 1)),
        }
        guard.end()
    }
}

impl Phase for PanicPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        panic!("{} was one too many", guard.world);
    }
}

fn main() -> std::io::Result<()> {
    let mut phases = PhaseManager::new();
    phases.push(CountPhase(2));
    // The lock is held as by a game that prints much.
    let _out = std::io::stdout().lock();
    let (phases, count) = Inspector::new(phases, 0)
        .remember(1 << 20)
        .act("panic, and catch it", |_, _| {
            let caught = std::panic::catch_unwind(|| panic!("caught"));
            drop(caught);
        })
        .run()?;
    println!("left at {count}, with {} phases", phases.len());
    Ok(())
}
