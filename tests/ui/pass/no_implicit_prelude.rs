#![no_implicit_prelude]
//! The expansion brings along all that it names.

use ::phase_core::prelude::*;

pub struct Battle;

/// A battler uses its move.
#[phase(world = Battle, unshifts(HitPhase), defers(HitPhase), common)]
#[derive(::std::fmt::Debug)]
pub struct MovePhase {
    pub user: usize,
}

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(HitPhase::Hard(1));
        guard.end()
    }
}

#[phase(world = Battle)]
#[derive(::std::fmt::Debug)]
pub enum HitPhase {
    Hard(u8),
}

impl Phase for HitPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {
    let mut phases = PhaseManager::new();
    phases.push(MovePhase { user: 1 });
    ::std::assert!(::std::matches!(phases.run(&mut Battle), ::std::result::Result::Ok(RunStatus::Idle)));
}
