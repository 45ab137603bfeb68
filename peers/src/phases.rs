//! The turn as phases, as in the benchmark `turn` of phase-core.

use phase_core::prelude::*;

use crate::world::World;

pub(crate) fn play(mut world: World) -> World {
    let mut phases = PhaseManager::new().when_empty(|world: &mut World| TurnStartPhase(world.turns_left));
    match phases.run(&mut world) {
        Ok(RunStatus::Halted) => world,
        other => panic!("the game did not end: {other:?}"),
    }
}

#[phase(world = World, pushes(MovePhase))]
#[derive(Debug)]
struct TurnStartPhase(u32);

impl Phase for TurnStartPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(0, self.0);
        guard.world.turns_left -= 1;
        for user in 0..4 {
            guard.push(MovePhase(user));
        }
        guard.end()
    }
}

#[phase(world = World, unshifts(MoveEffectPhase, MoveEndPhase))]
#[derive(Debug)]
struct MovePhase(u32);

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(1, self.0);
        guard.unshift(MoveEffectPhase(self.0));
        guard.unshift(MoveEndPhase(self.0));
        guard.end()
    }
}

#[phase(world = World, unshifts(MoveReflectPhase), defers(FaintPhase))]
#[derive(Debug)]
struct MoveEffectPhase(u32);

impl Phase for MoveEffectPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(2, self.0);
        guard.unshift(MoveReflectPhase(self.0));
        guard.defer(FaintPhase(self.0));
        guard.end()
    }
}

#[phase(world = World, leaf)]
#[derive(Debug)]
struct MoveReflectPhase(u32);

impl Phase for MoveReflectPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(3, self.0);
        guard.end()
    }
}

#[phase(world = World, leaf)]
#[derive(Debug)]
struct FaintPhase(u32);

impl Phase for FaintPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(4, self.0);
        guard.end()
    }
}

#[phase(world = World, leaf)]
#[derive(Debug)]
struct MoveEndPhase(u32);

impl Phase for MoveEndPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(5, self.0);
        // The last move of the last turn ends the workload, where the others see that nothing is left.
        if guard.world.turns_left == 0 && guard.queue.is_empty() {
            guard.queue.halt();
        }
        guard.end()
    }
}
