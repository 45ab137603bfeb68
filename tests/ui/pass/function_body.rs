//! Phases and their world inside a function, twice under one name.

#![deny(warnings)]

use phase_core::prelude::*;

fn play() -> u32 {
    struct Local(u32);

    #[phase(world = Local, unshifts(Self))]
    #[derive(Debug)]
    struct CountPhase(u32);

    impl Phase for CountPhase {
        fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.world.0 += 1;
            if self.0 > 0 {
                guard.unshift(CountPhase(self.0 - 1));
            }
            guard.end()
        }
    }

    let mut world = Local(0);
    let mut phases = PhaseManager::new();
    phases.push(CountPhase(2));
    phases.run(&mut world).unwrap();
    world.0
}

fn main() {
    #[phase]
    #[derive(Debug)]
    struct CountPhase;

    impl Phase for CountPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let mut phases = PhaseManager::new();
    phases.push(CountPhase);
    phases.run(&mut ()).unwrap();
    assert_eq!(play(), 3);
}
