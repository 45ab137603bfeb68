//! Phases that wait for what happens in the engine.

use std::time::Duration;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_time::Time;
use phase_bevy::prelude::*;

use crate::play::{act, app, app_with, frame, just, note, noted, phases, spawn, status};

#[derive(Message)]
struct Key(char);

#[derive(EntityEvent)]
struct Over {
    entity: Entity,
}

#[derive(Event)]
struct Bell;

/// A frame that takes so many milliseconds.
fn frame_of(app: &mut App, millis: u64) -> String {
    app.world_mut().resource_mut::<Time>().advance_by(Duration::from_millis(millis));
    frame(app)
}

fn app_waiting_in(phase: impl Into<AnyPhase<World>>) -> (App, Entity) {
    let mut app = app();
    app.add_message::<Key>();
    let phases = Phases::starting_with(phase);
    phases.push(just("Z"));
    let battle = app.world_mut().spawn(phases).id();
    (app, battle)
}

#[test]
fn a_timer_lets_time_pass() {
    let (mut app, _) = app_waiting_in(WaitPhase::secs(1.0));
    assert_eq!(frame_of(&mut app, 700), "", "what has passed before it started does not count");
    assert_eq!(frame_of(&mut app, 600), "");
    assert_eq!(frame_of(&mut app, 400), "Z Z.");
}

#[test]
fn frames_are_counted_and_none_is_over_at_once() {
    let (mut app, battle) = app_waiting_in(WaitPhase::frames(0));
    assert_eq!(frame(&mut app), "Z Z.");
    phases(&app, battle).push(WaitPhase::frames(1));
    assert_eq!(frame(&mut app), "");
    assert_eq!(frame(&mut app), "");
    assert_eq!(status(&app, battle), Some(RunStatus::Idle));
    assert_eq!(WaitPhase::secs(f32::NAN), WaitPhase::secs(-1.0));
}

#[test]
fn a_timer_without_a_clock_fails_with_what_to_do() {
    let (mut app, _) = app_waiting_in(WaitPhase::secs(1.0));
    app.world_mut().remove_resource::<Time>();
    app.add_observer(|failed: On<'_, '_, PhaseFailed>, mut commands: Commands<'_, '_>| {
        let source = std::error::Error::source(&failed.error).unwrap().to_string();
        commands.queue(move |world: &mut World| note(world, source));
    });
    app.update();
    assert_eq!(frame(&mut app), "there is no `Time`: add `TimePlugin`, or `MinimalPlugins` Z Z.");
}

#[test]
fn a_message_ends_the_wait_and_is_handed_on() {
    let phase = AwaitMessage::when(|key: &Key| key.0 != 'x').then(|key, commands| {
        let key = key.0.to_string();
        commands.queue(move |world: &mut World| note(world, key));
    });
    let (mut app, _) = app_waiting_in(phase);
    app.world_mut().write_message(Key('a'));
    assert_eq!(frame(&mut app), "", "what was written before does not count");
    app.world_mut().write_message(Key('x'));
    assert_eq!(frame(&mut app), "");
    app.world_mut().write_message(Key('b'));
    app.world_mut().write_message(Key('c'));
    assert_eq!(frame(&mut app), "b Z Z.");
}

#[test]
fn a_message_has_a_deadline_and_is_not_heard_under_a_menu() {
    let (mut app, battle) = app_waiting_in(AwaitMessage::<Key>::new().within(Duration::from_secs(1)));
    app.update();
    phases(&app, battle).interrupt(WaitPhase::frames(2));
    app.update();
    app.world_mut().write_message(Key('a'));
    assert_eq!(frame_of(&mut app, 2000), "", "time under the menu does not count");
    app.world_mut().write_message(Key('b'));
    assert_eq!(frame_of(&mut app, 1), "", "the key that has closed the menu does not count, either");
    assert_eq!(frame_of(&mut app, 998), "");
    assert_eq!(frame_of(&mut app, 1), "Z Z.");
}

#[test]
fn messages_that_nothing_keeps_fail_with_what_to_do() {
    #[derive(Message)]
    struct Unknown;

    let (mut app, _) = app_waiting_in(AwaitMessage::<Unknown>::new());
    app.add_observer(|failed: On<'_, '_, PhaseFailed>, mut commands: Commands<'_, '_>| {
        let source = std::error::Error::source(&failed.error).unwrap().to_string();
        commands.queue(move |world: &mut World| note(world, source));
    });
    let said = frame(&mut app);
    assert!(said.contains("call `app.add_message::<plugin::waits::"), "{said}");
}

#[test]
fn an_event_on_an_entity_ends_the_wait_and_its_observer_goes() {
    let mut app = app();
    let [sprite, other] = [(); 2].map(|()| app.world_mut().spawn_empty().id());
    let phase = AwaitEvent::<Over>::on(sprite).then(|_, commands| {
        commands.queue(|world: &mut World| note(world, "over"));
    });
    let phases = Phases::starting_with(phase);
    phases.push(just("Z"));
    app.world_mut().spawn(phases);
    let observers = |app: &mut App| app.world_mut().query::<&Observer>().iter(app.world()).count();
    let before = observers(&mut app);
    app.update();
    assert_eq!(observers(&mut app), before + 1);
    app.world_mut().trigger(Over { entity: other });
    assert_eq!(frame(&mut app), "");
    app.world_mut().trigger(Over { entity: sprite });
    app.world_mut().trigger(Over { entity: sprite });
    assert_eq!(frame(&mut app), "over Z Z.");
    assert_eq!(observers(&mut app), before);
}

#[test]
fn an_event_of_an_entity_that_is_despawned_cancels_the_wait() {
    let mut app = app();
    let sprite = app.world_mut().spawn_empty().id();
    let battle = spawn(
        &mut app,
        [act("A", move |mut guard| {
            guard.unshift(AwaitEvent::<Over>::on(sprite));
            guard.end()
        })],
    );
    app.add_observer(|_: On<'_, '_, PhaseFailed>| panic!("it is no failure"));
    app.update();
    app.world_mut().despawn(sprite);
    app.update();
    assert_eq!(status(&app, battle), Some(RunStatus::Idle));
    phases(&app, battle).push(AwaitEvent::<Over>::on(sprite));
    phases(&app, battle).push(just("Z"));
    noted(&mut app);
    assert_eq!(frame(&mut app), "Z Z.", "an entity that is gone already");
}

#[test]
fn an_event_has_a_condition_and_a_deadline_and_needs_no_entity() {
    let phase = AwaitEvent::<Bell>::anywhere().when(|_| false).within(Duration::from_millis(50));
    let (mut app, _) = app_waiting_in(phase);
    let observers = |app: &mut App| app.world_mut().query::<&Observer>().iter(app.world()).count();
    let before = observers(&mut app);
    assert_eq!(frame(&mut app), "");
    app.world_mut().trigger(Bell);
    assert_eq!(frame_of(&mut app, 30), "");
    assert_eq!(frame_of(&mut app, 30), "Z Z.");
    assert_eq!(observers(&mut app), before);

    let (mut app, _) = app_waiting_in(AwaitEvent::<Bell>::anywhere());
    app.update();
    app.world_mut().trigger(Bell);
    assert_eq!(frame(&mut app), "Z Z.");
}

#[test]
fn a_wait_for_an_event_that_is_given_up_leaves_no_observer() {
    let (mut app, battle) = app_waiting_in(AwaitEvent::<Bell>::anywhere());
    let observers = |app: &mut App| app.world_mut().query::<&Observer>().iter(app.world()).count();
    let before = observers(&mut app);
    app.update();
    assert_eq!(observers(&mut app), before + 1);
    app.world_mut().despawn(battle);
    assert_eq!(observers(&mut app), before);
}

#[test]
fn a_condition_ends_the_wait_from_the_next_frame_on() {
    #[derive(Resource)]
    struct Ready;

    let (mut app, battle) = app_waiting_in(WaitUntil::new(resource_exists::<Ready>));
    assert_eq!(frame(&mut app), "");
    assert_eq!(frame(&mut app), "");
    app.world_mut().insert_resource(Ready);
    assert_eq!(frame(&mut app), "Z Z.");
    phases(&app, battle).push(WaitUntil::new(resource_exists::<Ready>));
    phases(&app, battle).push(WaitUntil::new(|| false).within(Duration::from_millis(5)));
    assert_eq!(frame(&mut app), "");
    assert_eq!(status(&app, battle), Some(RunStatus::Waiting));
    frame_of(&mut app, 0);
    frame_of(&mut app, 5);
    assert_eq!(status(&app, battle), Some(RunStatus::Idle));
}

#[test]
fn a_ticket_on_an_entity_is_ended_by_a_system() {
    let mut app = app();
    let sprite = app.world_mut().spawn_empty().id();
    spawn(&mut app, [act("A", move |guard| guard.suspend_on(sprite)), just("B")]);
    spawn(&mut app, [act("X", move |guard| guard.suspend_on(sprite)), just("Y")]);
    app.update();
    noted(&mut app);
    assert!(app.world().get::<PhaseTicket>(sprite).unwrap().is_live());
    app.world().get::<PhaseTicket>(sprite).unwrap().end();
    assert!(!app.world().get::<PhaseTicket>(sprite).unwrap().is_live());
    app.world_mut().despawn(sprite);
    let mut ends: Vec<_> = frame(&mut app).split(' ').map(str::to_owned).collect();
    ends.sort();
    assert_eq!(ends, ["A.", "B", "B.", "X.", "Y", "Y."]);
}

#[test]
fn a_ticket_on_an_entity_that_is_despawned_cancels_its_phase() {
    let mut app = app();
    let sprite = app.world_mut().spawn_empty().id();
    let on_it = || act("A", move |guard| guard.suspend_on(sprite));
    let battle = spawn(&mut app, [on_it(), just("B")]);
    app.add_observer(|_: On<'_, '_, PhaseFailed>| panic!("it is no failure"));
    assert_eq!(frame(&mut app), "A");
    app.world_mut().despawn(sprite);
    assert_eq!(frame(&mut app), "A! B B.");
    phases(&app, battle).push(on_it());
    assert_eq!(frame(&mut app), "A A!", "an entity that is gone already");
}

#[test]
fn an_entity_that_takes_the_battle_along_tells_the_phase_once() {
    let mut app = app();
    let battle = spawn(
        &mut app,
        [act("A", |guard| {
            let entity = guard.entity();
            guard.suspend_on(entity)
        })],
    );
    assert_eq!(frame(&mut app), "A");
    app.world_mut().despawn(battle);
    assert_eq!(frame(&mut app), "A!");
}

#[test]
fn any_phase_may_queue_a_wait() {
    let (mut app, _) = app_with([]);
    let phases = Phases::starting_with(LeafPhase);
    let battle = app.world_mut().spawn(phases).id();
    app.update();
    assert!(self::phases(&app, battle).waits_in::<WaitPhase>());
}

#[phase(world = World, leaf)]
#[derive(Debug)]
struct LeafPhase;

impl Phase for LeafPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.queue.common().unshift(WaitPhase::frames(3));
        guard.end()
    }
}
