//! A trait of the user's that gives every type a constant does not get in the way.

use phase_core::prelude::*;

trait Versioned {
    const UPDATE: u8 = 0;
    const NAME: u8 = 0;
}

impl<T> Versioned for T {}

#[phase]
#[derive(Debug)]
struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {
    assert_eq!(<MovePhase as PhaseInfo>::NAME, "MovePhase");
    assert_eq!(<MovePhase as Versioned>::UPDATE + <MovePhase as Versioned>::NAME, 0);
}
