//! Entities that go while phases run or wait, and all other ways to lose the component.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use phase_bevy::prelude::*;

use crate::play::{act, app, app_with, frame, just, note, noted, on_shout, shouts, spawn, waits};

#[test]
fn the_component_is_taken_off_from_outside() {
    let (mut app, battle) = app_with([waits("A"), just("Z")]);
    frame(&mut app);
    app.world_mut().entity_mut(battle).remove::<Phases>();
    assert_eq!(frame(&mut app), "A!");
}

#[test]
fn the_component_is_taken_off_from_inside() {
    let (mut app, _) = app_with([
        act("A", |guard| {
            let entity = guard.entity();
            guard.world.entity_mut(entity).remove::<Phases>();
            guard.end()
        }),
        just("Z"),
    ]);
    assert_eq!(frame(&mut app), "A A.");
}

#[test]
fn a_component_that_replaces_another_begins_anew_from_outside_and_inside() {
    let (mut app, battle) = app_with([waits("A"), just("Y")]);
    frame(&mut app);
    let replacing = act("B", |guard| {
        let entity = guard.entity();
        guard.world.entity_mut(entity).insert(Phases::starting_with(just("C")));
        guard.end()
    });
    let phases = Phases::starting_with(replacing);
    phases.push(just("Z"));
    app.world_mut().entity_mut(battle).insert(phases);
    assert_eq!(frame(&mut app), "A! B B.");
    assert_eq!(frame(&mut app), "C C.");
}

#[test]
fn a_phase_that_waits_after_it_has_despawned_its_entity_is_told() {
    let (mut app, _) = app_with([
        act("A", |guard| {
            let entity = guard.entity();
            guard.world.despawn(entity);
            guard.wait()
        }),
        just("Z"),
    ]);
    assert_eq!(frame(&mut app), "A A!");
}

#[test]
fn a_phase_that_fails_after_it_has_despawned_its_entity_is_the_last() {
    let (mut app, _) = app_with([
        act("A", |guard| {
            let entity = guard.entity();
            guard.world.despawn(entity);
            guard.fail("no more")
        }),
        just("Z"),
    ]);
    app.add_observer(|_: On<'_, '_, PhaseFailed>| panic!("there is no entity to tell it on"));
    assert_eq!(frame(&mut app), "A A!");
}

#[test]
fn an_observer_despawns_the_battle_of_the_phase_that_runs() {
    let (mut app, battle) = app_with([shouts("A"), just("Z")]);
    on_shout(&mut app, move |commands| commands.entity(battle).despawn());
    assert_eq!(frame(&mut app), "A A.");
}

#[test]
fn a_phase_despawns_the_battle_of_others_which_are_told_before_the_next_phase() {
    let mut app = app();
    let other = spawn(&mut app, [waits("X"), just("Y")]);
    frame(&mut app);
    let battle = spawn(
        &mut app,
        [
            act("A", move |guard| {
                guard.world.commands().entity(other).despawn();
                guard.end()
            }),
            just("B"),
        ],
    );
    drive::<World>(app.world_mut(), battle);
    assert_eq!(noted(&mut app), "A A. X! B B.");
}

#[test]
fn who_is_told_of_the_end_knows_its_entity_and_may_look_at_the_world() {
    #[phase(world = World)]
    #[derive(Debug)]
    struct LastPhase;

    impl Phase for LastPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.wait()
        }

        fn on_cancel(&mut self, world: &mut World) {
            let entity = world.phase_entity().expect("it is one of an entity");
            let is_there = world.get_entity(entity).is_ok();
            note(world, format!("{entity} {is_there}"));
        }
    }

    impl Waits for LastPhase {
        fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.wait()
        }
    }

    let mut app = app();
    let battle = app.world_mut().spawn(Phases::starting_with(LastPhase)).id();
    app.update();
    app.world_mut().despawn(battle);
    assert_eq!(noted(&mut app), format!("{battle} false"));
    assert_eq!(app.world().phase_entity(), None);
}

#[test]
fn two_battles_that_go_with_each_other_are_both_told() {
    /// Takes another along.
    #[derive(Component)]
    #[component(on_remove = take_along)]
    struct With(Entity);

    fn take_along(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
        let other = world.get::<With>(entity).unwrap().0;
        world.commands().entity(other).try_despawn();
    }

    let mut app = app();
    let [first, second] = [waits("A"), waits("X")].map(|phase| spawn(&mut app, [phase]));
    app.world_mut().entity_mut(first).insert(With(second));
    app.world_mut().entity_mut(second).insert(With(first));
    app.update();
    noted(&mut app);
    app.world_mut().despawn(first);
    let mut ends: Vec<_> = noted(&mut app).split(' ').map(str::to_owned).collect();
    ends.sort();
    assert_eq!(ends, ["A!", "X!"]);
}

#[test]
fn what_goes_with_a_parent_is_told() {
    let (mut app, battle) = app_with([waits("A")]);
    let arena = app.world_mut().spawn_empty().add_child(battle).id();
    frame(&mut app);
    app.world_mut().despawn(arena);
    assert_eq!(frame(&mut app), "A!");
}

#[test]
fn tickets_of_what_was_given_up_are_stale() {
    #[derive(Resource)]
    struct Kept(Ticket);

    let (mut app, battle) =
        app_with([act("A", |guard| guard.suspend(|world, ticket| world.insert_resource(Kept(ticket))))]);
    frame(&mut app);
    assert!(app.world().resource::<Kept>().0.is_live());
    app.world_mut().despawn(battle);
    assert_eq!(app.world().resource::<Kept>().0.end(), Err(StaleTicket));
}
