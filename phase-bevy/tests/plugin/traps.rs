//! What goes wrong where phases are driven by hand.

use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;

use crate::play::{act, app_with, fails, frame, just, on_shout, phases, shouts, waits, waits_with};

#[derive(Component)]
struct Poisoned;

#[test]
fn a_failure_costs_one_phase_and_not_the_queue() {
    let (mut app, battle) = app_with([just("A"), fails("B"), just("C"), waits("D")]);
    assert_eq!(frame(&mut app), "A A. B B! C C. D");
    assert!(phases(&app, battle).waits_in::<crate::play::Act>());
}

#[test]
fn what_an_observer_queues_while_phases_run_comes_where_the_children_of_that_phase_come() {
    let (mut app, battle) = app_with([
        act("A", |mut guard| {
            guard.unshift(just("B"));
            guard.trigger(crate::play::Shout);
            guard.unshift(just("C"));
            guard.end()
        }),
        just("Z"),
    ]);
    on_shout(&mut app, move |commands| {
        commands.phases(battle).unshift(just("O")).push(just("P")).defer(just("D"));
    });
    assert_eq!(frame(&mut app), "A A. B B. C C. O O. D D. Z Z. P P.");
}

#[test]
fn an_observer_queues_by_the_component_as_well() {
    let (mut app, _) = app_with([shouts("A"), just("Z")]);
    app.add_observer(|_: On<'_, '_, crate::play::Shout>, battles: Query<'_, '_, &Phases>| {
        for phases in &battles {
            assert!(phases.manager().is_none(), "the phases run");
            phases.unshift(just("O"));
        }
    });
    assert_eq!(frame(&mut app), "A A. O O. Z Z.");
}

#[test]
fn despawned_from_inside_no_other_phase_starts() {
    let (mut app, battle) = app_with([
        act("A", |mut guard| {
            guard.unshift(just("B"));
            let entity = guard.entity();
            guard.world.despawn(entity);
            guard.end()
        }),
        just("Z"),
    ]);
    assert_eq!(frame(&mut app), "A A.");
    assert!(app.world().get_entity(battle).is_err());
    assert_eq!(frame(&mut app), "");
}

#[test]
fn despawned_from_outside_the_phases_that_wait_are_told_innermost_first() {
    let (mut app, battle) = app_with([waits_with("A", "child"), just("Z")]);
    assert_eq!(frame(&mut app), "A");
    app.world_mut().commands().phases(battle).interrupt(waits("menu"));
    assert_eq!(frame(&mut app), "menu");
    app.world_mut().despawn(battle);
    assert_eq!(frame(&mut app), "menu! A!");
}

#[test]
fn commands_of_observers_are_applied_before_the_next_phase_starts() {
    let (mut app, battle) = app_with([
        // Not by the guard's `trigger`, which flushes.
        act("A", |guard| {
            guard.world.commands().trigger(crate::play::Shout);
            guard.end()
        }),
        act("B", move |guard| {
            let entity = guard.entity();
            assert!(guard.world.get::<Poisoned>(entity).is_some());
            guard.end()
        }),
    ]);
    on_shout(&mut app, move |commands| {
        commands.entity(battle).insert(Poisoned);
    });
    assert_eq!(frame(&mut app), "A A. B B.");
}

#[test]
fn commands_of_a_phase_that_waits_are_applied_in_the_same_frame() {
    let (mut app, battle) = app_with([act("A", |guard| {
        let entity = guard.entity();
        guard.world.commands().entity(entity).insert(Poisoned);
        guard.wait()
    })]);
    app.add_systems(
        bevy_app::Update,
        (|battles: Query<'_, '_, (), With<Poisoned>>| assert_eq!(battles.iter().count(), 1))
            .in_set(PhaseSystems::React),
    );
    assert_eq!(frame(&mut app), "A");
    assert!(app.world().get::<Poisoned>(battle).is_some());
}

#[test]
fn a_phase_run_without_the_plugin_says_that_it_has_no_entity() {
    let mut phases = PhaseManager::new();
    phases.push(WhoPhase);
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| phases.run(&mut World::new())));
    let message = *panicked.unwrap_err().downcast::<String>().unwrap();
    assert_eq!(
        message,
        "`WhoPhase` asks for its entity, and is run by none: run it by `PhasePlugin`, or by `phase_bevy::drive`"
    );
}

#[phase(world = World)]
#[derive(Debug)]
struct WhoPhase;

impl Phase for WhoPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.entity();
        guard.end()
    }
}
