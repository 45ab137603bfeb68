//! Conditions under which systems run.

use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;

use crate::play::{Act, app_with, phases, spawn, waits};

fn holds<M>(app: &mut bevy_app::App, condition: impl IntoSystem<(), bool, M>) -> bool {
    app.world_mut().run_system_once(condition).unwrap()
}

use bevy_ecs::system::RunSystemOnce;

#[test]
fn idle_is_what_nothing_waits_in_and_nothing_was_sent_to() {
    let (mut app, battle) = app_with([]);
    spawn(&mut app, []);
    assert!(holds(&mut app, phases_idle));
    phases(&app, battle).push(waits("A"));
    assert!(!holds(&mut app, phases_idle));
    app.update();
    assert!(!holds(&mut app, phases_idle));
    app.world_mut().commands().phases(battle).cancel();
    app.world_mut().flush();
    assert!(holds(&mut app, phases_idle));
}

#[test]
fn a_phase_that_waits_and_one_that_asks_are_told_apart() {
    let (mut app, battle) = app_with([waits("A")]);
    app.update();
    assert!(holds(&mut app, in_phase::<Act>));
    assert!(!holds(&mut app, phases_asking));
    phases(&app, battle).interrupt(AskPhase);
    app.update();
    assert!(!holds(&mut app, in_phase::<Act>));
    assert!(holds(&mut app, in_phase::<AskPhase>));
    assert!(holds(&mut app, phases_asking));
}

#[phase(world = World, asks)]
#[derive(Debug)]
struct AskPhase;

impl Asks for AskPhase {
    type Answer = ();

    fn answer(&mut self, _: Seat, (): (), guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}
