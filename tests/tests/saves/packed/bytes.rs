//! Packed bytes as they are written, and bytes that are something else.

use phase_core::prelude::*;
use phase_core::{LoadError, SaveError, Whereabouts};
use serde::{Deserialize, Serialize, Serializer};

use super::only_end;

struct World;

#[phase(world = World, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Tick(u8);

#[phase(world = World, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Pause;

/// Can't be written.
#[phase(world = World, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Broken(#[serde(serialize_with = "breaks")] [u32; 4]);

fn breaks<S: Serializer>(_: &[u32; 4], _: S) -> Result<S::Ok, S::Error> {
    Err(serde::ser::Error::custom("it has no words"))
}

only_end!(Tick, Broken);

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

/// A save of packed format 1. It has to be readable for good.
fn packed() -> Vec<u8> {
    let layout_of_tick = [173, 26, 199, 139, 109, 94, 11, 208];
    let layout_of_pause = [37, 35, 34, 132, 228, 156, 242, 203];
    let names = [&[2, 4][..], b"Tick", &layout_of_tick, &[5], b"Pause", &layout_of_pause].concat();
    let phases = [
        1, 0, 2, 1, 4, 1, 1, 0, 1,
        2, // level 0: two phases, the first with id 3, and the next with that behind it
        1, 3, 7, 0, 0, 1, // a parked one: id 1, without data, and updated once
        0, 0, 1, 0, 1, 3,
        0, // no levels below it; from level 0; it has deferred one, whose id is the next
        2, 0, 1, 1, 6, 1, 4, // the current one: from level 2; it has unshifted one, id 6
        1, 1, 0, 1, 5, // one interrupt, of one phase, id 7
        3, 5, 0, 0, 0, // which interrupts one of id 5 that has not been updated
    ];
    let causes = [
        7, 1, 5, b'P', b'a', b'u', b's', b'e', // the last id, and the names of causes
        4, 1, 1, 0, 1, 0, 0, 0, 1, 1, 5, 2, 5, 0, 0, 0,
        1, // the line, of which two places are interrupts
        1, 6, // the parked one, and the current one
    ];
    // The format, a flag for an interrupted phase and one for causes, and no questions.
    [&b"phas"[..], &[1, 0b11000, 0], &names, &phases, &causes].concat()
}

#[test]
fn this_is_how_packed_bytes_look() {
    assert_eq!(built().to_bytes(), Ok(packed()));
}

#[test]
fn packed_format_1_can_be_read() -> Result<(), LoadError> {
    let loaded = PhaseManager::<World>::from_bytes(&packed())?;
    assert_eq!(format!("{loaded:?}"), format!("{:?}", built()));
    assert_eq!(loaded.to_bytes(), Ok(packed()));
    Ok(())
}

#[track_caller]
fn refused(bytes: &[u8]) -> LoadError {
    PhaseManager::<World>::from_bytes(bytes).expect_err("it is no save")
}

#[test]
fn what_is_no_save_is_said_to_be_none() {
    let json = serde_json::to_vec(&built()).expect("all of it can be saved");
    for bytes in [&[][..], b"p", b"pha", b"\x01\x01\x01N\0", &json] {
        assert_eq!(refused(bytes), LoadError::NotPacked);
    }
    assert_eq!(refused(b"x").to_string(), "these bytes were not written by `to_bytes`");
}

#[test]
fn bytes_of_a_newer_version_are_said_to_be_so() {
    let mut bytes = packed();
    bytes[4] = 2;
    let error = refused(&bytes);
    assert!(matches!(error, LoadError::Newer { format: 2, reads: 1, .. }));
    assert_eq!(
        error.to_string(),
        "the save is of packed format 2, and this program reads up to format 1; it was made by a newer version"
    );
    bytes[4] = 0;
    assert_eq!(refused(&bytes).to_string(), "there is no packed format 0");
    bytes[4] = 1;
    bytes[5] |= 1 << 7;
    assert_eq!(refused(&bytes).to_string(), "the save has properties that there are not");
}

#[test]
fn bytes_behind_a_save_are_refused() {
    let error = refused(&[packed().as_slice(), &[0, 0]].concat());
    assert_eq!(error.to_string(), "behind the save, there are 2 bytes more");
}

#[test]
fn numbers_are_as_long_as_they_may_be_and_no_longer() {
    let head = |questions: &[u8]| [&b"phas"[..], &[1, 0], questions, &[0, 0, 0, 0, 0, 0, 0]].concat();
    let most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
    assert!(PhaseManager::<World>::from_bytes(&head(&most)).is_ok_and(|phases| phases.is_empty()));
    let more = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2];
    let longer = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x80, 0];
    for number in [&more[..], &longer] {
        assert_eq!(refused(&head(number)).to_string(), "a number in the save is out of range");
    }
}

#[test]
fn an_id_that_is_there_twice_is_refused() {
    let bytes = packed();
    let (from, to) = ([1, 0, 2, 1, 4, 1, 1, 0, 1, 2], [1, 0, 2, 1, 4, 1, 1, 1, 1, 1, 2]);
    let at = bytes.windows(from.len()).position(|window| window == from).expect("it is level 0");
    // The second phase is one id before that which it would have.
    let twice = [&bytes[..at], &to, &bytes[at + from.len()..]].concat();
    assert_eq!(refused(&twice).to_string(), "the causes of the save do not fit its phases");
}

#[test]
fn a_phase_that_can_not_be_written_is_named() {
    let mut phases = PhaseManager::new();
    phases.push(Tick(1));
    phases.unshift(Broken([1; 4]));
    let error = phases.to_bytes().expect_err("it breaks");
    let SaveError::NotWritten { phase, place, .. } = error else { panic!("{error}") };
    assert_eq!((phase, place), ("Broken", Whereabouts::Level(1)));
    assert_eq!(
        error.to_string(),
        "phase `Broken`, on level 1, could not be written: Serde Serialization Error; a snapshot in JSON may tell more"
    );
}

#[test]
fn data_of_any_length_has_its_length_before_it() {
    #[phase(world = World, save)]
    #[derive(Debug, Serialize, Deserialize)]
    struct Speech(String);

    only_end!(Speech);

    for length in [0, 1, 126, 127, 128, 200, 16_383, 16_384, 100_000] {
        let mut phases = PhaseManager::new();
        phases.push(Speech("x".repeat(length)));
        phases.push(Tick(7));
        let bytes = phases.to_bytes().expect("all of it can be saved");
        let loaded = PhaseManager::<World>::from_bytes(&bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.levels().to_string(), phases.levels().to_string(), "{length}");
    }
}
