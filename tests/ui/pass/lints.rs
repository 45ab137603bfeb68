//! The expansion satisfies whatever the user demands of their own code.

#![forbid(unsafe_code, unused_imports, unused_qualifications, missing_docs)]
#![deny(
    warnings,
    let_underscore_drop,
    missing_debug_implementations,
    missing_copy_implementations,
    non_local_definitions,
    rust_2018_idioms,
    rust_2024_compatibility,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unused,
    unused_results,
    variant_size_differences
)]

use phase_core::prelude::*;

/// The world.
#[derive(Debug)]
#[non_exhaustive]
pub struct Battle {}

/// A battler uses its move.
#[phase(world = Battle, unshifts(WaitPhase), pushes(WaitPhase), common, ordered)]
#[derive(Debug)]
#[non_exhaustive]
pub struct MovePhase {}

impl Phase for MovePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Ordered for MovePhase {
    type Key = u8;
    fn key(&self, _: &Battle) -> u8 {
        0
    }
}

#[phase(world = Battle)]
#[derive(Debug)]
struct WaitPhase;

impl Phase for WaitPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for WaitPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {
    let mut phases = PhaseManager::new();
    phases.push(WaitPhase);
    phases.push(MovePhase {});
    assert!(matches!(phases.run(&mut Battle {}), Ok(RunStatus::Waiting)));
}
