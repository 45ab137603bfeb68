//! Large saves made of the parts that cost the least to write.

use phase_core::PhaseManager;

use super::game::World;
use super::{MOST_ON_CREDIT, MOST_PER_BYTE, survive};
use crate::format::Format;
use crate::memory::peak_of;

const MANY: u32 = 200_000;

/// A number as postcard has it.
fn varint(mut number: u32) -> Vec<u8> {
    let mut bytes = vec![];
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7f).expect("it is in range") | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).expect("it is in range"));
    bytes
}

/// A list with so many times the same in it.
fn many(item: &[u8]) -> Vec<u8> {
    [varint(MANY), item.repeat(MANY as usize)].concat()
}

/// The version, a table with the one name of `Nothing`, and not halted.
const HEAD: &[u8] = &[1, 1, 1, b'N', 0];
/// From level 0, with nothing in it.
const NOT_OPEN: &[u8] = &[0, 0, 0, 0, 0];
const NOTHING: &[u8] = &[0];

fn save(levels: &[u8], parked: &[u8], current: &[u8]) -> Vec<u8> {
    [HEAD, levels, parked, &[0], current].concat()
}

#[track_caller]
fn peak(save: &[u8]) -> (Result<PhaseManager<World>, String>, usize) {
    let (loaded, peak) = peak_of(|| Format::Postcard.load(save));
    let most = MOST_PER_BYTE * save.len() + MOST_ON_CREDIT;
    assert!(peak <= most, "{peak} bytes of memory for {}", save.len());
    (loaded, peak)
}

#[test]
fn many_phases() {
    let ground = [&[1, 0], many(NOTHING).as_slice()].concat();
    let (loaded, _) = peak(&save(&ground, &[0], NOT_OPEN));
    assert_eq!(loaded.expect("it is a save").len(), MANY as usize);
    for open in [[many(NOTHING).as_slice(), &[0]].concat(), [&[0], many(NOTHING).as_slice()].concat()] {
        let (loaded, _) = peak(&save(&[0], &[0], &[&[0], open.as_slice(), &[0, 0]].concat()));
        assert_eq!(loaded.expect("it is a save").len(), MANY as usize);
    }
}

#[test]
fn many_names() {
    let head = [&[1], many(&[1, b'N']).as_slice(), &[0]].concat();
    let (loaded, _) = peak(&[head.as_slice(), &[0, 0, 0], NOT_OPEN].concat());
    assert!(loaded.expect("it is a save").is_empty());
    let head = [&[1], many(&[1, b'x']).as_slice(), &[0]].concat();
    assert!(peak(&[head.as_slice(), &[0, 0, 0], NOT_OPEN].concat()).0.is_err());
}

#[test]
fn many_levels() {
    let levels: Vec<u8> =
        (1..=MANY).flat_map(|number| [varint(number).as_slice(), &[1, 0]].concat()).collect();
    let levels = [varint(MANY), levels].concat();
    let (loaded, _) = peak(&save(&levels, &[0], &[varint(MANY).as_slice(), &[0, 0, 0, 0]].concat()));
    assert_eq!(loaded.expect("it is a save").levels().count(), MANY as usize);
    assert!(peak(&save(&many(&[1, 0]), &[0], NOT_OPEN)).0.is_err(), "levels without phases");
}

#[test]
fn many_interrupts() {
    let current = [&[0, 0, 0], many(&[1, 0]).as_slice(), &[0]].concat();
    let (loaded, _) = peak(&save(&[0], &[0], &current));
    assert_eq!(loaded.expect("it is a save").levels().count(), MANY as usize);
    let current = [&[0, 0, 0], many(&[0]).as_slice(), &[0]].concat();
    assert!(peak(&save(&[0], &[0], &current)).0.is_err(), "levels without phases");
}

#[test]
fn many_parked_phases() {
    let items: Vec<u8> = (0..MANY)
        .flat_map(|number| [&[0, 0, 0, 0], varint(number).as_slice(), &[0, 0, 0, 0]].concat())
        .collect();
    let parked = [varint(MANY), items].concat();
    let (loaded, _) = peak(&save(&[0], &parked, &[varint(MANY).as_slice(), &[0, 0, 0, 0]].concat()));
    let mut phases = loaded.expect("it is a save");
    let mut world = World::default();
    for _ in 0..MANY {
        assert!(phases.run(&mut world).is_ok());
    }
    assert!(phases.current().is_none() && phases.is_empty());
}

#[track_caller]
fn refused_in_few_words(save: &str) -> String {
    let error = survive(Format::Json, save.as_bytes()).expect_err("none of it is right");
    assert!(error.len() <= 1_000, "{} bytes of words: {}", error.len(), &error[..2_000.min(error.len())]);
    error
}

fn level(phase: &str) -> String {
    format!(r#"{{"version":1,"halted":false,"levels":[{{"level":0,"phases":[{phase}]}}]}}"#)
}

/// In a format for people, and none of its parts has a right place.
#[test]
fn long_names_are_cut_in_errors() {
    for name in ["x".repeat(1 << 20), "No".repeat(1 << 18), "\\u0000".repeat(1 << 16), "é".repeat(1 << 16)] {
        let error = refused_in_few_words(&level(&format!(r#"{{"{name}":1}}"#)));
        assert!(error.starts_with("on level 0: no phase `") && error.contains(".."), "{error}");
        let error = refused_in_few_words(&format!(r#"{{"version":1,"{name}":false}}"#));
        assert!(error.contains("unknown field `") && error.contains("expected one of"), "{error}");
        let error = refused_in_few_words(&level(&format!(r#"{{"Note":1,"{name}":1}}"#)));
        assert!(error.contains("`Note` and `"), "{error}");
    }
}

#[test]
fn long_words_of_a_format_are_cut_in_errors() {
    for word in ["x".repeat(1 << 20), "é".repeat(1 << 16)] {
        let error = refused_in_few_words(&level(&format!(r#"{{"Message":"{word}"}}"#)));
        assert!(error.starts_with("on level 0: phase `Message`: unknown variant `"), "{error}");
        assert!(error.contains("expected one of `Silence`, `Words`, `Bytes` at line 1"), "{error}");
        let error = refused_in_few_words(&level(&format!(r#"{{"Census":{{"{word}":"many"}}}}"#)));
        assert!(error.starts_with("on level 0: phase `Census`: field `"), "{error}");
        assert!(error.contains("invalid type: string \"many\", expected u32"), "{error}");
    }
}
