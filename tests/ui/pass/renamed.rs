//! The runtime under other names: renamed, and re-exported.

#![deny(warnings)]

extern crate phase_core as phases;

pub mod engine {
    pub use phases::*;
}

use engine::prelude::*;

#[phases::phase(crate = ::phases, unshifts(HitPhase))]
#[derive(Debug)]
pub struct MovePhase;

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(HitPhase);
        guard.end()
    }
}

#[phase(crate = crate::engine)]
#[derive(Debug)]
pub struct HitPhase;

impl Phase for HitPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {
    let mut phases = PhaseManager::new();
    phases.push(MovePhase);
    phases.run(&mut ()).unwrap();
}
