//! The same as actions of `bevy-sequential-actions`, on an entity of a headless app.
//!
//! Every action here does its work in `on_start` and returns `true`, which the crate answers by starting the next
//! action at once, until the queue is empty. So one frame runs a whole turn, or as many turns as are queued.

use bevy_app::{App, Update};
use bevy_ecs::prelude::{Commands, Entity, Res, Resource, Single};
use bevy_ecs::world::World as EcsWorld;
use bevy_sequential_actions::{
    Action, ActionQueue, ActionsProxy, AddOrder, ManageActions, SequentialActions, SequentialActionsPlugin,
    StopReason,
};

use crate::turn::world::World;

#[derive(Resource)]
struct Game(World);

/// An app that lives as long as a game does, so that samples don't pay for making it.
pub(crate) struct Peer {
    app: App,
    agent: Entity,
}

impl Peer {
    /// An app that queues a turn whenever nothing is left of the last one: one turn a frame.
    pub(crate) fn by_frames() -> Self {
        let mut peer = Self::without_frames();
        peer.app.add_systems(Update, queue_turn);
        peer
    }

    /// An app that is driven by [`Self::play_at_once`], and runs no frames.
    pub(crate) fn without_frames() -> Self {
        let mut app = App::new();
        app.add_plugins(SequentialActionsPlugin).insert_resource(Game(World::new(0)));
        app.finish();
        app.cleanup();
        let agent = app.world_mut().spawn(SequentialActions).id();
        Self { app, agent }
    }

    pub(crate) fn play_by_frames(&mut self, world: World) -> World {
        self.app.insert_resource(Game(world));
        while self.left().turns_left > 0 {
            self.app.update();
        }
        self.left()
    }

    /// All turns without a frame between them, so that nothing of the engine but the queue is measured: `add` starts
    /// what it adds, and returns when the queue is empty.
    pub(crate) fn play_at_once(&mut self, world: World) -> World {
        self.app.insert_resource(Game(world));
        let ecs = self.app.world_mut();
        loop {
            let turns_left = ecs.resource::<Game>().0.turns_left;
            if turns_left == 0 {
                return self.left();
            }
            ecs.actions(self.agent).add(TurnStart(turns_left));
        }
    }

    fn left(&self) -> World {
        self.app.world().resource::<Game>().0
    }
}

#[expect(clippy::needless_pass_by_value, reason = "systems take what they work on by value")]
fn queue_turn(
    agent: Single<'_, '_, (Entity, &ActionQueue)>,
    game: Res<'_, Game>,
    mut commands: Commands<'_, '_>,
) {
    let (agent, queue) = *agent;
    if queue.is_empty() && game.0.turns_left > 0 {
        commands.actions(agent).add(TurnStart(game.0.turns_left));
    }
}

fn note(ecs: &mut EcsWorld, kind: u64, value: u32) {
    ecs.resource_mut::<Game>().0.note(kind, value);
}

/// What the trait asks of every action, and what never comes to bear where `on_start` is all there is.
macro_rules! over_at_once {
    () => {
        fn is_finished(&self, _: Entity, _: &EcsWorld) -> bool {
            true
        }

        fn on_stop(&mut self, _: Option<Entity>, _: &mut EcsWorld, _: StopReason) {}
    };
}

struct TurnStart(u32);

impl Action for TurnStart {
    fn on_start(&mut self, agent: Entity, ecs: &mut EcsWorld) -> bool {
        note(ecs, 0, self.0);
        ecs.resource_mut::<Game>().0.turns_left -= 1;
        // The docs ask for `start(false)` wherever an action adds others, which then start when it is over.
        ecs.actions(agent).start(false).add((Move(0), Move(1), Move(2), Move(3)));
        true
    }

    over_at_once!();
}

struct Move(u32);

impl Action for Move {
    fn on_start(&mut self, agent: Entity, ecs: &mut EcsWorld) -> bool {
        note(ecs, 1, self.0);
        // There are no levels, so what follows goes to the front of the queue; what is added in one call keeps its
        // order there, and needs no reversing.
        let next = (MoveEffect(self.0), MoveEnd(self.0));
        ecs.actions(agent).start(false).order(AddOrder::Front).add(next);
        true
    }

    over_at_once!();
}

struct MoveEffect(u32);

impl Action for MoveEffect {
    fn on_start(&mut self, agent: Entity, ecs: &mut EcsWorld) -> bool {
        note(ecs, 2, self.0);
        // That the faint is deferred can't be said; here it is enough that it comes second.
        let next = (MoveReflect(self.0), Faint(self.0));
        ecs.actions(agent).start(false).order(AddOrder::Front).add(next);
        true
    }

    over_at_once!();
}

struct MoveReflect(u32);

impl Action for MoveReflect {
    fn on_start(&mut self, _: Entity, ecs: &mut EcsWorld) -> bool {
        note(ecs, 3, self.0);
        true
    }

    over_at_once!();
}

struct Faint(u32);

impl Action for Faint {
    fn on_start(&mut self, _: Entity, ecs: &mut EcsWorld) -> bool {
        note(ecs, 4, self.0);
        true
    }

    over_at_once!();
}

struct MoveEnd(u32);

impl Action for MoveEnd {
    fn on_start(&mut self, _: Entity, ecs: &mut EcsWorld) -> bool {
        note(ecs, 5, self.0);
        true
    }

    over_at_once!();
}
