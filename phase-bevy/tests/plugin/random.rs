//! Battles that are despawned at random moments, by whomever.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use bevy_app::App;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_time::Time;
use phase_bevy::prelude::*;

/// How many battles go before the test is over.
const DESPAWNS: u32 = 100_000;
/// How many there are at once.
const BATTLES: usize = 40;

/// The same numbers in each run.
#[derive(Resource)]
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

/// What has to come out even in the end.
#[derive(Resource, Default)]
struct Sums {
    despawned: u32,
    started: u64,
    ended: u64,
    cancelled: u64,
    failed: u64,
    asked: u64,
    refused: u64,
}

/// How many phases there are.
#[derive(Resource, Default, Clone)]
struct Alive(Arc<AtomicI64>);

struct Counted(Alive);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("_")
    }
}

#[derive(Component)]
#[component(on_add = came::<Battle>, on_remove = battle_went)]
struct Battle;

#[derive(Component)]
#[component(on_add = came::<Sprite>, on_remove = went::<Sprite>)]
struct Sprite;

#[derive(EntityEvent)]
struct Over {
    entity: Entity,
}

#[derive(Event)]
struct Noise;

#[derive(Message)]
struct Tick;

/// Does what chance says.
#[phase(world = World)]
#[derive(Debug)]
struct ChancePhase {
    depth: u32,
    _counted: Counted,
}

impl ChancePhase {
    fn new(world: &World, depth: u32) -> Self {
        let alive = world.resource::<Alive>().clone();
        alive.0.fetch_add(1, Ordering::Relaxed);
        Self { depth, _counted: Counted(alive) }
    }
}

fn roll(world: &mut World, n: u64) -> u64 {
    world.resource_mut::<Chance>().below(n)
}

/// Those that are there. Kept, since looking for them each time takes most of the test.
#[derive(Resource)]
struct Present<C> {
    all: Vec<Entity>,
    of: PhantomData<C>,
}

impl<C> Default for Present<C> {
    fn default() -> Self {
        Self { all: vec![], of: PhantomData }
    }
}

fn came<C: Component>(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    world.resource_mut::<Present<C>>().all.push(entity);
}

fn went<C: Component>(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    world.resource_mut::<Present<C>>().all.retain(|present| *present != entity);
}

fn battle_went(mut world: DeferredWorld<'_>, context: HookContext) {
    world.resource_mut::<Sums>().despawned += 1;
    went::<Battle>(world, context);
}

/// One of those that are there.
fn any<C: Component>(world: &mut World) -> Option<Entity> {
    let n = world.resource::<Present<C>>().all.len();
    let at = roll(world, u64::try_from(n.max(1)).unwrap());
    world.resource::<Present<C>>().all.get(usize::try_from(at).unwrap()).copied()
}

fn despawn_any_battle(world: &mut World) {
    if let Some(battle) = any::<Battle>(world) {
        world.despawn(battle);
    }
}

impl Phase for ChancePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.resource_mut::<Sums>().started += 1;
        let entity = guard.entity();
        assert!(guard.world.get::<Phases>(entity).is_some(), "a phase starts without its entity");
        for _ in 0..roll(guard.world, 3) {
            if self.depth == 0 {
                break;
            }
            let child = Self::new(guard.world, self.depth - 1);
            match roll(guard.world, 3) {
                0 => guard.push(child),
                1 => guard.unshift(child),
                _ => guard.defer(child),
            }
        }
        match roll(guard.world, 24) {
            0 => drop(guard.world.despawn(entity)),
            1 => guard.world.commands().entity(entity).despawn(),
            2 => despawn_any_battle(guard.world),
            3 | 4 => guard.trigger(Noise),
            5 => drop(guard.world.entity_mut(entity).remove::<Phases>()),
            6 => {
                let phase = Self::new(guard.world, 1);
                guard.world.commands().phases(entity).interrupt(phase);
            }
            7 => {
                guard.world.commands().phases(entity).cancel_tree();
            }
            8 => {
                guard.world.commands().phases(entity).cancel_all();
            }
            9 => {
                let battle = any::<Battle>(guard.world);
                if let Some(battle) = battle {
                    drive::<World>(guard.world, battle);
                }
            }
            10 => {
                if let Ok(mut entity) = guard.world.get_entity_mut(entity) {
                    entity.insert(Phases::new());
                }
            }
            _ => {}
        }
        let sprite = any::<Sprite>(guard.world);
        match (roll(guard.world, 12), sprite) {
            (0, _) => guard.fail("by chance"),
            (1, _) => guard.wait(),
            (2, Some(sprite)) => guard.suspend_on(sprite),
            (3, _) => guard.ask(),
            (4, Some(sprite)) => {
                guard.unshift(AwaitEvent::<Over>::on(sprite).within(Duration::from_millis(200)));
                guard.end()
            }
            (5, _) => {
                guard.unshift(AwaitMessage::<Tick>::new().then(|_, commands| commands.trigger(Noise)));
                guard.end()
            }
            (6, _) => {
                guard.unshift(WaitPhase::frames(2));
                guard.end()
            }
            _ => guard.end(),
        }
    }

    fn on_end(&mut self, world: &mut World, _: &mut Queue<'_, Self>) {
        world.resource_mut::<Sums>().ended += 1;
    }

    fn on_cancel(&mut self, world: &mut World) {
        world.resource_mut::<Sums>().cancelled += 1;
        match roll(world, 20) {
            0 => despawn_any_battle(world),
            1 => world.commands().trigger(Noise),
            _ => {}
        }
    }
}

impl Waits for ChancePhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match roll(guard.world, 8) {
            0 => guard.end(),
            1 => {
                despawn_any_battle(guard.world);
                guard.wait()
            }
            _ => guard.wait(),
        }
    }
}

impl Asks for ChancePhase {
    type Answer = u32;

    fn options(&self, _: Seat, _: &World) -> Option<Vec<u32>> {
        Some(vec![1, 2])
    }

    fn answer(&mut self, _: Seat, answer: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if answer == 1 {
            despawn_any_battle(guard.world);
        }
        guard.end()
    }
}

/// What an observer does who hears a phase.
#[expect(clippy::needless_pass_by_value, reason = "systems take what they work on by value")]
fn make_noise(
    _: On<'_, '_, Noise>,
    battles: Res<'_, Present<Battle>>,
    sprites: Res<'_, Present<Sprite>>,
    mut chance: ResMut<'_, Chance>,
    mut commands: Commands<'_, '_>,
) {
    let Some(battle) = battles.all.get(usize::try_from(chance.below(BATTLES as u64)).unwrap()).copied()
    else {
        return;
    };
    match chance.below(6) {
        0 => commands.entity(battle).despawn(),
        1 => {
            commands.phases(battle).cancel();
        }
        2 => {
            commands.phases(battle).clear();
        }
        3 => {
            commands.phases(battle).time_out();
        }
        4 => commands.queue(move |world: &mut World| {
            let phase = ChancePhase::new(world, 1);
            world.commands().phases(battle).unshift(phase);
            world.flush();
        }),
        _ => {
            if let Some(sprite) = sprites.all.first() {
                commands.entity(*sprite).despawn();
            }
        }
    }
}

fn new_battle(world: &mut World) {
    let phases = Phases::new();
    for _ in 0..=roll(world, 3) {
        phases.push(ChancePhase::new(world, 3));
    }
    world.spawn((Battle, phases));
}

#[test]
fn a_hundred_thousand_battles_go_at_random_moments_and_nothing_is_forgotten() {
    let mut app = App::new();
    app.add_plugins(PhasePlugin::new()).add_message::<Tick>();
    app.insert_resource(Chance(0x2545_F491_4F6C_DD1D))
        .init_resource::<Sums>()
        .init_resource::<Alive>()
        .init_resource::<Time>();
    app.init_resource::<Present<Battle>>().init_resource::<Present<Sprite>>();
    app.add_observer(make_noise);
    app.add_observer(|_: On<'_, '_, PhaseFailed>, mut sums: ResMut<'_, Sums>| sums.failed += 1);
    app.add_observer(|_: On<'_, '_, AnswerRefused>, mut sums: ResMut<'_, Sums>| sums.refused += 1);
    app.add_observer(
        |asks: On<'_, '_, PhaseAsks>,
         mut sums: ResMut<'_, Sums>,
         mut chance: ResMut<'_, Chance>,
         mut commands: Commands<'_, '_>| {
            sums.asked += 1;
            match chance.below(4) {
                0 => drop(commands.phases(asks.entity).answer::<ChancePhase>(asks.seat, 1)),
                1 => drop(commands.phases(asks.entity).answer::<ChancePhase>(asks.seat, 7)),
                2 => commands.entity(asks.entity).despawn(),
                _ => {}
            }
        },
    );

    while app.world().resource::<Sums>().despawned < DESPAWNS {
        let world = app.world_mut();
        while world.resource::<Present<Battle>>().all.len() < BATTLES {
            new_battle(world);
        }
        if world.resource::<Present<Sprite>>().all.len() < 4 {
            world.spawn(Sprite);
        }
        for _ in 0..10 {
            match roll(world, 8) {
                0 | 1 => despawn_any_battle(world),
                2 => {
                    if let Some(sprite) = any::<Sprite>(world) {
                        if roll(world, 2) == 0 {
                            world.trigger(Over { entity: sprite });
                            world.get::<PhaseTicket>(sprite).inspect(|ticket| ticket.end());
                        } else {
                            world.despawn(sprite);
                        }
                    }
                }
                3 => drop(world.write_message(Tick)),
                4 => {
                    if let Some(battle) = any::<Battle>(world) {
                        let phase = ChancePhase::new(world, 2);
                        world.commands().phases(battle).interrupt(phase);
                    }
                }
                _ => {}
            }
        }
        world.resource_mut::<Time>().advance_by(Duration::from_millis(16));
        app.update();
    }

    let world = app.world_mut();
    for battle in world.resource::<Present<Battle>>().all.clone() {
        world.try_despawn(battle).unwrap_or_default();
    }
    world.flush();
    let sums = world.resource::<Sums>();
    assert!(sums.failed > 0 && sums.asked > 0 && sums.refused > 0, "each way was gone");
    assert_eq!(sums.started, sums.ended + sums.cancelled, "who has started is told how it ends");
    assert_eq!(world.resource::<Alive>().0.load(Ordering::Relaxed), 0, "nothing is left of any phase");
}
