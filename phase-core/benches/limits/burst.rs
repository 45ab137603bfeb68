//! A turn's phases on top of whatever else is queued.

use std::hint::black_box;

use phase_core::prelude::*;

use crate::turn::phases::small::MovePhase;
use crate::turn::world::World;

/// Moves in one burst.
pub(crate) const MOVES: u32 = 2_000;
/// Each burst of one move, that move and what follows from it, and the burst and the pause at the end.
pub(crate) const PHASES: u32 = MOVES * 6 + 2;

/// Unshifts a move, and itself anew.
#[phase(world = World, unshifts(MovePhase, BurstPhase))]
#[derive(Debug)]
struct BurstPhase(u32);

impl Phase for BurstPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.0 > 0 {
            guard.unshift(MovePhase(self.0 % 4));
            guard.unshift(BurstPhase(self.0 - 1));
        }
        guard.end()
    }
}

#[phase(world = World, leaf)]
#[derive(Debug)]
pub(crate) struct PausePhase;

impl Phase for PausePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.queue.halt();
        guard.end()
    }
}

/// Runs a burst, and the pause behind it: so that the next burst begins on the same level.
pub(crate) fn run(phases: &mut PhaseManager<World>) {
    let mut world = World::new(1);
    phases.unshift(BurstPhase(MOVES));
    run_to_pause(phases, black_box(&mut world));
    black_box(world);
}

pub(crate) fn run_to_pause(phases: &mut PhaseManager<World>, world: &mut World) {
    match phases.run(world) {
        Ok(RunStatus::Halted) => {}
        other => panic!("there was no pause: {other:?}"),
    }
}
