//! What can't be saved, and saves that can't be loaded: every error says what, and where.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;
use phase_core::{BuildError, SaveError, Whereabouts};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::format::{ALL, Format};
use crate::game::{Game, Ranked, Then, act};

/// Not declared `save`.
#[phase(world = Game)]
#[derive(Debug)]
struct Video {
    waits: bool,
}

impl Phase for Video {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.waits { guard.wait() } else { guard.end() }
    }
}

impl Waits for Video {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

const VIDEO: Video = Video { waits: false };

#[track_caller]
fn not_savable(phases: &PhaseManager<Game>, expected: Whereabouts, words: &str) {
    let error = phases.snapshot().expect_err("`Video` is not declared `save`");
    let SaveError::NotSavable { phase: "Video", place, .. } = error else { panic!("{error}") };
    assert_eq!(place, expected);
    let told =
        format!("phase `Video`, {words}, cannot be saved; declare it `#[phase(save)]`, with serde's derives");
    assert_eq!(error.to_string(), told);
}

#[test]
fn a_phase_that_can_not_be_saved_is_named_with_its_place() -> Result<(), RunError> {
    let mut game = Game::default();
    let mut phases = PhaseManager::new();
    phases.push(act("A"));
    phases.push(VIDEO);
    not_savable(&phases, Whereabouts::Level(0), "on level 0");

    let mut phases = PhaseManager::new();
    phases.push(act("A").unshift(act("B").unshift(act("C")).unshift(act("D").then(Then::Wait(9)))));
    phases.step(&mut game)?;
    phases.step(&mut game)?;
    phases.unshift(VIDEO);
    not_savable(&phases, Whereabouts::Level(2), "on level 2");
    phases.defer(act("E"));
    not_savable(&phases, Whereabouts::Level(3), "on level 3");
    phases.remove::<Video>(|_| true);
    phases.defer(VIDEO);
    not_savable(&phases, Whereabouts::Level(2), "on level 2");
    phases.remove::<Video>(|_| true);
    phases.insert_before::<crate::game::Act>(VIDEO);
    phases.step(&mut game)?;
    assert!(phases.snapshot().is_ok(), "`Video` has run");
    Ok(())
}

#[test]
fn a_settled_level_above_0_is_told_by_its_number() -> Result<(), RunError> {
    let mut game = Game::default();
    let mut phases = PhaseManager::new();
    phases.push(act("A").unshift(act("B").unshift(act("C"))));
    phases.step(&mut game)?;
    phases.unshift(VIDEO);
    phases.step(&mut game)?;
    phases.step(&mut game)?;
    assert_eq!(phases.levels().to_string(), "1: [Video { waits: false }]");
    not_savable(&phases, Whereabouts::Level(1), "on level 1");
    Ok(())
}

#[test]
fn a_waiting_a_parked_and_an_interrupting_phase_likewise() -> Result<(), RunError> {
    let mut game = Game::default();
    let mut phases = PhaseManager::new();
    phases.push(Video { waits: true });
    phases.run(&mut game)?;
    not_savable(&phases, Whereabouts::Waiting, "waiting");
    phases.interrupt(act("I").then(Then::Wait(9)));
    not_savable(&phases, Whereabouts::Interrupted, "interrupted");
    phases.run(&mut game)?;
    not_savable(&phases, Whereabouts::Parked, "parked");
    phases.cancel(&mut game);
    phases.run(&mut game)?;
    phases.cancel(&mut game);
    phases.interrupt(VIDEO);
    not_savable(&phases, Whereabouts::Interrupting, "interrupting");
    Ok(())
}

#[test]
fn nothing_is_written_then() {
    let mut phases = PhaseManager::new();
    phases.push(act("A"));
    phases.push(VIDEO);
    for pretty in [false, true] {
        let mut written = Vec::new();
        let result = if pretty {
            phases.serialize(&mut serde_json::Serializer::pretty(&mut written))
        } else {
            phases.serialize(&mut serde_json::Serializer::new(&mut written))
        };
        assert!(result.is_err());
        assert!(written.is_empty(), "{written:?}");
    }
}

#[test]
fn a_phase_that_is_still_to_be_cancelled_can_not_be_saved() -> Result<(), RunError> {
    let mut game = Game::default();
    let mut phases = PhaseManager::new();
    phases.push(act("A").unshift(act("U")).then(Then::Panic));
    assert!(catch_unwind(AssertUnwindSafe(|| phases.run(&mut game))).is_err());
    let error = phases.snapshot().expect_err("it has panicked");
    assert!(matches!(error, SaveError::Unsettled { phase: "Act", .. }));
    let told = "phase `Act` is over, and a panic has kept the manager from taking it down; call `run` first";
    assert_eq!(error.to_string(), told);

    assert_eq!(phases.run(&mut game)?, RunStatus::Idle);
    assert!(phases.snapshot().is_ok());
    Ok(())
}

#[test]
fn parked_phases_that_are_still_to_be_told_of_a_clear_likewise() -> Result<(), RunError> {
    let mut game = Game::default();
    let mut phases = PhaseManager::new();
    phases.push(act("A").then(Then::Wait(9)));
    phases.run(&mut game)?;
    phases.interrupt(act("I").clear().then(Then::Panic));
    assert!(catch_unwind(AssertUnwindSafe(|| phases.run(&mut game))).is_err());
    assert!(matches!(phases.snapshot(), Err(SaveError::Unsettled { phase: "Act", .. })));
    phases.run(&mut game)?;
    assert_eq!(game.log, ["A", "I", "I is cancelled", "A is cancelled"]);
    assert!(phases.snapshot().is_ok());
    Ok(())
}

#[track_caller]
fn json_error(save: &str) -> String {
    match Format::Json.load::<Game>(save.as_bytes()) {
        Ok(phases) => panic!("it was loaded as {phases:?}"),
        Err(error) => error,
    }
}

fn with_level(phases: &str) -> String {
    format!(
        r#"{{"version":1,"halted":false,"levels":[{{"level":0,"phases":[{phases}]}}],"parked":[],"waiting":null,
            "current":{{"from_level":0,"deferred":[],"unshifted":[],"interrupts":[],"interrupted":null}}}}"#
    )
}

#[track_caller]
fn assert_has(error: &str, words: &[&str]) {
    for words in words {
        assert!(error.contains(words), "`{words}` is not in: {error}");
    }
}

#[test]
fn an_unknown_phase_is_told_with_its_place_and_the_nearest_name() {
    let error = json_error(&with_level(r#"{"Ranket":{}}"#));
    assert_has(&error, &["on level 0", "no phase `Ranket` in `Game`", "did you mean `Ranked`?", "line 1"]);
    let error = json_error(&with_level(r#"{"Wholly different":{}}"#));
    assert_has(&error, &["on level 0", "no phase `Wholly different` in `Game`"]);
    assert!(!error.contains("did you mean"), "{error}");
}

#[test]
fn formats_with_a_table_of_names_tell_unknown_ones_too() {
    let mut phases = PhaseManager::new();
    phases.push(Ranked("A".to_owned(), 1));
    for format in [Format::MessagePack, Format::NamedMessagePack, Format::Cbor] {
        let mut save = format.save(&phases);
        let at = save.windows(6).position(|name| name == b"Ranked").expect("its name is in there");
        save[at + 5] = b't';
        let error = format.load::<Game>(&save).expect_err("there is no such phase");
        assert_has(&error, &["no phase `Ranket` in `Game`", "did you mean `Ranked`?"]);
    }
}

#[test]
fn wrong_data_is_told_with_the_phase_and_the_field() {
    let error = json_error(&with_level(r#"{"Act":{"name":"A","ops":[],"then":"Sing"}}"#));
    assert_has(&error, &["on level 0", "phase `Act`", "field `then`", "Sing"]);
    let error = json_error(&with_level(r#"{"Act":{"name":"A","ops":[{"Push":{"name":3}}],"then":"End"}}"#));
    assert_has(&error, &["phase `Act`", "field `ops[0].Push.name`", "expected a string"]);
    let error = json_error(&with_level(r#"{"Act":{"ops":[],"then":"End"}}"#));
    assert_has(&error, &["phase `Act`", "missing field `name`"]);
    let error = json_error(&with_level(r#"{"Ranked":["A",3000000000]}"#));
    assert_has(&error, &["phase `Ranked`", "field `[1]`", "3000000000"]);
    let error = json_error(&with_level(r#"{"Act":null}"#));
    assert_has(&error, &["on level 0", "phase `Act`", "null"]);
}

#[test]
fn wrong_data_elsewhere_is_told_with_its_place() {
    let bad = r#"{"Act":{"name":"A","ops":[],"then":"Sing"}}"#;
    let whole = with_level(r#"{"Act":{"name":"A","ops":[],"then":"End"}}"#);
    let waiting = format!(r#"{{"phase":{bad},"wait":"ticket"}}"#);
    for (place, from, to) in [
        ("waiting", r#""waiting":null"#, format!(r#""waiting":{waiting}"#)),
        ("deferred", r#""deferred":[]"#, format!(r#""deferred":[{bad}]"#)),
        ("unshifted", r#""unshifted":[]"#, format!(r#""unshifted":[{bad}]"#)),
        ("interrupting", r#""interrupts":[]"#, format!(r#""interrupts":[[{bad}]]"#)),
        ("interrupted", r#""interrupted":null"#, format!(r#""interrupted":{waiting}"#)),
        ("parked", r#""parked":[]"#, format!(r#""parked":[{{"waiting":{waiting}}}]"#)),
    ] {
        let error = json_error(&whole.replace(from, &to));
        assert_has(&error, &[place, "phase `Act`", "field `then`"]);
    }
}

/// Reads its data in ways of its own.
#[phase(world = Game, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Painting {
    #[serde(deserialize_with = "leniently")]
    shade: u8,
    #[serde(deserialize_with = "strictly")]
    colour: u8,
    size: u8,
}

impl Phase for Painting {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "this is what serde calls")]
fn leniently<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    Ok(u8::deserialize(deserializer).unwrap_or(9))
}

fn strictly<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    u8::deserialize(deserializer).map_err(|_| Error::custom("that is no colour"))
}

#[test]
fn errors_that_a_phase_gets_over_are_not_told_and_its_own_words_are() {
    let build =
        |json| registry().of::<Game>().build("Painting", &mut serde_json::Deserializer::from_str(json));
    let painting = build(r#"{"shade":"dark","colour":1,"size":2}"#).expect("it is lenient");
    assert_eq!(format!("{painting:?}"), "Painting { shade: 9, colour: 1, size: 2 }");

    let told = build(r#"{"shade":0,"colour":"red","size":2}"#).expect_err("it is strict").to_string();
    assert_eq!(told, "phase `Painting`: field `colour`: that is no colour at line 1 column 25");
    for (json, words) in [
        (r#"{"shade":"dark","colour":"red","size":2}"#, "that is no colour"),
        (r#"{"shade":"dark","colour":1,"size":"big"}"#, "\"big\""),
        (r#"{"shade":"dark","colour":1}"#, "missing field `size`"),
        (r#"{"shade":"dark","colour":1,"size":2"#, "EOF"),
    ] {
        let told = build(json).expect_err("it is wrong too").to_string();
        assert!(told.contains(words) && !told.contains("dark"), "{told}");
    }
}

#[test]
fn formats_without_fields_name_the_phase_at_least() {
    let mut phases = PhaseManager::new();
    phases.push(act("A").then(Then::Fail));
    let mut save = Format::MessagePack.save(&phases);
    let at = save.windows(4).position(|word| word == b"Fail").expect("it is in there");
    save[at..at + 4].copy_from_slice(b"Sing");
    let error = Format::MessagePack.load::<Game>(&save).expect_err("there is no such `Then`");
    assert_has(&error, &["on level 0", "phase `Act`", "Sing"]);
}

#[test]
fn a_newer_version_is_refused_as_such() {
    let save = with_level("").replace(r#"{"level":0,"phases":[]}"#, "");
    assert!(Format::Json.load::<Game>(save.as_bytes()).is_ok());
    let error = json_error(&save.replace(r#""version":1"#, r#""version":5"#));
    assert_has(&error, &["format 5", "up to format 4", "newer version"]);
    let error = json_error(&save.replace(r#""version":1"#, r#""version":4294967295,"new field":[]"#));
    assert_has(&error, &["newer version"]);
    let error = json_error(&save.replace(r#""version":1"#, r#""version":0"#));
    assert_has(&error, &["no save format 0"]);

    for format in [Format::MessagePack, Format::NamedMessagePack, Format::Cbor] {
        let mut save = format.save(&PhaseManager::<Game>::new());
        let at = save.windows(2).position(|pair| pair[0] == 1 || pair == b"n\x01").expect("the version is 1");
        let at = if save[at] == 1 { at } else { at + 1 };
        save[at] = 9;
        let error = format.load::<Game>(&save).expect_err("it is newer");
        assert_has(&error, &["format 9", "newer version"]);
    }
}

#[test]
fn fields_that_are_missing_unknown_or_twice_there_are_told() {
    let save = with_level("").replace(r#"{"level":0,"phases":[]}"#, "");
    let missing = save.replace(r#""halted":false,"#, "");
    assert_has(&json_error(&missing), &["missing field `halted`"]);
    let unknown = save.replace(r#""halted":false,"#, r#""halted":false,"paused":true,"#);
    assert_has(&json_error(&unknown), &["unknown field `paused`", "halted"]);
    let twice = save.replace(r#""halted":false,"#, r#""halted":false,"halted":true,"#);
    assert_has(&json_error(&twice), &["duplicate field `halted`"]);
    let two = with_level(r#"{"Ranked":["A",3],"Act":{}}"#);
    assert_has(&json_error(&two), &["`Ranked`", "`Act`", "in the place of one phase"]);
    assert_has(&json_error(&with_level("{}")), &["invalid length 0"]);
}

#[test]
fn a_phase_that_can_not_be_read_is_told() {
    let error = json_error(&with_level(r#"{"Video":{"waits":false}}"#));
    assert_has(&error, &["on level 0", "phase `Video` cannot be read", "#[phase(save)]"]);
}

struct Elsewhere;

#[phase(world = Elsewhere, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Foreign;

impl Phase for Foreign {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn a_phase_of_another_world_is_refused() {
    let error = json_error(&with_level(r#"{"Foreign":null}"#));
    assert_has(&error, &["on level 0", "phase `Foreign` is of the world `Elsewhere`, not of `Game`"]);

    let mut phases = PhaseManager::<Elsewhere>::new();
    phases.push(Foreign);
    for format in ALL {
        let error = format.load::<Game>(&format.save(&phases)).expect_err("it is of another world");
        if format != Format::Postcard {
            assert_has(&error, &["phase `Foreign` is of the world `Elsewhere`, not of `Game`"]);
        }
    }
    let error = registry().of::<Game>().build("Foreign", &mut serde_json::Deserializer::from_str("null"));
    assert!(matches!(
        error,
        Err(BuildError::OtherWorld { phase: "Foreign", its_world: "Elsewhere", world: "Game", .. })
    ));
}

#[test]
fn a_phase_that_waits_for_an_update_it_does_not_have() {
    let waiting = r#""waiting":{"phase":{"Ranked":["A",3]},"wait":{"updates":1}}"#;
    let save = with_level(r#"{"Ranked":["A",3]}"#).replace(r#""waiting":null"#, waiting);
    assert_has(&json_error(&save), &["phase `Ranked`", "has no `update`"]);
}
