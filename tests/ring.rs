//! A ring of phases, each of which queues the next, in a world that says when to stop.

use phase_core::prelude::*;

/// How many more phases the ring is to queue.
#[derive(Debug)]
pub struct Steps {
    left: usize,
}

impl Steps {
    /// Whether there is one left, which then is taken.
    pub fn take_one(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left -= usize::from(is_left);
        is_left
    }
}

/// Runs a ring from its first phase on, a few times round.
///
/// # Panics
///
/// If the ring stops early.
pub fn run(first: impl Phase<World = Steps>) {
    let mut phases = PhaseManager::new();
    phases.push(AnyPhase::new(first));
    let mut steps = Steps { left: 2_500 };
    assert_eq!(phases.run(&mut steps).expect("no phase of the ring fails"), RunStatus::Idle);
    assert_eq!(steps.left, 0);
}
