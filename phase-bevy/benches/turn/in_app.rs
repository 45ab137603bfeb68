//! The workload of a turn in an app: phases on a plain world, and phases on bevy's.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::world::World as EcsWorld;
use phase_bevy::prelude::*;

use crate::turn::phases::small;
use crate::turn::world::World;

/// The world of the workload where phases act on bevy's.
#[derive(Resource)]
struct Game(World);

/// Whether each turn has a frame of its own.
#[derive(Resource)]
struct ByFrames(bool);

/// An app that lives as long as a game does, so that samples don't pay for making it.
pub(crate) struct InApp {
    app: App,
    entity: Entity,
}

impl InApp {
    /// Phases on the plain world of the workload, which the component holds.
    pub(crate) fn on_plain_world() -> Self {
        let mut app = with(PhasePlugin::of::<World>());
        let manager = PhaseManager::new().when_empty(small::TurnStartPhase::of);
        let entity = app.world_mut().spawn(Phases::with_world(manager, World::new(0))).id();
        Self { app, entity }
    }

    /// Phases on bevy's world, of which the workload's is a resource; all turns in one frame, or each in one of its own.
    pub(crate) fn on_bevys_world(by_frames: bool) -> Self {
        let mut app = with(PhasePlugin::new());
        app.insert_resource(Game(World::new(0))).insert_resource(ByFrames(by_frames));
        let entity = app.world_mut().spawn(Phases::from(manager())).id();
        Self { app, entity }
    }

    pub(crate) fn play_plain(&mut self, world: World) -> World {
        if let Some(mut phases) = self.app.world_mut().get_mut::<Phases<World>>(self.entity) {
            *phases.world_mut().expect("it has one") = world;
        }
        self.app.update();
        *self.app.world().get::<Phases<World>>(self.entity).and_then(Phases::world).expect("it has one")
    }

    pub(crate) fn play(&mut self, world: World) -> World {
        self.app.insert_resource(Game(world));
        while self.app.world().resource::<Game>().0.turns_left > 0 {
            self.app.update();
        }
        self.app.world().resource::<Game>().0
    }
}

/// The same phases on the same world, run by hand.
pub(crate) struct ByHand {
    ecs: EcsWorld,
    manager: PhaseManager<EcsWorld>,
}

impl ByHand {
    pub(crate) fn new() -> Self {
        let mut ecs = EcsWorld::new();
        ecs.insert_resource(ByFrames(false));
        Self { ecs, manager: manager() }
    }

    pub(crate) fn play(&mut self, world: World) -> World {
        self.ecs.insert_resource(Game(world));
        match self.manager.run(&mut self.ecs) {
            Ok(RunStatus::Halted) => self.ecs.resource::<Game>().0,
            other => panic!("the game did not end: {other:?}"),
        }
    }
}

fn with(plugin: impl Plugin) -> App {
    let mut app = App::new();
    app.add_plugins(plugin);
    app.finish();
    app.cleanup();
    app
}

fn manager() -> PhaseManager<EcsWorld> {
    PhaseManager::new().when_empty(|ecs: &mut EcsWorld| TurnStartPhase(ecs.resource::<Game>().0.turns_left))
}

fn note(ecs: &mut EcsWorld, kind: u64, value: u32) {
    ecs.resource_mut::<Game>().0.note(kind, value);
}

#[phase(world = EcsWorld, pushes(MovePhase))]
#[derive(Debug)]
struct TurnStartPhase(u32);

impl Phase for TurnStartPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, 0, self.0);
        guard.world.resource_mut::<Game>().0.turns_left -= 1;
        for user in 0..4 {
            guard.push(MovePhase(user));
        }
        guard.end()
    }
}

#[phase(world = EcsWorld, unshifts(MoveEffectPhase, MoveEndPhase))]
#[derive(Debug)]
struct MovePhase(u32);

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, 1, self.0);
        guard.unshift(MoveEffectPhase(self.0));
        guard.unshift(MoveEndPhase(self.0));
        guard.end()
    }
}

#[phase(world = EcsWorld, unshifts(MoveReflectPhase), defers(FaintPhase))]
#[derive(Debug)]
struct MoveEffectPhase(u32);

impl Phase for MoveEffectPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, 2, self.0);
        guard.unshift(MoveReflectPhase(self.0));
        guard.defer(FaintPhase(self.0));
        guard.end()
    }
}

#[phase(world = EcsWorld, leaf)]
#[derive(Debug)]
struct MoveReflectPhase(u32);

impl Phase for MoveReflectPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, 3, self.0);
        guard.end()
    }
}

#[phase(world = EcsWorld, leaf)]
#[derive(Debug)]
struct FaintPhase(u32);

impl Phase for FaintPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, 4, self.0);
        guard.end()
    }
}

#[phase(world = EcsWorld, leaf)]
#[derive(Debug)]
struct MoveEndPhase(u32);

impl Phase for MoveEndPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, 5, self.0);
        // The last move of a turn ends the frame, or that of the last turn the workload.
        if guard.queue.is_empty()
            && (guard.world.resource::<ByFrames>().0 || guard.world.resource::<Game>().0.turns_left == 0)
        {
            guard.queue.halt();
        }
        guard.end()
    }
}
