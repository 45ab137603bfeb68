//! Commands on the phases of an entity.

use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;

use crate::play::{act, app, app_with, frame, just, note, noted, on_shout, phases, shouts, status, waits};
use crate::questions::ChoicePhase;

#[test]
fn everything_that_queues_queues_as_the_host_does() {
    let (mut app, battle) = app_with([just("A")]);
    let mut commands = app.world_mut().commands();
    commands
        .phases(battle)
        .push(just("P"))
        .defer(just("D"))
        .unshift(just("U"))
        .unshift(just("V"))
        .interrupt(just("I"));
    assert_eq!(frame(&mut app), "I I. U U. V V. D D. A A. P P.");
}

#[test]
fn what_is_called_where_nothing_runs_is_done_at_once() {
    let (mut app, battle) = app_with([waits("A"), just("B")]);
    app.update();
    noted(&mut app);
    app.world_mut().commands().phases(battle).cancel();
    app.world_mut().flush();
    assert_eq!(noted(&mut app), "A!");
    app.world_mut().commands().phases(battle).clear();
    assert_eq!(frame(&mut app), "");
}

#[test]
fn what_is_called_while_a_phase_runs_is_done_before_another_starts() {
    type Call = fn(&mut Commands<'_, '_>, Entity);
    let calls: [(Call, &str); 5] = [
        (
            |commands, battle| {
                commands.phases(battle).clear();
            },
            "A A.",
        ),
        (
            |commands, battle| {
                commands.phases(battle).cancel_all();
            },
            "A A.",
        ),
        (
            |commands, battle| {
                commands.phases(battle).finish();
            },
            "A A.",
        ),
        // There is none that waits.
        (
            |commands, battle| {
                commands.phases(battle).cancel();
            },
            "A A. B B.",
        ),
        (
            |commands, battle| {
                commands.phases(battle).pause();
            },
            "A A. B B.",
        ),
    ];
    for (call, comes_to) in calls {
        let (mut app, battle) = app_with([shouts("A"), just("B")]);
        on_shout(&mut app, move |commands| call(commands, battle));
        assert_eq!(frame(&mut app), comes_to);
    }
}

#[test]
fn a_game_that_is_finished_is_supplied_no_more() {
    let mut app = app();
    let manager = PhaseManager::new().when_empty(|_: &mut World| waits("T"));
    let battle = app.world_mut().spawn(Phases::from(manager)).id();
    assert_eq!(frame(&mut app), "T");
    app.world_mut().commands().phases(battle).finish().cancel().push(just("epilogue"));
    assert_eq!(frame(&mut app), "T! epilogue epilogue.");
    assert_eq!(status(&app, battle), Some(RunStatus::Idle));
}

#[test]
fn a_whole_tree_is_cancelled() {
    let (mut app, battle) = app_with([
        act("A", |mut guard| {
            guard.unshift(just("B"));
            guard.defer(just("C"));
            guard.wait()
        }),
        just("Z"),
    ]);
    app.update();
    app.world_mut().commands().phases(battle).cancel_tree();
    assert_eq!(frame(&mut app), "A A! Z Z.");
}

#[test]
fn what_is_called_sees_what_was_queued_before() {
    let (mut app, battle) = app_with([]);
    app.world_mut().commands().phases(battle).push(just("A")).clear().push(just("B"));
    assert_eq!(frame(&mut app), "B B.");
}

#[test]
fn commands_out_of_a_phase_that_runs_are_carried_out_in_the_order_given() {
    type Calls = fn(phase_bevy::PhasesCommands<'_, World>);
    let calls: [(Calls, &str); 6] = [
        (
            |mut battle| {
                battle.clear().push(just("P"));
            },
            "A A. P P.",
        ),
        (
            |mut battle| {
                battle.cancel_all().push(just("P"));
            },
            "A A. P P.",
        ),
        (
            |mut battle| {
                battle.finish().push(just("P"));
            },
            "A A. P P.",
        ),
        (
            |mut battle| {
                battle
                    .push(just("P"))
                    .clear()
                    .push(just("Q"))
                    .clear()
                    .unshift(just("R"))
                    .interrupt(just("I"));
            },
            "A A. I I. R R.",
        ),
        (
            |mut battle| {
                battle.cancel().unshift(just("P")).defer(just("D")).unshift(just("Q")).push(just("R"));
            },
            "A A. child child. P P. Q Q. D D. B B. R R.",
        ),
        (
            |mut battle| {
                battle.push(just("P")).clear();
            },
            "A A.",
        ),
    ];
    for (call, comes_to) in calls {
        let a = act("A", |mut guard| {
            guard.unshift(just("child"));
            guard.trigger(crate::play::Shout);
            guard.end()
        });
        let (mut app, battle) = app_with([a, just("B")]);
        on_shout(&mut app, move |commands| call(commands.phases(battle)));
        assert_eq!(frame(&mut app), comes_to);
    }
}

#[test]
fn what_is_queued_after_a_cancel_out_of_an_update_is_not_cancelled() {
    let mut app = app();
    let battle = app.world_mut().spawn(Phases::starting_with(TickPhase)).id();
    phases(&app, battle).push(just("B"));
    on_shout(&mut app, move |commands| {
        commands.phases(battle).cancel_tree().unshift(just("instead"));
    });
    app.update();
    assert_eq!(frame(&mut app), "tick instead instead. B B.");
}

#[test]
fn commands_on_what_is_gone_or_has_no_phases_do_nothing() {
    let (mut app, battle) = app_with([just("A")]);
    let nothing = app.world_mut().spawn_empty().id();
    app.world_mut().despawn(battle);
    for entity in [battle, nothing] {
        let mut commands = app.world_mut().commands();
        commands.phases(entity).push(just("A")).cancel().clear().pause().resume().time_out();
        app.world_mut().flush();
    }
    assert_eq!(frame(&mut app), "");
}

#[test]
fn calls_that_come_while_calls_are_made_are_made_too() {
    let (mut app, battle) = app_with([waits("A"), just("B")]);
    app.update();
    noted(&mut app);
    app.add_observer(move |_: On<'_, '_, crate::play::Shout>, mut commands: Commands<'_, '_>| {
        commands.phases(battle).clear();
    });
    app.world_mut().commands().phases(battle).interrupt(ShoutsPhase);
    app.update();
    app.world_mut().commands().phases(battle).cancel();
    app.world_mut().flush();
    assert_eq!(noted(&mut app), "shouts! A!");
    assert!(phases(&app, battle).manager().unwrap().is_empty());
}

/// Shouts when it is cancelled.
#[phase(world = World)]
#[derive(Debug)]
struct ShoutsPhase;

impl Phase for ShoutsPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }

    fn on_cancel(&mut self, world: &mut World) {
        note(world, "shouts!");
        world.trigger(crate::play::Shout);
        world.flush();
    }
}

impl Waits for ShoutsPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

/// Shouts whenever it is updated.
#[phase(world = World)]
#[derive(Debug)]
struct TickPhase;

impl Phase for TickPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for TickPhase {
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, "tick");
        // A test that fails should end.
        assert!(guard.world.resource::<crate::play::Log>().len() < 1000, "the frame does not end");
        guard.trigger(crate::play::Shout);
        guard.wait()
    }
}

#[test]
fn what_is_called_out_of_an_update_does_not_bring_another_update_in_that_frame() {
    type Call = fn(&mut Commands<'_, '_>, Entity);
    let calls: [Call; 3] = [
        |commands, battle| {
            commands.phases(battle).clear();
        },
        |commands, battle| {
            commands.phases(battle).answer::<ChoicePhase>(Seat::Player(0), 1);
        },
        |commands, battle| {
            commands.phases(battle).time_out();
        },
    ];
    for call in calls {
        let mut app = app();
        let battle = app.world_mut().spawn(Phases::starting_with(TickPhase)).id();
        on_shout(&mut app, move |commands| call(commands, battle));
        assert_eq!(frame(&mut app), "");
        assert_eq!(frame(&mut app), "tick");
        assert_eq!(frame(&mut app), "tick");
        assert_eq!(status(&app, battle), Some(RunStatus::Waiting));
    }
}

#[test]
fn what_is_called_out_of_a_start_does_not_bring_an_update_in_that_frame() {
    let (mut app, battle) = app_with([act("A", |mut guard| {
        guard.trigger(crate::play::Shout);
        guard.wait()
    })]);
    on_shout(&mut app, move |commands| {
        commands.phases(battle).clear();
    });
    assert_eq!(frame(&mut app), "A");
    assert_eq!(frame(&mut app), "A~");
}

#[test]
fn a_phase_that_is_cancelled_out_of_its_update_gives_way_in_the_same_frame() {
    let mut app = app();
    let battle = app.world_mut().spawn(Phases::starting_with(TickPhase)).id();
    phases(&app, battle).push(just("B"));
    on_shout(&mut app, move |commands| {
        commands.phases(battle).cancel();
    });
    app.update();
    assert_eq!(frame(&mut app), "tick B B.");
}
