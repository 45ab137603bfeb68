//! Questions in saves.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::causes::without_causes;
use crate::format::{ALL, Format};
use crate::game::{Game, Then, act, check, finish, told};

fn new() -> (PhaseManager<Game>, Game) {
    (PhaseManager::new(), Game::default())
}

fn number<W>(phases: &PhaseManager<W>) -> Option<u64> {
    phases.question().map(|question| question.number())
}

/// Also for a fork.
#[track_caller]
fn check_all(phases: &mut PhaseManager<Game>, game: &mut Game) {
    let (mut fork, mut its_game) = (phases.fork().expect("all of it can be copied"), game.saved());
    assert_eq!(told(&fork), told(phases));
    check(phases, game);
    finish(&mut fork, &mut its_game);
    assert_eq!(its_game.log, game.log);
}

#[test]
fn one_that_stands() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("U")).defer(act("D")).then(Then::Ask(0b11)));
    phases.push(act("B").then(Then::Ask(1)));
    phases.run(&mut game)?;
    check_all(&mut phases, &mut game);
    let log = game.log.join(", ");
    assert_eq!(
        log,
        "A, question 1, A hears 1 from player 0, question 1, A hears 1 from player 1, A ends, U, U ends, D, D ends, \
         B, question 2, B hears 1 from player 0, B ends"
    );
    Ok(())
}

#[test]
fn one_that_is_half_answered() -> Result<(), Box<dyn std::error::Error>> {
    let (mut phases, mut game) = new();
    phases.push(act("A").then(Then::Ask(0b111)));
    phases.run(&mut game)?;
    phases.answer::<crate::game::Act>(&mut game, Seat::Player(1), 2)?;
    check_all(&mut phases, &mut game);
    Ok(())
}

#[test]
fn one_that_is_parked_under_another() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("U")).then(Then::Ask(1)));
    phases.run(&mut game)?;
    phases.interrupt(act("I").defer(act("D")).then(Then::Ask(0b11)));
    phases.run(&mut game)?;
    phases.interrupt(act("J").then(Then::Suspend));
    phases.run(&mut game)?;
    phases.interrupt(act("K"));
    assert!(told(&phases).contains("parked: [A, I, J]"), "{}", told(&phases));
    check_all(&mut phases, &mut game);
    Ok(())
}

#[test]
fn one_whose_interrupt_has_not_started() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").unshift(act("U")).then(Then::Ask(1)));
    phases.run(&mut game)?;
    phases.interrupt(act("I").then(Then::Ask(1)));
    phases.interrupt(act("J").halt());
    check_all(&mut phases, &mut game);
    Ok(())
}

#[test]
fn between_two_and_after_the_last() -> Result<(), Box<dyn std::error::Error>> {
    let (mut phases, mut game) = new();
    phases.push(act("A").then(Then::Ask(1)));
    phases.push(act("B").then(Then::Ask(1)));
    phases.run(&mut game)?;
    phases.answer::<crate::game::Act>(&mut game, Seat::Player(0), 2)?;
    check_all(&mut phases, &mut game);
    assert!(phases.is_empty());
    phases.push(act("C").then(Then::Ask(1)));
    check_all(&mut phases, &mut game);
    assert!(game.log.contains(&"question 3".to_owned()));
    Ok(())
}

#[test]
fn one_with_a_halt_behind_it() -> Result<(), RunError> {
    let (mut phases, mut game) = new();
    phases.push(act("A").halt().then(Then::Ask(1)));
    phases.push(act("B"));
    phases.run(&mut game)?;
    check_all(&mut phases, &mut game);
    assert_eq!(game.log.join(", "), "A, question 1, A hears 1 from player 0, A ends, Halted, B, B ends");
    Ok(())
}

/// Nothing but the phase is needed: an answer may come before anything else.
#[test]
fn an_answer_before_the_first_run() -> Result<(), Box<dyn std::error::Error>> {
    for format in ALL {
        let (mut phases, mut game) = new();
        phases.push(act("A").then(Then::Ask(1)));
        phases.run(&mut game)?;
        let (mut loaded, mut its_game) = (format.hop(&phases), Game::default());
        assert_eq!(loaded.waiting(), phases.waiting());
        let step = loaded.answer::<crate::game::Act>(&mut its_game, Seat::Player(0), 3)?;
        assert_eq!(step, Step::Ended("Act"));
        assert_eq!(its_game.log, ["A hears 3 from player 0", "A ends"], "{format:?}");
    }
    Ok(())
}

/// The tickets come first, as in any call that is given the world.
#[test]
fn an_answer_hands_out_the_tickets_of_what_is_parked() -> Result<(), Box<dyn std::error::Error>> {
    for format in ALL {
        let (mut phases, mut game) = new();
        phases.push(act("S").then(Then::Suspend));
        phases.run(&mut game)?;
        phases.interrupt(act("A").then(Then::Ask(1)));
        phases.run(&mut game)?;
        for mut copy in [format.hop(&phases), phases.fork()?] {
            let mut its_game = Game::default();
            assert!(copy.answer::<crate::game::Act>(&mut its_game, Seat::Player(5), 3).is_err());
            assert_eq!(its_game.restored, ["S"], "{format:?}");
            copy.answer::<crate::game::Act>(&mut its_game, Seat::Player(0), 3)?;
            assert_eq!(copy.run(&mut its_game)?, RunStatus::Waiting);
            its_game.end("S")?;
            assert_eq!(copy.run(&mut its_game)?, RunStatus::Idle);
            assert_eq!(its_game.restored, ["S"], "once");
        }
    }
    Ok(())
}

struct Table;

/// Asks whether it has been seen.
#[phase(world = Table, save, asks)]
#[derive(Debug, Serialize, Deserialize)]
struct Ask(u8);

impl Asks for Ask {
    type Answer = bool;

    fn answer(&mut self, _: Seat, ends: bool, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if ends { guard.end() } else { guard.ask() }
    }
}

#[phase(world = Table, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Tick(u8);

impl Phase for Tick {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// A save in which the second question stands, and the first is parked.
const JSON: &str = concat!(
    r#"{"version":2,"halted":false,"levels":[{"level":0,"phases":[{"Tick":1}]}],"#,
    r#""parked":[{"waiting":{"phase":{"Ask":1},"wait":{"asking":1}},"levels_below":0,"#,
    r#""open":{"from_level":0,"deferred":[],"unshifted":[],"interrupts":[],"interrupted":null}}],"#,
    r#""waiting":{"phase":{"Ask":2},"wait":{"asking":2}},"#,
    r#""current":{"from_level":1,"deferred":[],"unshifted":[],"interrupts":[],"interrupted":null},"questions":2}"#
);

/// The same in postcard.
const POSTCARD: &[u8] = &[
    2, // the version
    2, 4, b'T', b'i', b'c', b'k', 3, b'A', b's', b'k', // the names
    0,    // not halted
    1, 0, 1, 0, 1, // one level, number 0, one phase, its name and its data
    1, 1, 1, 4, 1, // one parked phase, which asks question 1
    0, 0, 0, 0, 0, 0, // no levels below it; from level 0, with nothing of its own
    1, 1, 2, 4, 2, // the phase that waits, which asks question 2
    1, 0, 0, 0, 0, // the current phase: from level 1, with nothing of its own
    2, // two questions so far
];

fn built() -> PhaseManager<Table> {
    let mut phases = PhaseManager::new();
    phases.push(Ask(1));
    phases.push(Tick(1));
    assert!(matches!(phases.run(&mut Table), Ok(RunStatus::Asking)));
    phases.interrupt(Ask(2));
    assert!(matches!(phases.run(&mut Table), Ok(RunStatus::Asking)));
    phases
}

#[test]
fn this_is_how_a_save_with_questions_looks() {
    let phases = built();
    assert_eq!(without_causes(&Format::Json.save(&phases), 2), JSON);
    // Not finished, and then the causes.
    let start = [&[4], &POSTCARD[1..], &[0, 1]].concat();
    assert!(Format::Postcard.save(&phases).starts_with(&start));
}

#[test]
fn saves_of_format_2_can_be_read() {
    for (format, save) in [(Format::Json, JSON.as_bytes()), (Format::Postcard, POSTCARD)] {
        let mut loaded: PhaseManager<Table> = format.load(save).expect("this is a save");
        assert_eq!(format!("{loaded:?}"), format!("{:?}", built()));
        assert_eq!(number(&loaded), Some(2));
        loaded.answer::<Ask>(&mut Table, Seat::Player(0), false).expect("it is asked");
        assert_eq!(number(&loaded), Some(3));
        loaded.answer::<Ask>(&mut Table, Seat::Player(0), true).expect("it is asked");
        assert!(matches!(loaded.run(&mut Table), Ok(RunStatus::Asking)));
        assert_eq!(number(&loaded), Some(1));
    }
}

#[test]
fn a_game_in_which_nothing_has_asked_is_saved_as_it_was_before() {
    let (mut phases, mut asked) = (PhaseManager::new(), PhaseManager::new());
    for phases in [&mut phases, &mut asked] {
        phases.push(Ask(7));
        phases.push(Tick(1));
    }
    let json = concat!(
        r#"{"version":1,"halted":false,"levels":[{"level":0,"phases":[{"Ask":7},{"Tick":1}]}],"parked":[],"#,
        r#""waiting":null,"current":{"from_level":0,"deferred":[],"unshifted":[],"interrupts":[],"interrupted":null}}"#
    );
    assert_eq!(without_causes(&Format::Json.save(&phases), 1), json);
    let postcard: &[u8] =
        &[4, 2, 3, b'A', b's', b'k', 4, b'T', b'i', b'c', b'k', 0, 1, 0, 2, 0, 7, 1, 1, 0, 0, 0, 0, 0, 0, 0];
    assert!(Format::Postcard.save(&phases).starts_with(postcard));
    for format in ALL {
        let save = format.save(&phases);
        let mut loaded: PhaseManager<Table> = format.load(&save).expect("this is a save");
        assert!(format.save(&loaded) == save, "{format:?}");
        assert!(matches!(loaded.run(&mut Table), Ok(RunStatus::Asking)));
        assert_eq!(number(&loaded), Some(1), "and counts from 1: {format:?}");
    }
    // Once it has asked, the count stays, even where no question stands.
    assert!(matches!(asked.run(&mut Table), Ok(RunStatus::Asking)));
    asked.answer::<Ask>(&mut Table, Seat::Player(0), true).expect("it is asked");
    for format in ALL {
        let mut loaded = format.hop(&asked);
        loaded.push(Ask(8));
        assert!(matches!(loaded.run(&mut Table), Ok(RunStatus::Asking)));
        assert_eq!(number(&loaded), Some(2), "{format:?}");
    }
}

/// The save, but for one part.
fn but(from: &str, to: &str) -> Result<PhaseManager<Table>, String> {
    assert_eq!(JSON.matches(from).count(), 1, "{from}");
    Format::Json.load(JSON.replace(from, to).as_bytes())
}

#[track_caller]
fn refused(loaded: Result<PhaseManager<Table>, String>, words: &str) {
    match loaded {
        Ok(phases) => panic!("it was loaded as {phases:?}"),
        Err(error) => assert!(error.contains(words), "{error}"),
    }
}

#[test]
fn a_phase_that_has_no_answer_cannot_ask() {
    let words = "phase `Tick` was saved while it asked, but it has no `answer`";
    refused(but(r#"{"Ask":1}"#, r#"{"Tick":1}"#), words);
    refused(but(r#"{"Ask":2}"#, r#"{"Tick":2}"#), words);
    let mut save = POSTCARD.to_vec();
    let asking = save.len() - 10;
    assert_eq!(save[asking..asking + 4], [1, 2, 4, 2], "the phase that waits");
    save[asking] = 0;
    assert!(Format::Postcard.load::<Table>(&save).is_err());
}

#[test]
fn there_is_no_question_0() {
    let words = "questions are counted from 1";
    refused(but(r#"{"asking":1}"#, r#"{"asking":0}"#), words);
    refused(but(r#"{"asking":2}"#, r#"{"asking":0}"#), words);
}

#[test]
fn a_number_has_to_be_one() {
    for number in ["-1", "1.5", "18446744073709551616", "\"1\"", "null", "[1]"] {
        refused(but(r#"{"asking":2}"#, &format!(r#"{{"asking":{number}}}"#)), "");
        refused(but(r#""questions":2"#, &format!(r#""questions":{number}"#)), "");
    }
    refused(but(r#"{"asking":2}"#, r#""asking""#), "");
    refused(but(r#"{"asking":2}"#, r#"{"asking":2,"updates":1}"#), "");
    refused(but(r#""questions":2"#, r#""questions":2,"questions":2"#), "duplicate field");
}

/// Or a number would be given twice.
#[test]
fn the_count_is_at_least_the_highest_number() {
    for count in [r#","questions":0"#, r#","questions":1"#, ""] {
        let mut loaded = but(r#","questions":2"#, count).expect("the numbers are there");
        loaded.answer::<Ask>(&mut Table, Seat::Player(0), false).expect("it is asked");
        assert_eq!(number(&loaded), Some(3), "{count}");
        // Also of one that is parked.
        let loaded = but(r#"{"asking":1}"#, r#"{"asking":9}"#);
        let mut loaded = loaded.expect("who has asked first may have done so last");
        loaded.answer::<Ask>(&mut Table, Seat::Player(0), false).expect("it is asked");
        assert_eq!(number(&loaded), Some(10));
    }
}

/// There are no more numbers then, and none goes back.
#[test]
fn the_highest_number_there_can_be() {
    let most = u64::MAX.to_string();
    for (from, to) in [
        (r#"{"asking":2}"#, format!(r#"{{"asking":{most}}}"#)),
        (r#""questions":2"#, format!(r#""questions":{most}"#)),
    ] {
        let mut loaded = but(from, &to).expect("it is in range");
        for _ in 0..3 {
            loaded.answer::<Ask>(&mut Table, Seat::Player(0), false).expect("it is asked");
            assert_eq!(number(&loaded), Some(u64::MAX));
            let saved = without_causes(&Format::Json.save(&loaded), 2);
            assert!(saved.ends_with(&format!(r#""questions":{most}}}"#)), "{saved}");
        }
    }
}

/// Where several are asked, the number is given back that was taken in case somebody new is.
#[test]
fn a_draft_at_the_highest_number_leaves_the_count_as_it_is() -> Result<(), Box<dyn std::error::Error>> {
    let (mut phases, mut game) = new();
    phases.push(act("A").then(Then::Ask(0b111)));
    phases.run(&mut game)?;
    let save = String::from_utf8(Format::Json.save(&phases))?;
    let save = save.replace(r#""questions":1"#, &format!(r#""questions":{}"#, u64::MAX));
    let mut loaded: PhaseManager<Game> = Format::Json.load(save.as_bytes())?;
    loaded.answer::<crate::game::Act>(&mut game, Seat::Player(1), 2)?;
    assert_eq!(number(&loaded), Some(1));
    let saved = without_causes(&Format::Json.save(&loaded), 2);
    assert!(saved.ends_with(&format!(r#""questions":{}}}"#, u64::MAX)), "{saved}");
    Ok(())
}

/// Nobody has written such a save, but its meaning is plain.
#[test]
fn questions_in_a_save_that_says_it_has_none() {
    let save = JSON.replace(r#""version":2"#, r#""version":1"#).replace(r#","questions":2"#, "");
    let loaded: PhaseManager<Table> = Format::Json.load(save.as_bytes()).expect("its meaning is plain");
    assert_eq!(number(&loaded), Some(2));
    assert_eq!(without_causes(&Format::Json.save(&loaded), 2), JSON);
}

#[test]
fn a_save_of_a_newer_version_says_so() {
    let words = "the save is of format 5, and this program reads up to format 4";
    refused(but(r#""version":2"#, r#""version":5"#), words);
    assert!(Format::Postcard.load::<Table>(&[&[5], &POSTCARD[1..]].concat()).is_err());
    refused(but(r#""version":2"#, r#""version":0"#), "there is no save format 0");
}

#[test]
fn what_is_cut_short_is_no_save() {
    for (format, save) in [(Format::Json, JSON.as_bytes()), (Format::Postcard, POSTCARD)] {
        for end in 0..save.len() {
            assert!(format.load::<Table>(&save[..end]).is_err(), "{format:?} up to {end}");
        }
    }
}

/// A phase was saved while it asked, and does not any more in this version of the game.
#[test]
fn the_place_of_a_question_that_can_not_be_loaded() {
    let error = but(r#"{"Ask":2}"#, r#"{"Asked":2}"#).expect_err("there is no such phase");
    assert!(error.contains("`Asked`") && error.contains("`Ask`"), "{error}");
    let error = but(r#"{"Ask":1}"#, r#"{"Ask":"one"}"#).expect_err("it holds a number");
    assert!(error.contains("phase `Ask`") && error.contains("parked"), "{error}");
}
