//! The double battle, whose phases act on a plain `Battle` and know nothing of bevy.

use std::path::Path;
use std::sync::{Arc, Mutex};

use bevy_app::App;
use bevy_ecs::prelude::*;
use phase_bevy::phase_core;
use phase_bevy::prelude::*;
use phase_examples::double_battle::battle::{Asked, Battle};
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::scenario::Scenario;

/// What a battle has come to: all that was said, what is left of its world, and which phases have started on which
/// level.
#[derive(Debug, PartialEq)]
struct Played {
    battle: String,
    starts: Vec<String>,
}

type Starts = Arc<Mutex<Vec<String>>>;

fn note_starts(phases: &mut PhaseManager<Battle>) -> Starts {
    let starts = Starts::default();
    let noted = Arc::clone(&starts);
    phases.observe(move |event: &phase_core::Event<'_>, _: Option<&Battle>| {
        if matches!(event.kind, EventKind::Started | EventKind::Answered { .. }) {
            let text = format!("{}: {:?} {:?}", event.level, event.phase, event.kind);
            noted.lock().unwrap().push(text);
        }
    });
    starts
}

fn played(battle: &Battle, starts: &Starts) -> Played {
    Played {
        battle: serde_json::to_string_pretty(battle).unwrap(),
        starts: std::mem::take(&mut *starts.lock().unwrap()),
    }
}

/// Whoever is asked takes the last of what is offered.
fn last<T>(options: impl DoubleEndedIterator<Item = T>) -> T {
    options.into_iter().next_back().expect("there is always something to do")
}

fn without_bevy(game: Game) -> Played {
    let Game { mut battle, mut phases, .. } = game;
    let starts = note_starts(&mut phases);
    let status = phases
        .play(&mut battle, |question, seat, battle| {
            Some(last(question.options(seat, battle).unwrap().into_iter()))
        })
        .unwrap();
    assert_eq!(status, RunStatus::Halted);
    played(&battle, &starts)
}

fn in_an_app(game: Game) -> Played {
    let Game { battle, mut phases, .. } = game;
    let starts = note_starts(&mut phases);
    let mut app = App::new();
    app.add_plugins((PhasePlugin::new(), PhasePlugin::of::<Battle>()));
    app.add_observer(|asks: On<'_, '_, PhaseAsks>, mut commands: Commands<'_, '_>| {
        let answer = last(asks.options.clone().unwrap().into_iter());
        commands.phases_of::<Battle>(asks.entity).answer_any(asks.seat, answer);
    });
    let entity = app.world_mut().spawn(Phases::with_world(phases, battle)).id();
    let phases = |app: &App| app.world().get::<Phases<Battle>>(entity).unwrap().status();
    while phases(&app) != Some(RunStatus::Halted) {
        app.update();
        assert_ne!(phases(&app), Some(RunStatus::Idle));
    }
    let phases = app.world().get::<Phases<Battle>>(entity).unwrap();
    played(phases.world().unwrap(), &starts)
}

/// The scenarios that come with the example, by name.
macro_rules! scenarios {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../../examples/double_battle/scenarios/", $name, ".toml")))),*]
    };
}

const SCENARIOS: [(&str, &str); 8] = scenarios![
    "called" "long_battle" "redirected" "reflected" "removed" "reordered" "repeated" "worked_example"
];

fn battle(name: &str, text: &str) -> Battle {
    Scenario::parse(Path::new(name), text).unwrap().battle
}

#[test]
fn each_battle_comes_to_the_same_in_an_app() {
    for (name, text) in SCENARIOS {
        let headless = without_bevy(Game::new(battle(name, text)));
        assert!(headless.starts.len() > 10);
        assert_eq!(headless, in_an_app(Game::new(battle(name, text))), "{name}");
    }
}

#[test]
fn a_battle_with_questions_comes_to_the_same_in_an_app() {
    let game = || {
        let (name, text) = SCENARIOS[1];
        let mut battle = battle(name, text);
        battle.asked = Asked { players: true, dice: true };
        battle.script.clear();
        Game::new(battle)
    };
    let headless = without_bevy(game());
    assert!(headless.starts.iter().any(|start| start.contains("Answered")));
    assert_eq!(headless, in_an_app(game()));
}
