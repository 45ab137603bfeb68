//! What `asks` and `secret` write brings along all that it names, satisfies whatever the user demands of their own code,
//! and is not misled by names of theirs.

#![no_implicit_prelude]
#![forbid(unsafe_code, unused_imports, unused_qualifications)]
#![deny(
    warnings,
    missing_docs,
    non_local_definitions,
    rust_2018_idioms,
    rust_2024_compatibility,
    trivial_casts,
    unused,
    unused_results
)]

extern crate phase_core as phases;

use ::phases::prelude::{Asks, EndGuard as Guard, Flow as Course, PhaseManager, RunStatus, Seat, Step};
use ::std::prelude::v1::derive;

/// The world.
#[derive(Debug, Clone, Copy)]
pub struct Battle;

/// Names that the expansion must not come upon.
#[derive(Debug, Clone, Copy)]
pub enum EndGuard {}

/// Likewise.
pub trait Phase {
    /// Of every type.
    const __PHASE_ASKING: u8 = 0;

    /// Of every type.
    fn ask(&self) {}

    /// Of every type.
    fn start(&mut self) {}
}

impl<T> Phase for T {}

/// A player confirms.
#[::phases::phase(world = Battle, crate = ::phases, leaf, asks, secret)]
#[derive(Debug)]
pub struct ConfirmPhase {}

impl Asks for ConfirmPhase {
    type Answer = bool;

    fn answer(&mut self, _: Seat, _: bool, guard: Guard<'_, Self>) -> Course<Self> {
        guard.end()
    }
}

#[::phases::phase(world = Battle, crate = ::phases, asks)]
#[derive(Debug, Clone, Copy)]
enum RollPhase {
    Dice { sides: u32 },
}

impl Asks for RollPhase {
    type Answer = u32;

    fn seats(&self, _: &Battle) -> ::std::vec::Vec<Seat> {
        ::std::vec![Seat::Chance]
    }

    fn answer(&mut self, _: Seat, rolled: u32, guard: Guard<'_, Self>) -> Course<Self> {
        let Self::Dice { sides } = self;
        ::std::assert!(rolled <= *sides);
        guard.end()
    }
}

fn main() {
    let mut phases = PhaseManager::new();
    phases.push(ConfirmPhase {});
    phases.push(RollPhase::Dice { sides: 6 });
    let asks = |phases: &mut PhaseManager<Battle>| {
        ::std::matches!(phases.run(&mut Battle), ::std::result::Result::Ok(RunStatus::Asking))
    };
    ::std::assert!(asks(&mut phases));
    let step = phases.answer::<ConfirmPhase>(&mut Battle, Seat::Player(0), true).unwrap();
    ::std::assert_eq!(step, Step::Ended("ConfirmPhase"));
    ::std::assert!(asks(&mut phases));
    let step = phases.answer::<RollPhase>(&mut Battle, Seat::Chance, 6).unwrap();
    ::std::assert_eq!(step, Step::Ended("RollPhase"));
}
