//! A ring of 1000 phases, each of which queues the next, compiles to a program that runs.
//!
//! The compiler follows the ring from phase to phase, which takes a higher recursion limit.

#![recursion_limit = "4096"]

use phase_core::prelude::*;

pub struct Steps {
    left: usize,
}

impl Steps {
    fn take_one(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left -= usize::from(is_left);
        is_left
    }
}

#[allow(unreachable_pub, reason = "generated")]
mod ring {
    use super::*;

    include!(concat!(env!("OUT_DIR"), "/ring_1000.rs"));
}

#[test]
fn a_ring_of_1000_phases_runs() {
    let mut phases = PhaseManager::new();
    phases.push(ring::Phase0);
    let mut steps = Steps { left: 2_500 };
    assert_eq!(phases.run(&mut steps).unwrap(), RunStatus::Idle);
    assert_eq!(steps.left, 0);
}
