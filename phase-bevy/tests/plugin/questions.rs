//! Questions, told by an event, and answered by a command.

use bevy_app::App;
use bevy_ecs::prelude::*;
use phase_bevy::prelude::*;

use crate::play::{app, fails, frame, just, note, noted, phases, status, waits};

/// Asks these players which number they choose, up to this one.
#[phase(world = World)]
#[derive(Debug)]
pub(crate) struct ChoicePhase {
    players: Vec<u32>,
    most: u32,
}

impl Phase for ChoicePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.ask()
    }
}

impl Asks for ChoicePhase {
    type Answer = u32;

    fn seats(&self, _: &World) -> Vec<Seat> {
        self.players.iter().copied().map(Seat::Player).collect()
    }

    fn options(&self, _: Seat, _: &World) -> Option<Vec<u32>> {
        Some((1..=self.most).collect())
    }

    fn fallback(&self, _: Seat, _: &World) -> Option<u32> {
        Some(1)
    }

    fn answer(&mut self, seat: Seat, answer: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, format!("{seat}: {answer}"));
        self.players.retain(|player| Seat::Player(*player) != seat);
        if self.players.is_empty() { guard.end() } else { guard.ask() }
    }
}

fn app_that_asks(players: &[u32]) -> (App, Entity) {
    let mut app = app();
    let phases = Phases::starting_with(ChoicePhase { players: players.to_vec(), most: 3 });
    phases.push(just("Z"));
    let battle = app.world_mut().spawn(phases).id();
    app.add_observer(|asks: On<'_, '_, PhaseAsks>, mut commands: Commands<'_, '_>| {
        let PhaseAsks { phase, number, seat, options, fallback, .. } = asks.event();
        let options = options.as_deref().unwrap_or_default();
        let text = format!("[{number}. {phase} asks {seat}: {options:?}, or {fallback:?}]");
        commands.queue(move |world: &mut World| note(world, text));
    });
    app.add_observer(|refused: On<'_, '_, AnswerRefused>, mut commands: Commands<'_, '_>| {
        let text = format!("[{}: {}]", refused.seat, refused.error);
        commands.queue(move |world: &mut World| note(world, text));
    });
    (app, battle)
}

#[test]
fn each_seat_is_told_once_and_answers_by_a_command() {
    let (mut app, battle) = app_that_asks(&[0, 1]);
    assert_eq!(
        frame(&mut app),
        "[1. ChoicePhase asks player 0: [1, 2, 3], or Some(1)] [1. ChoicePhase asks player 1: [1, 2, 3], or Some(1)]"
    );
    assert_eq!(frame(&mut app), "");
    app.world_mut().commands().phases(battle).answer::<ChoicePhase>(Seat::Player(1), 3);
    assert_eq!(frame(&mut app), "player 1: 3");
    assert_eq!(status(&app, battle), Some(RunStatus::Asking));
    app.world_mut().commands().phases(battle).answer_any(Seat::Player(0), AnyAnswer::new(2_u32));
    assert_eq!(frame(&mut app), "player 0: 2 Z Z.");
}

#[test]
fn what_is_refused_is_told_and_changes_nothing() {
    let (mut app, battle) = app_that_asks(&[0]);
    app.update();
    noted(&mut app);
    let mut commands = app.world_mut().commands();
    let mut phases_of_it = commands.phases(battle);
    phases_of_it.answer::<ChoicePhase>(Seat::Player(0), 9).answer::<ChoicePhase>(Seat::Player(5), 1);
    phases_of_it.answer_any(Seat::Player(0), AnyAnswer::new("text"));
    assert_eq!(
        frame(&mut app),
        "[player 0: `ChoicePhase` refuses 9 of player 0] \
         [player 5: player 5 is not asked, or has answered already] \
         [player 0: `ChoicePhase` asks for an answer of type `u32`, and this is one of type `&str`]"
    );
    assert_eq!(status(&app, battle), Some(RunStatus::Asking));
}

#[test]
fn the_fallback_counts_when_the_time_is_over() {
    let (mut app, battle) = app_that_asks(&[0, 1]);
    app.update();
    noted(&mut app);
    app.world_mut().commands().phases(battle).time_out();
    assert_eq!(frame(&mut app), "player 0: 1 player 1: 1 Z Z.");
}

#[test]
fn a_bot_answers_in_the_same_frame() {
    let (mut app, battle) = app_that_asks(&[0]);
    app.add_observer(|asks: On<'_, '_, PhaseAsks>, mut commands: Commands<'_, '_>| {
        commands.phases(asks.entity).answer::<ChoicePhase>(asks.seat, 2);
    });
    let said = frame(&mut app);
    assert!(said.ends_with("player 0: 2 Z Z."), "{said}");
    assert_eq!(status(&app, battle), Some(RunStatus::Idle));
}

#[test]
fn bots_that_never_stop_leave_the_frame_in_the_end() {
    let mut app = app();
    let manager = PhaseManager::new().when_empty(|_: &mut World| ChoicePhase { players: vec![0], most: 1 });
    app.world_mut().spawn(Phases::from(manager));
    app.add_observer(|asks: On<'_, '_, PhaseAsks>, mut commands: Commands<'_, '_>| {
        commands.phases(asks.entity).answer::<ChoicePhase>(asks.seat, 1);
    });
    let answers = frame(&mut app).matches("player").count();
    assert_eq!(answers, 100);
    assert_eq!(frame(&mut app).matches("player").count(), 100);
}

#[test]
fn a_question_that_comes_back_from_an_interrupt_is_told_again() {
    let (mut app, battle) = app_that_asks(&[0]);
    app.update();
    phases(&app, battle).interrupt(ChoicePhase { players: vec![7], most: 1 });
    noted(&mut app);
    assert_eq!(frame(&mut app), "[2. ChoicePhase asks player 7: [1], or Some(1)]");
    app.world_mut().commands().phases(battle).answer::<ChoicePhase>(Seat::Player(7), 1);
    assert_eq!(frame(&mut app), "player 7: 1 [1. ChoicePhase asks player 0: [1, 2, 3], or Some(1)]");
}

#[test]
fn a_question_is_told_again_after_an_interrupt_that_asks_nothing() {
    const ASKS: &str = "[1. ChoicePhase asks player 0: [1, 2, 3], or Some(1)]";
    let (mut app, battle) = app_that_asks(&[0]);
    assert_eq!(frame(&mut app), ASKS);
    phases(&app, battle).interrupt(just("menu"));
    assert_eq!(frame(&mut app), format!("menu menu. {ASKS}"));
    phases(&app, battle).interrupt(fails("menu"));
    assert_eq!(frame(&mut app), format!("menu menu! {ASKS}"));
    phases(&app, battle).interrupt(waits("menu"));
    assert_eq!(frame(&mut app), "menu");
    assert_eq!(frame(&mut app), "menu~");
    app.world_mut().commands().phases(battle).cancel();
    assert_eq!(frame(&mut app), format!("menu! {ASKS}"));
    phases(&app, battle).push(just("B"));
    assert_eq!(frame(&mut app), "");
}

#[test]
fn an_answer_that_comes_while_phases_run_is_too_early_for_the_question_after_it() {
    let mut app = app();
    let phases = Phases::starting_with(crate::play::shouts("A"));
    phases.push(ChoicePhase { players: vec![0], most: 1 });
    let battle = app.world_mut().spawn(phases).id();
    crate::play::on_shout(&mut app, move |commands| {
        commands.phases(battle).answer::<ChoicePhase>(Seat::Player(0), 1);
    });
    app.add_observer(|refused: On<'_, '_, AnswerRefused>, mut commands: Commands<'_, '_>| {
        let text = format!("[{}]", refused.error);
        commands.queue(move |world: &mut World| note(world, text));
    });
    assert_eq!(frame(&mut app), "A A. [nothing asks]");
    assert_eq!(status(&app, battle), Some(RunStatus::Asking));
}

#[test]
fn a_battle_that_is_despawned_by_who_is_asked_asks_nobody_else() {
    let (mut app, _) = app_that_asks(&[0, 1]);
    app.add_observer(|asks: On<'_, '_, PhaseAsks>, mut commands: Commands<'_, '_>| {
        commands.entity(asks.entity).despawn();
    });
    let said = frame(&mut app);
    assert_eq!(said.matches("asks").count(), 1, "{said}");
}
