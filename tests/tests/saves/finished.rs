//! That a game is over, in saves, copies and histories.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::causes::without_causes;
use crate::format::{ALL, Format};

/// What has happened.
type Log = Vec<&'static str>;

#[phase(world = Log, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Turn;

/// Ends the game, and waits.
#[phase(world = Log, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Victory;

#[phase(world = Log, save, clone, asks)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Ask;

impl Phase for Turn {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push("turn");
        guard.end()
    }
}

impl Phase for Victory {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push("victory");
        guard.queue.finish();
        guard.unshift(Turn);
        guard.wait()
    }
}

impl Waits for Victory {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push("end of victory");
        guard.end()
    }
}

impl Asks for Ask {
    type Answer = ();

    fn answer(&mut self, _: Seat, (): (), guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// A game that goes on by itself for ever, if it is not over.
fn endless(phases: PhaseManager<Log>) -> PhaseManager<Log> {
    phases.when_empty(|log: &mut Log| {
        assert!(log.len() < 20, "the game does not come to an end");
        Turn
    })
}

/// A game that is over, in the middle of its last phase.
fn over() -> Result<(PhaseManager<Log>, Log), RunError> {
    let (mut phases, mut log) = (endless(PhaseManager::new()), Log::new());
    phases.push(Victory);
    assert_eq!(phases.run(&mut log)?, RunStatus::Waiting);
    assert!(phases.is_finished());
    Ok((phases, log))
}

fn plays_its_last_turn(mut phases: PhaseManager<Log>, mut log: Log) -> Result<(), RunError> {
    assert!(phases.is_finished());
    assert_eq!(phases.run(&mut log)?, RunStatus::Idle);
    assert_eq!(log, ["victory", "end of victory", "turn"]);
    Ok(())
}

#[test]
fn a_game_that_is_over_is_over_when_it_is_loaded() -> Result<(), RunError> {
    let (phases, log) = over()?;
    for format in ALL {
        let save = format.save(&phases);
        let loaded = format.load(&save).unwrap_or_else(|error| panic!("{format:?}: {error}"));
        assert_eq!(format.save(&loaded), save, "{format:?}: a save of what was loaded");
        plays_its_last_turn(endless(loaded), log.clone())?;
    }
    Ok(())
}

#[test]
fn with_nothing_left_and_with_questions_before() -> Result<(), RunError> {
    for asks in [false, true] {
        let (mut phases, mut log) = (endless(PhaseManager::new()), Log::new());
        if asks {
            phases.push(Ask);
            assert_eq!(phases.run(&mut log)?, RunStatus::Asking);
        }
        phases.finish(&mut log);
        for format in ALL {
            let mut loaded = endless(format.hop(&phases));
            assert!(loaded.is_finished(), "{format:?}");
            assert_eq!(loaded.question().map(|question| question.number()), asks.then_some(1), "{format:?}");
            if asks {
                let step = loaded.answer::<Ask>(&mut log, Seat::Player(0), ());
                assert!(matches!(step, Ok(Step::Ended("Ask"))), "{format:?}: {step:?}");
            }
            assert_eq!(loaded.run(&mut log)?, RunStatus::Idle, "{format:?}");
            // The count of questions is kept along, also that of none.
            loaded.push(Ask);
            assert_eq!(loaded.run(&mut log)?, RunStatus::Asking);
            let number = loaded.question().map(|question| question.number());
            assert_eq!(number, Some(1 + u64::from(asks)), "{format:?}");
        }
    }
    Ok(())
}

#[test]
fn a_field_says_so_which_no_other_save_has() {
    let (mut phases, mut log) = (PhaseManager::<Log>::new(), Log::new());
    let text = |phases: &PhaseManager<Log>| String::from_utf8_lossy(&Format::Json.save(phases)).into_owned();
    let before = text(&phases);
    assert!(before.starts_with(r#"{"version":1,"#) && !before.contains("finished"), "{before}");
    let bytes = Format::Postcard.save(&phases);
    phases.finish(&mut log);
    let after = text(&phases);
    assert_eq!(
        after,
        before.replace(r#""version":1"#, r#""version":3"#).replace("}}", r#"},"finished":true}"#)
    );
    // No questions, and finished.
    let expected = [&[3], &bytes[1..], &[0, 1]].concat();
    assert_eq!(Format::Postcard.save(&phases), expected);
}

#[test]
fn saves_of_formats_1_and_2_are_of_games_that_go_on() -> Result<(), RunError> {
    let (mut phases, mut log) = (PhaseManager::new(), Log::new());
    let of_format_1 = Format::Json.save(&phases);
    assert!(of_format_1.starts_with(br#"{"version":1,"#));
    phases.push(Ask);
    phases.run(&mut log)?;
    let of_format_2 = without_causes(&Format::Json.save(&phases), 2).into_bytes();
    for save in [of_format_1, of_format_2] {
        let loaded: PhaseManager<Log> = Format::Json.load(&save).expect("this is a save");
        assert!(!loaded.is_finished());
    }
    Ok(())
}

#[test]
fn a_game_that_is_over_is_over_in_a_copy_and_the_other_way_round() -> Result<(), RunError> {
    let (phases, log) = over()?;
    plays_its_last_turn(phases.fork().expect("all of it can be copied"), log.clone())?;
    plays_its_last_turn(phases, log)?;

    let (phases, mut log) = (endless(PhaseManager::new()), Log::new());
    let mut fork = phases.fork().expect("there is nothing to copy");
    fork.finish(&mut log);
    assert!(fork.is_finished() && !phases.is_finished());
    Ok(())
}

#[test]
fn a_move_that_ended_the_game_can_be_undone_and_done_again() -> Result<(), RunError> {
    let (mut phases, mut log) = (endless(PhaseManager::new()), Log::new());
    let mut history = History::new(3);
    phases.push(Victory);
    history.checkpoint(&phases, &log).expect("all of it can be copied");
    assert_eq!(phases.run(&mut log)?, RunStatus::Waiting);
    assert!(phases.is_finished());

    assert!(history.undo(&mut phases, &mut log));
    assert!(!phases.is_finished());
    phases.retain(|_| false);
    assert!(matches!(phases.step(&mut log)?, Step::Ended("Turn")), "it goes on by itself");

    assert!(history.redo(&mut phases, &mut log));
    plays_its_last_turn(phases, log)
}
