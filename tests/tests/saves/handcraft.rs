//! Saves as they are written, byte for byte, and saves that no game has written.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::format::Format;

struct World;

#[phase(world = World, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Tick(u8);

#[phase(world = World, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Pause;

impl Phase for Tick {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Phase for Pause {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for Pause {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

/// A save of format 1. It has to be readable for good.
const JSON: &str = concat!(
    r#"{"version":1,"halted":false,"#,
    r#""levels":[{"level":0,"phases":[{"Tick":1},{"Tick":2}]}],"#,
    r#""parked":[{"waiting":{"phase":{"Pause":null},"wait":{"updates":1}},"levels_below":0,"#,
    r#""open":{"from_level":0,"deferred":[{"Tick":3}],"unshifted":[],"interrupts":[],"interrupted":null}}],"#,
    r#""waiting":null,"#,
    r#""current":{"from_level":2,"deferred":[],"unshifted":[{"Tick":4}],"interrupts":[[{"Tick":5}]],"#,
    r#""interrupted":{"phase":{"Pause":null},"wait":{"updates":0}}}}"#
);

/// The same in postcard.
const POSTCARD: &[u8] = &[
    1, // the version
    2, 4, b'T', b'i', b'c', b'k', 5, b'P', b'a', b'u', b's', b'e', // the names
    0,    // not halted
    1, 0, 2, 0, 1, 0, 2, // one level, number 0, two phases, each its name and its data
    1, 1, 0, 1, // one parked phase, which waits for updates and has waited for 1
    0, 0, 1, 0, 3, 0, 0, 0, // no levels below it; from level 0; it has deferred one
    0, // none waits
    2, 0, 1, 0, 4, 1, 1, 0, 5, // the current phase: from level 2; unshifted one; one interrupt
    1, 1, 0, 0, // which interrupts one that has waited for 0 updates
];

fn built() -> PhaseManager<World> {
    let mut phases = PhaseManager::new();
    phases.push(Pause);
    assert!(matches!(phases.run(&mut World), Ok(RunStatus::Waiting)));
    assert!(matches!(phases.run(&mut World), Ok(RunStatus::Waiting)));
    phases.defer(Tick(3));
    phases.push(Tick(1));
    phases.push(Tick(2));
    phases.interrupt(Pause);
    assert!(matches!(phases.run(&mut World), Ok(RunStatus::Waiting)));
    phases.unshift(Tick(4));
    phases.interrupt(Tick(5));
    phases
}

#[test]
fn this_is_how_a_save_looks() {
    let phases = built();
    // Since then, a save tells as well which phase is which, and who set off whom.
    let causes = concat!(
        r#","causes":{"last_id":7,"ids":[3,4,1,2,6,7,5],"#,
        r#""line":[{"name":"Pause","id":1,"level":0,"line":1},{"name":null,"id":0,"level":0,"line":1},"#,
        r#"{"name":"Pause","id":5,"level":2,"line":5},{"name":null,"id":0,"level":0,"line":1}],"#,
        r#""levels":[],"parked":[1],"current":5}"#
    );
    let json = JSON.replacen(r#""version":1"#, r#""version":4"#, 1);
    let json = format!("{}{causes}}}", json.strip_suffix('}').expect("it is a record"));
    assert_eq!(String::from_utf8_lossy(&Format::Json.save(&phases)), json);

    let causes: &[u8] = &[
        1, 7, // they are told; so many ids were given
        7, 3, 4, 1, 2, 6, 7, 5, // those of the phases, from the bottom up
        4, 1, 5, b'P', b'a', b'u', b's', b'e', 1, 0, 1, // the line: the parked phase, of no cause
        0, 0, 0, 1, // where it was interrupted
        1, 5, b'P', b'a', b'u', b's', b'e', 5, 2,
        5, // the one that interrupted it, and is interrupted itself
        0, 0, 0, 1, // there
        0, 1, 1, 1, 5, // no levels, the parked phase, and the current one
    ];
    // No questions, and not finished.
    let postcard = [&[4], &POSTCARD[1..], &[0, 0], causes].concat();
    assert_eq!(Format::Postcard.save(&phases), postcard);
}

#[test]
fn saves_of_format_1_can_be_read() {
    let expected = format!("{:?}", built());
    for (format, save) in [(Format::Json, JSON.as_bytes().to_vec()), (Format::Postcard, POSTCARD.to_vec())] {
        let loaded: PhaseManager<World> = format.load(&save).expect("this is a save");
        assert_eq!(format!("{loaded:?}"), expected);
        assert_eq!(loaded.current_level(), 2);
    }
}

#[test]
fn fields_may_come_in_any_order_and_with_space() {
    let pretty =
        serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(JSON).expect("it is"));
    // Which sorts them by name.
    let loaded: PhaseManager<World> =
        Format::Json.load(pretty.expect("it is").as_bytes()).expect("this is a save");
    assert_eq!(format!("{loaded:?}"), format!("{:?}", built()));
}

#[track_caller]
fn refused(save: &str, words: &str) {
    match Format::Json.load::<World>(save.as_bytes()) {
        Ok(phases) => panic!("it was loaded as {phases:?}\n{}", phases.levels()),
        Err(error) => assert!(error.contains(words), "{error}"),
    }
}

/// A save with other levels, and another phase that is the current one.
fn shaped(levels: &str, from_level: &str) -> String {
    format!(
        r#"{{"version":1,"halted":false,"levels":[{levels}],"parked":[],"waiting":null,"current":
        {{"from_level":{from_level},"deferred":[],"unshifted":[],"interrupts":[],"interrupted":null}}}}"#
    )
}

fn level(number: &str) -> String {
    format!(r#"{{"level":{number},"phases":[{{"Tick":0}}]}}"#)
}

#[test]
fn levels_that_do_not_ascend() {
    for numbers in [["1", "1"], ["2", "1"], ["0", "0"], ["1", "0"], ["9", "2"]] {
        let levels = numbers.map(level).join(",");
        refused(&shaped(&levels, "20"), "do not come in ascending order");
    }
    assert!(
        Format::Json.load::<World>(shaped(&["0", "3", "7"].map(level).join(","), "7").as_bytes()).is_ok()
    );
}

#[test]
fn levels_without_phases() {
    refused(&shaped(r#"{"level":1,"phases":[]}"#, "1"), "has no phases");
    let interrupts = JSON.replace(r#""interrupts":[[{"Tick":5}]]"#, r#""interrupts":[[{"Tick":5}],[]]"#);
    refused(&interrupts, "has no phases");
}

#[test]
fn levels_out_of_range() {
    for number in ["18446744073709551615", "9223372036854775808"] {
        refused(&shaped(&level(number), number), "out of range");
        refused(&shaped("", number), "out of range");
    }
    for number in ["-1", "1.5", "18446744073709551616", "\"1\"", "null"] {
        refused(&shaped(&level(number), "1"), "");
        refused(&shaped("", number), "");
    }
}

#[test]
fn parked_phases_that_do_not_fit_the_levels() {
    for (from, to) in [
        (r#""levels_below":0"#, r#""levels_below":1"#),
        (r#""levels_below":0"#, r#""levels_below":18446744073709551615"#),
        // A parked phase has nothing parked itself, nor anything above it.
        (r#""interrupts":[],"interrupted":null"#, r#""interrupts":[[{"Tick":0}]],"interrupted":null"#),
        (
            r#""interrupts":[],"interrupted":null"#,
            r#""interrupts":[],"interrupted":{"phase":{"Pause":null},"wait":{"updates":0}}"#,
        ),
    ] {
        let bad = JSON.replacen(from, to, 1);
        assert_ne!(bad, JSON);
        refused(&bad, "the parked phases of the save do not fit its levels");
    }
    // Level 1 is that of `Tick(3)`.
    let level_1 = format!(r#""levels":[{{"level":0,"phases":[{{"Tick":1}}]}},{}]"#, level("1"));
    refused(
        &JSON.replace(r#""levels":[{"level":0,"phases":[{"Tick":1},{"Tick":2}]}]"#, &level_1),
        "ascending",
    );
}

/// The save, but for one part.
fn but(from: &str, to: &str) -> String {
    let save = JSON.replacen(from, to, 1);
    assert_ne!(save, JSON);
    save
}

#[test]
fn a_phase_can_not_wait_while_another_is_being_set_aside() {
    let waiting = r#""waiting":{"phase":{"Pause":null},"wait":{"updates":0}},"current""#;
    refused(&but(r#""waiting":null,"current""#, waiting), "");
}

#[test]
fn the_current_phase_can_not_come_from_below_what_waits_for_it() {
    refused(&shaped(&level("5"), "4"), "ascending");
    refused(&shaped(&[level("1"), level("5")].join(","), "0"), "ascending");
    refused(&but(r#""open":{"from_level":0"#, r#""open":{"from_level":7"#), "ascending");
    // Here it has queued nothing that could stand in the wrong place, yet.
    let parked = r#"{"waiting":{"phase":{"Pause":null},"wait":"ticket"},"levels_below":1,"open":
        {"from_level":1,"deferred":[],"unshifted":[],"interrupts":[],"interrupted":null}}"#;
    let save = shaped(&level("2"), "3").replace(r#""parked":[]"#, &format!(r#""parked":[{parked}]"#));
    refused(&save, "ascending");
}

#[test]
fn a_phase_that_has_waited_for_longer_than_can_be_counted() -> Result<(), RunError> {
    let waiting = r#""waiting":{"phase":{"Pause":null},"wait":{"updates":18446744073709551615}}"#;
    let save = shaped("", "0").replace(r#""waiting":null"#, waiting);
    let mut phases: PhaseManager<World> = Format::Json.load(save.as_bytes()).expect("it is in range");
    assert_eq!(phases.waiting().map(|waiting| waiting.updates), Some(u64::MAX));
    assert_eq!(phases.run(&mut World)?, RunStatus::Waiting);
    assert_eq!(phases.waiting().map(|waiting| waiting.name), Some("Pause"));
    Ok(())
}

/// It could be suspended when it was saved, and has no use for a ticket in this version of the game.
#[test]
fn a_phase_that_waited_for_a_ticket_and_is_not_restored_any_more_is_abandoned() {
    let waiting = r#""waiting":{"phase":{"Pause":null},"wait":"ticket"}"#;
    let save = shaped(&level("0"), "0").replace(r#""waiting":null"#, waiting);
    let mut phases: PhaseManager<World> = Format::Json.load(save.as_bytes()).expect("this is a save");
    assert!(phases.waiting().is_some_and(|waiting| waiting.suspended));
    let error = phases.run(&mut World).expect_err("nobody could end it");
    assert!(matches!(error, RunError::Abandoned { phase: "Pause", .. }), "{error}");
    assert!(matches!(phases.run(&mut World), Ok(RunStatus::Idle)), "the rest goes on");
}
