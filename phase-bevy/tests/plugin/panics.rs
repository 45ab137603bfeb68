//! Phases that panic, where somebody catches that. Bevy's own schedules do not outlive a panic, so these run without.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;

use crate::play::{act, app_with, frame, just, on_shout, phases, shouts, waits};

#[test]
fn a_panic_costs_one_phase_and_the_queue_is_still_there() {
    let (mut app, battle) = app_with([act("A", |_| panic!("on purpose")), just("B")]);
    catch_unwind(AssertUnwindSafe(|| drive::<World>(app.world_mut(), battle))).unwrap_err();
    assert!(phases(&app, battle).manager().is_some());
    assert_eq!(app.world().phase_entity(), None);
    assert_eq!(frame(&mut app), "A A! B B.");
}

#[test]
fn a_panic_after_the_entity_was_despawned_gives_the_rest_up() {
    let (mut app, battle) = app_with([waits("A"), just("Z")]);
    app.update();
    app.world_mut().commands().phases(battle).interrupt(act("B", |guard| {
        let entity = guard.entity();
        guard.world.despawn(entity);
        panic!("on purpose")
    }));
    catch_unwind(AssertUnwindSafe(|| drive::<World>(app.world_mut(), battle))).unwrap_err();
    assert_eq!(frame(&mut app), "A B B! A!");
}

#[test]
fn a_panic_in_a_command_of_an_observer_loses_no_phase() {
    let (mut app, battle) = app_with([shouts("A"), just("B")]);
    on_shout(&mut app, move |commands| {
        commands.phases(battle).unshift(just("C"));
        commands.queue(|_: &mut World| panic!("on purpose"));
    });
    catch_unwind(AssertUnwindSafe(|| drive::<World>(app.world_mut(), battle))).unwrap_err();
    assert_eq!(frame(&mut app), "A A! C C. B B.");
}
