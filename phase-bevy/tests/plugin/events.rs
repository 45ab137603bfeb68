//! What observers are told.

use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;

use crate::play::{act, app, app_with, fails, frame, just, note, on_shout, phases, shouts, waits};

fn note_events(app: &mut bevy_app::App) {
    app.add_observer(|failed: On<'_, '_, PhaseFailed>, mut commands: Commands<'_, '_>| {
        let text = format!("[{}]", failed.error);
        commands.queue(move |world: &mut World| note(world, text));
    });
    app.add_observer(|_: On<'_, '_, PhasesIdle>, mut commands: Commands<'_, '_>| {
        commands.queue(|world: &mut World| note(world, "[idle]"));
    });
    app.add_observer(|_: On<'_, '_, PhasesHalted>, mut commands: Commands<'_, '_>| {
        commands.queue(|world: &mut World| note(world, "[halted]"));
    });
}

#[test]
fn phases_that_have_run_empty_are_told_once() {
    let (mut app, battle) = app_with([just("A")]);
    note_events(&mut app);
    assert_eq!(frame(&mut app), "A A. [idle]");
    assert_eq!(frame(&mut app), "");
    phases(&app, battle).push(just("B"));
    assert_eq!(frame(&mut app), "B B. [idle]");
    phases(&app, battle).push(waits("C"));
    assert_eq!(frame(&mut app), "C");
    app.world_mut().commands().phases(battle).cancel();
    assert_eq!(frame(&mut app), "C! [idle]");
}

#[test]
fn phases_that_come_to_nothing_by_a_failure_are_told_idle() {
    let (mut app, battle) = app_with([just("A"), fails("B")]);
    note_events(&mut app);
    assert_eq!(frame(&mut app), "A A. B B! [phase `B` failed in `start`] [idle]");
    assert_eq!(frame(&mut app), "");
    phases(&app, battle).push(fails("C"));
    assert_eq!(frame(&mut app), "C C! [phase `C` failed in `start`] [idle]");
    phases(&app, battle).push(just("D"));
    phases(&app, battle).push(fails("E"));
    assert_eq!(frame(&mut app), "D D. E E! [phase `E` failed in `start`] [idle]");
    assert_eq!(frame(&mut app), "");
}

#[test]
fn phases_that_come_to_nothing_by_a_command_are_told_idle() {
    let (mut app, battle) = app_with([just("A")]);
    note_events(&mut app);
    on_shout(&mut app, move |commands| {
        commands.phases(battle).clear();
    });
    assert_eq!(frame(&mut app), "A A. [idle]");
    phases(&app, battle).push(shouts("B"));
    phases(&app, battle).push(just("C"));
    assert_eq!(frame(&mut app), "B B. [idle]");
    assert_eq!(frame(&mut app), "");
}

#[test]
fn phases_that_use_up_a_frame_are_told_idle_in_the_next() {
    let (mut app, _) = app_with((0..100).map(|_| fails("A")));
    app.add_observer(|_: On<'_, '_, PhasesIdle>, mut commands: Commands<'_, '_>| {
        commands.queue(|world: &mut World| note(world, "[idle]"));
    });
    assert!(!frame(&mut app).contains("[idle]"));
    assert_eq!(frame(&mut app), "[idle]");
    assert_eq!(frame(&mut app), "");
}

#[test]
fn phases_that_were_never_there_are_not_told() {
    let (mut app, _) = app_with([]);
    note_events(&mut app);
    assert_eq!(frame(&mut app), "");
}

#[test]
fn a_failure_is_told_on_the_entity_when_the_manager_is_back() {
    let (mut app, battle) = app_with([fails("A"), just("B")]);
    app.world_mut().entity_mut(battle).observe(
        |failed: On<'_, '_, PhaseFailed>, battles: Query<'_, '_, &Phases>, mut commands: Commands<'_, '_>| {
            let phases = battles.get(failed.entity).unwrap();
            let next = phases.manager().unwrap().levels().to_string();
            let text = format!("[{}; next {next}]", failed.error);
            commands.queue(move |world: &mut World| note(world, text));
            commands.phases(failed.entity).unshift(just("instead"));
        },
    );
    assert_eq!(frame(&mut app), "A A! [phase `A` failed in `start`; next 0: [B]] instead instead. B B.");
}

#[test]
fn a_halt_is_told_and_the_next_frame_goes_on() {
    let (mut app, _) = app_with([
        act("A", |mut guard| {
            guard.queue.halt();
            guard.end()
        }),
        just("B"),
    ]);
    note_events(&mut app);
    assert_eq!(frame(&mut app), "A A. [halted]");
    assert_eq!(frame(&mut app), "B B. [idle]");
}

#[test]
fn phases_that_fail_for_ever_leave_the_frame_in_the_end() {
    let mut app = app();
    let manager = PhaseManager::new().when_empty(|_: &mut World| fails("T"));
    app.world_mut().spawn(Phases::from(manager));
    let starts = frame(&mut app).split(' ').count() / 2;
    assert_eq!(starts, 100);
    assert_eq!(frame(&mut app).split(' ').count() / 2, 100);
}

#[test]
fn phases_that_queue_each_other_for_ever_go_on_in_the_next_frame() {
    let mut app = app();
    let manager = PhaseManager::new().start_limit(5).when_empty(|_: &mut World| just("T"));
    app.world_mut().spawn(Phases::from(manager));
    note_events(&mut app);
    let said = frame(&mut app);
    assert_eq!(said.matches("T.").count(), 5, "{said}");
    assert_eq!(said.matches('[').count(), 1, "{said}");
    assert_eq!(frame(&mut app).matches("T.").count(), 5);
}

#[test]
fn phases_that_are_called_on_for_ever_leave_the_frame_in_the_end() {
    let mut app = app();
    let manager = PhaseManager::new().start_limit(1000).when_empty(|world: &mut World| {
        // A test that fails should end.
        if world.resource::<crate::play::Log>().len() < 10_000 { shouts("T") } else { waits("stop") }
    });
    let battle = app.world_mut().spawn(Phases::from(manager)).id();
    on_shout(&mut app, move |commands| {
        commands.phases(battle).cancel();
    });
    assert_eq!(frame(&mut app).matches("T.").count(), 100);
    assert_eq!(frame(&mut app).matches("T.").count(), 100);
}

#[test]
fn a_chain_without_end_pauses_its_phases() {
    fn chain() -> crate::play::Act {
        act("A", |mut guard| {
            guard.unshift(chain());
            guard.end()
        })
    }
    let mut app = app();
    let mut manager = PhaseManager::new().chain_limit(3);
    manager.push(chain());
    let battle = app.world_mut().spawn(Phases::from(manager)).id();
    note_events(&mut app);
    let said = frame(&mut app);
    assert!(said.contains("more than 3 others"), "{said}");
    assert!(phases(&app, battle).is_paused());
    assert_eq!(frame(&mut app), "");
}
