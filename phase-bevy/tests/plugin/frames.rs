//! When phases run, of which entities, and in which order.

use std::time::Duration;

use bevy_app::{App, ScheduleRunnerPlugin, TaskPoolPlugin, Update};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use phase_bevy::prelude::*;

use crate::play::{Log, act, app, app_with, frame, just, note, noted, phases, spawn, status, waits};

#[test]
fn many_phases_run_in_one_frame() {
    let (mut app, battle) = app_with([just("A"), just("B"), just("C")]);
    assert_eq!(frame(&mut app), "A A. B B. C C.");
    assert_eq!(status(&app, battle), Some(RunStatus::Idle));
    assert_eq!(frame(&mut app), "");
}

#[test]
fn a_phase_that_waits_is_updated_once_a_frame() {
    let (mut app, battle) = app_with([waits("A"), just("B")]);
    assert_eq!(frame(&mut app), "A");
    assert_eq!(frame(&mut app), "A~");
    assert_eq!(frame(&mut app), "A~");
    assert_eq!(status(&app, battle), Some(RunStatus::Waiting));
}

#[test]
fn several_entities_run_side_by_side_always_in_the_same_order() {
    #[derive(Component)]
    struct Mark;

    let (mut app, first) = app_with([waits("A")]);
    let second = spawn(&mut app, [waits("X"), just("Y")]);
    spawn(&mut app, [just("Z")]);
    let order = frame(&mut app);
    assert_eq!(order.split(' ').count(), 4);
    let both = frame(&mut app);
    assert!(both.contains("A~") && both.contains("X~"), "{both}");
    for (i, entity) in [first, second, first, second].into_iter().enumerate() {
        if i < 2 {
            app.world_mut().entity_mut(entity).insert(Mark);
        } else {
            app.world_mut().entity_mut(entity).remove::<Mark>();
        }
        assert_eq!(frame(&mut app), both);
    }
}

#[test]
fn each_phase_knows_its_entity() {
    let who = |name| {
        act(name, |guard| {
            let entity = guard.entity();
            note(guard.world, entity.to_string());
            guard.end()
        })
    };
    let (mut app, first) = app_with([who("A")]);
    let second = spawn(&mut app, [who("B")]);
    let noted = frame(&mut app);
    assert!(noted.contains(&format!("A {first} A.")), "{noted}");
    assert!(noted.contains(&format!("B {second} B.")), "{noted}");
    assert_eq!(app.world().phase_entity(), None);
}

#[test]
fn phases_run_inside_the_phases_of_another_entity_and_know_theirs() {
    let mut app = app();
    let inner = spawn(
        &mut app,
        [act("I", |guard| {
            let entity = guard.entity();
            note(guard.world, entity.to_string());
            guard.end()
        })],
    );
    let outer = spawn(
        &mut app,
        [act("O", move |guard| {
            assert_eq!(drive::<World>(guard.world, inner), Some(RunStatus::Idle));
            let entity = guard.entity();
            assert_eq!(drive::<World>(guard.world, entity), None, "they run already");
            note(guard.world, entity.to_string());
            guard.end()
        })],
    );
    assert_eq!(drive::<World>(app.world_mut(), outer), Some(RunStatus::Idle));
    assert_eq!(noted(&mut app), format!("O I {inner} I. {outer} O."));
}

#[test]
fn paused_and_disabled_phases_are_passed_over() {
    let (mut app, battle) = app_with([just("A")]);
    app.world_mut().get_mut::<Phases>(battle).unwrap().pause();
    assert_eq!(frame(&mut app), "");
    app.world_mut().commands().phases(battle).resume();
    app.world_mut().entity_mut(battle).insert(Disabled);
    assert_eq!(frame(&mut app), "");
    app.world_mut().entity_mut(battle).remove::<Disabled>();
    assert_eq!(frame(&mut app), "A A.");
}

#[test]
fn systems_run_before_and_after_the_phases() {
    let (mut app, _) = app_with([just("A")]);
    app.add_systems(
        Update,
        (|mut commands: Commands<'_, '_>| commands.queue(|world: &mut World| note(world, "after")))
            .in_set(PhaseSystems::React),
    );
    app.add_systems(
        Update,
        (|mut commands: Commands<'_, '_>| commands.queue(|world: &mut World| note(world, "before")))
            .in_set(PhaseSystems::Prepare),
    );
    assert_eq!(frame(&mut app), "before A A. after");
}

#[test]
fn phases_run_in_another_schedule() {
    #[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
    struct Turn;

    let mut app = App::new();
    app.add_plugins(PhasePlugin::default().in_schedule(Turn)).init_resource::<Log>();
    spawn(&mut app, [just("A")]);
    assert_eq!(frame(&mut app), "");
    app.world_mut().run_schedule(Turn);
    assert_eq!(noted(&mut app), "A A.");
}

#[test]
fn a_system_that_looks_for_changes_sees_frames_in_which_something_happened() {
    #[derive(Resource, Default)]
    struct Changes(u32);

    let (mut app, battle) = app_with([waits("A")]);
    let count = |changed: Query<'_, '_, (), Changed<Phases>>, mut changes: ResMut<'_, Changes>| {
        changes.0 += u32::try_from(changed.iter().count()).unwrap();
    };
    app.init_resource::<Changes>().add_systems(Update, count.in_set(PhaseSystems::React));
    app.update();
    app.update();
    app.update();
    assert_eq!(app.world().resource::<Changes>().0, 1);
    app.world_mut().commands().phases(battle).interrupt(just("B"));
    app.update();
    assert_eq!(app.world().resource::<Changes>().0, 2);
}

/// As bevy's `MinimalPlugins`, apart from the count of frames.
#[test]
fn a_headless_server_has_a_clock() {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        ScheduleRunnerPlugin::run_once(),
        PhasePlugin::new(),
    ))
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)))
    .init_resource::<Log>();
    let phases = Phases::starting_with(WaitPhase::secs(0.1));
    phases.push(just("Z"));
    app.world_mut().spawn(phases);
    let frames = (1..100).find(|_| !frame(&mut app).is_empty());
    assert_eq!(frames, Some(6), "the one in which it starts, and a tenth of a second");
}

#[test]
fn the_plugin_runs_what_a_manager_supplies_when_it_is_empty() {
    let mut app = app();
    let manager = PhaseManager::new().when_empty(|_: &mut World| waits("T"));
    let battle = app.world_mut().spawn(Phases::from(manager)).id();
    assert_eq!(frame(&mut app), "T");
    app.world_mut().commands().phases(battle).cancel();
    assert_eq!(frame(&mut app), "T! T");
    assert!(!phases(&app, battle).is_idle());
}
