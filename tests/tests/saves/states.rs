//! Every state that a manager can be in, saved and loaded in every format.

use phase_core::prelude::*;

use crate::format::{ALL, Format, SERDE};
use crate::game::{Game, Ranked, Then, act, check, finish, told};

fn new() -> (PhaseManager<Game>, Game) {
    (PhaseManager::new(), Game::default())
}

#[test]
fn an_empty_manager() {
    let (mut phases, mut game) = new();
    check(&mut phases, &mut game);
    assert!(game.log.is_empty());
}

#[test]
fn a_manager_that_has_not_run_yet() {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("A1")));
    phases.push(act("B"));
    phases.unshift(act("C"));
    phases.defer(act("D"));
    check(&mut phases, &mut game);
    assert_eq!(game.log.join(" "), "C C ends D D ends A A ends A1 A1 ends B B ends");
}

#[test]
fn levels_keep_their_numbers() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("B").unshift(act("C")).defer(act("D"))).defer(act("E")).push(act("F")));
    for _ in 0..3 {
        phases.step(&mut game)?;
    }
    assert_eq!(phases.levels().to_string(), "0: [F]\n1: [E]\n3: [D]");
    assert_eq!(phases.current_level(), 4);
    let loaded = Format::Postcard.hop(&phases);
    assert_eq!(loaded.levels().to_string(), "0: [F]\n1: [E]\n3: [D]");
    assert_eq!(loaded.current_level(), 4);
    check(&mut phases, &mut game);
    Ok(())
}

#[test]
fn between_two_steps_what_the_last_phase_queued_can_be_added_to() -> Result<(), RunError> {
    for format in ALL {
        let (mut phases, mut game) = new();
        phases.push(act("A").unshift(act("A1")).defer(act("A2")));
        phases.push(act("B"));
        phases.step(&mut game)?;
        let mut loaded = format.hop(&phases);
        for manager in [&mut phases, &mut loaded] {
            manager.unshift(act("U"));
            manager.defer(act("D"));
            manager.push(act("P"));
        }
        assert_eq!(told(&loaded), told(&phases), "{format:?}");
        assert_eq!(loaded.levels().to_string(), "0: [B, P]\n1: [A2, D]\n2: [A1, U]", "{format:?}");
    }
    Ok(())
}

#[test]
fn a_waiting_phase_with_its_two_open_levels() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("U")).defer(act("D")).push(act("P")).then(Then::Wait(3)));
    phases.push(act("B"));
    phases.run(&mut game)?;
    phases.run(&mut game)?;
    phases.unshift(act("V"));
    assert_eq!(phases.levels().to_string(), "0: [B, P]\n1: [D]\n2: [U, V]");
    check(&mut phases, &mut game);
    Ok(())
}

#[test]
fn how_long_a_phase_has_waited() -> Result<(), RunError> {
    for format in ALL {
        let (mut phases, mut game) = new();
        phases.push(act("A").then(Then::Wait(9)));
        for _ in 0..4 {
            phases.run(&mut game)?;
        }
        let mut loaded = format.hop(&phases);
        assert_eq!(loaded.waiting().map(|waiting| (waiting.name, waiting.updates)), Some(("Act", 3)));
        assert_eq!(loaded.run(&mut game)?, RunStatus::Waiting);
        assert_eq!(loaded.waiting().map(|waiting| waiting.updates), Some(4), "{format:?}");
    }
    Ok(())
}

#[test]
fn a_halt_that_is_still_to_come() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").halt().then(Then::Wait(1)));
    phases.push(act("B"));
    phases.run(&mut game)?;
    check(&mut phases, &mut game);
    let log = game.log.join(", ");
    assert_eq!(log, "A, A is updated, A ends, Halted, B, B ends", "and is told after the wait");
    Ok(())
}

#[test]
fn a_halt_that_is_over() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").halt().unshift(act("A1")));
    assert_eq!(phases.run(&mut game)?, RunStatus::Halted);
    check(&mut phases, &mut game);
    assert_eq!(game.log, ["A", "A ends", "A1", "A1 ends"]);
    Ok(())
}

#[test]
fn interrupts_that_have_not_started() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("U")).then(Then::Wait(2)));
    phases.run(&mut game)?;
    phases.interrupt(act("I").unshift(act("I1")).defer(act("I2")));
    phases.interrupt(act("J").then(Then::Wait(1)));
    assert_eq!(phases.levels().to_string(), "1: [U]\n2: [I]\n3: [J]");
    check(&mut phases, &mut game);
    Ok(())
}

#[test]
fn interrupts_of_nothing() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("U")).defer(act("D")));
    phases.step(&mut game)?;
    phases.interrupt(act("I"));
    phases.interrupt(act("J"));
    assert_eq!(phases.levels().to_string(), "1: [D]\n2: [U]\n3: [I]\n4: [J]");
    check(&mut phases, &mut game);
    Ok(())
}

#[test]
fn parked_phases_within_parked_phases() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("U")).defer(act("D")).then(Then::Wait(2)));
    phases.push(act("B"));
    phases.run(&mut game)?;
    phases.interrupt(act("I").unshift(act("I1").then(Then::Wait(2))).defer(act("I2")).then(Then::Wait(1)));
    phases.run(&mut game)?;
    phases.interrupt(act("J").unshift(act("J1").then(Then::Wait(2))).push(act("P")));
    phases.run(&mut game)?;
    phases.interrupt(act("K"));
    assert!(told(&phases).contains("parked: [A, I, J1]"), "{}", told(&phases));
    check(&mut phases, &mut game);
    Ok(())
}

#[test]
fn a_parked_phase_with_nothing_above_it_any_more() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("U")).then(Then::Wait(2)));
    phases.run(&mut game)?;
    phases.interrupt(act("I"));
    phases.interrupt(act("J"));
    assert!(phases.remove::<crate::game::Act>(|act| act.name == "I").is_some());
    check(&mut phases, &mut game);
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("U")).then(Then::Wait(2)));
    phases.run(&mut game)?;
    phases.interrupt(act("I"));
    assert!(phases.remove::<crate::game::Act>(|act| act.name == "I").is_some());
    assert_eq!(phases.levels().to_string(), "1: [U]");
    check(&mut phases, &mut game);
    Ok(())
}

#[test]
fn phases_that_run_by_priority() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(Ranked("slow".to_owned(), 1));
    phases.push(act("A"));
    phases.push(Ranked("fast".to_owned(), 3));
    phases.interrupt(Ranked("I".to_owned(), 2));
    check(&mut phases, &mut game);
    assert_eq!(game.log, ["I", "fast", "A", "A ends", "slow"]);

    // Known as such only by what has yet to start above a waiting phase.
    let (mut phases, mut game) = new();
    phases.push(act("A").then(Then::Wait(1)));
    phases.run(&mut game)?;
    phases.unshift(Ranked("slow".to_owned(), 1));
    phases.unshift(Ranked("fast".to_owned(), 3));
    phases.interrupt(act("I"));
    check(&mut phases, &mut game);
    assert!(game.log.ends_with(&["fast".to_owned(), "slow".to_owned()]));
    Ok(())
}

#[test]
fn after_a_failure_a_cancel_and_a_clear() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("A1").then(Then::Wait(1))).defer(act("A2")).then(Then::Fail));
    phases.push(act("B"));
    assert!(phases.run(&mut game).is_err());
    check(&mut phases, &mut game);

    phases.push(act("A").unshift(act("A1")).defer(act("A2")).then(Then::Wait(5)));
    phases.push(act("B"));
    phases.run(&mut game)?;
    assert!(phases.cancel(&mut game));
    check(&mut phases, &mut game);

    phases.push(act("A").unshift(act("A1").clear().unshift(act("A3")).then(Then::Wait(2))));
    phases.push(act("B"));
    phases.run(&mut game)?;
    assert_eq!((phases.current_level(), phases.levels().to_string()), (0, "1: [A3]".to_owned()));
    check(&mut phases, &mut game);
    Ok(())
}

#[test]
fn after_a_start_limit_that_is_then_given_anew() -> Result<(), RunError> {
    let (phases, mut game) = new();
    let mut phases = phases.start_limit(2);
    for name in ["A", "B", "C", "D", "E"] {
        phases.push(act(name));
    }
    assert!(matches!(phases.run(&mut game), Err(RunError::StartLimit { limit: 2, .. })));
    for format in ALL {
        let mut game = game.saved();
        assert_eq!(format.hop(&phases).run(&mut game)?, RunStatus::Idle, "it is no part of the save");
        let mut loaded = format.hop(&phases).start_limit(1).when_empty(|_| act("T").then(Then::Suspend));
        assert!(matches!(loaded.run(&mut game), Err(RunError::StartLimit { limit: 1, .. })));
        let mut loaded = loaded.start_limit(9);
        assert_eq!(loaded.run(&mut game)?, RunStatus::Waiting);
        assert_eq!(loaded.current().map(|phase| format!("{phase:?}")).as_deref(), Some("T"));
    }
    Ok(())
}

#[test]
fn a_snapshot_changes_nothing() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("U")).then(Then::Suspend));
    phases.run(&mut game)?;
    phases.interrupt(act("I"));
    let before = told(&phases);
    let snapshot = phases.snapshot().expect("all of it can be saved");
    let saves = SERDE.map(|format| format.write(&snapshot));
    assert_eq!(SERDE.map(|format| format.write(&snapshot)), saves);
    assert!(format!("{snapshot:?}").contains("Act"));
    assert_eq!(told(&phases), before);
    finish(&mut phases, &mut game);
    assert_eq!(game.log, ["A", "I", "I ends", "Waiting", "A ends", "U", "U ends"]);
    Ok(())
}
