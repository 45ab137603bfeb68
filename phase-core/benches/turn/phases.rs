//! The same as phases.

/// A game whose phases all own a payload of one type.
macro_rules! game {
    ($payload:ty) => {
        use phase_core::prelude::*;

        use super::super::payload::Payload;
        use super::super::world::World;

        pub(crate) fn play(mut world: World) -> World {
            let mut phases = PhaseManager::new().when_empty(TurnStartPhase::of);
            match phases.run(&mut world) {
                Ok(RunStatus::Halted) => world,
                other => panic!("the game did not end: {other:?}"),
            }
        }

        #[phase(world = World, pushes(MovePhase))]
        #[derive(Debug)]
        pub(crate) struct TurnStartPhase($payload);

        impl TurnStartPhase {
            pub(crate) fn of(world: &mut World) -> Self {
                Self(Payload::of(world.turns_left))
            }
        }

        impl Phase for TurnStartPhase {
            fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(0, self.0.value());
                guard.world.turns_left -= 1;
                for user in 0..4 {
                    guard.push(MovePhase(Payload::of(user)));
                }
                guard.end()
            }
        }

        #[phase(world = World, unshifts(MoveEffectPhase, MoveEndPhase))]
        #[derive(Debug)]
        pub(crate) struct MovePhase(pub(crate) $payload);

        impl Phase for MovePhase {
            fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(1, self.0.value());
                guard.unshift(MoveEffectPhase(self.0.clone()));
                guard.unshift(MoveEndPhase(self.0.hand_on()));
                guard.end()
            }
        }

        #[phase(world = World, unshifts(MoveReflectPhase), defers(FaintPhase))]
        #[derive(Debug)]
        pub(crate) struct MoveEffectPhase($payload);

        impl Phase for MoveEffectPhase {
            fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(2, self.0.value());
                guard.unshift(MoveReflectPhase(self.0.clone()));
                guard.defer(FaintPhase(self.0.hand_on()));
                guard.end()
            }
        }

        #[phase(world = World, leaf)]
        #[derive(Debug)]
        pub(crate) struct MoveReflectPhase($payload);

        impl Phase for MoveReflectPhase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(3, self.0.value());
                guard.end()
            }
        }

        #[phase(world = World, leaf)]
        #[derive(Debug)]
        pub(crate) struct FaintPhase($payload);

        impl Phase for FaintPhase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(4, self.0.value());
                guard.end()
            }
        }

        #[phase(world = World, leaf)]
        #[derive(Debug)]
        pub(crate) struct MoveEndPhase($payload);

        impl Phase for MoveEndPhase {
            fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.note(5, self.0.value());
                // The last move of the last turn ends the workload, where the others see that nothing is left.
                if guard.world.turns_left == 0 && guard.queue.is_empty() {
                    guard.queue.halt();
                }
                guard.end()
            }
        }
    };
}

pub(crate) mod small {
    game!(u32);
}

pub(crate) mod full {
    game!(crate::turn::payload::Full);
}

pub(crate) mod large {
    game!(crate::turn::payload::Large);
}
