//! Saves of phases whose data is deep. Such data is read through one layer of erased types a level, and an error inside
//! passes through all of them.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize, Serializer};

use super::{MOST_ON_CREDIT, MOST_PER_BYTE, is_tried};
use crate::format::{ALL, Format};
use crate::memory::peak_of;

const DEEPEST: usize = 40;
/// The shallow ones come first, so that what grows with depth is found before it takes for ever.
const DEPTHS: [usize; 6] = [0, 1, 4, 8, 12, DEEPEST];
/// How long the words of an error may be, in bytes.
const LONGEST: usize = 1_000;

struct Mine;

#[phase(world = Mine, save)]
#[derive(Debug, Serialize, Deserialize)]
enum Shaft {
    Ground { depth: u32, name: String },
    Below(Box<Shaft>),
    Beside { left: Box<Shaft>, right: Vec<Shaft> },
}

/// Fails to be written at its bottom.
#[phase(world = Mine, save)]
#[derive(Debug, Serialize, Deserialize)]
enum Broken {
    #[serde(serialize_with = "breaks")]
    Ground([u32; 4]),
    Below(Box<Broken>),
}

fn breaks<S: Serializer>(_: &[u32; 4], _: S) -> Result<S::Ok, S::Error> {
    Err(serde::ser::Error::custom("the \"shaft\" has \\ caved in"))
}

impl Phase for Shaft {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Phase for Broken {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn shaft(depth: usize) -> Shaft {
    (0..depth).fold(Shaft::Ground { depth: 7, name: "coal".to_owned() }, |below, level| {
        if level % 4 == 0 {
            let right = vec![Shaft::Ground { depth: 300, name: "ore".to_owned() }];
            Shaft::Beside { left: Box::new(below), right }
        } else {
            Shaft::Below(Box::new(below))
        }
    })
}

fn manager(depth: usize) -> PhaseManager<Mine> {
    let mut phases = PhaseManager::new();
    phases.push(shaft(depth));
    phases
}

#[track_caller]
fn survive(format: Format, save: &[u8]) -> Result<PhaseManager<Mine>, String> {
    let (loaded, peak) = peak_of(|| format.load::<Mine>(save));
    let most = MOST_PER_BYTE * save.len() + MOST_ON_CREDIT;
    assert!(peak <= most, "{peak} bytes of memory for {} of {format:?}", save.len());
    if let Err(error) = &loaded {
        assert!(error.len() <= LONGEST, "{} bytes of words in {format:?}: {error}", error.len());
    }
    loaded
}

#[test]
fn deep_data_that_is_cut_anywhere() {
    for format in ALL {
        for depth in DEPTHS {
            let phases = manager(depth);
            let save = format.save(&phases);
            let loaded = survive(format, &save).expect("this one is whole");
            assert_eq!(loaded.levels().to_string(), phases.levels().to_string());
            for end in 0..save.len() {
                assert!(survive(format, &save[..end]).is_err(), "{format:?} up to {end}");
            }
        }
    }
}

#[test]
fn deep_data_that_is_damaged_anywhere() {
    for format in ALL {
        for depth in DEPTHS {
            let mut save = format.save(&manager(depth));
            for at in 0..save.len() {
                let whole = save[at];
                let changed = [0x00, b'"', 0x7f, 0xff, whole ^ 1, whole ^ 0x20].into_iter().enumerate();
                for (_, byte) in changed.filter(|(change, _)| is_tried(at, *change)) {
                    save[at] = byte;
                    let _ = survive(format, &save);
                }
                save[at] = whole;
            }
        }
    }
}

#[test]
fn the_words_of_the_first_error_come_out_of_deep_data() {
    let told = |format: Format, whole: &[u8], broken: &[u8]| {
        DEPTHS.map(|depth| {
            let mut save = format.save(&manager(depth));
            let at = save.windows(whole.len()).position(|bytes| bytes == whole).expect("it is in there");
            save[at..at + whole.len()].copy_from_slice(broken);
            let told = survive(format, &save).expect_err("it is broken");
            assert!(told.contains("on level 0: phase `Shaft`: "), "{told}");
            told
        })
    };
    for format in [Format::Json, Format::Ron, Format::MessagePack, Format::NamedMessagePack, Format::Cbor] {
        for told in told(format, b"Ground", b"Grount") {
            assert_eq!(told.matches("Grount").count(), 1, "{format:?}: {told}");
            assert!(told.contains("expected one of `Ground`, `Below`,"), "{format:?}: {told}");
            assert!(format != Format::Json || told.contains("Grount`") && told.contains("line 1"), "{told}");
        }
    }
    let told = told(Format::Bincode, b"coal", b"\xffoal");
    assert!(told[0].contains("Utf8") && told.iter().all(|deeper| *deeper == told[0]), "{told:?}");
}

#[test]
fn deep_data_that_can_not_be_written() {
    for format in ALL {
        for depth in DEPTHS {
            let mut phases = PhaseManager::new();
            phases.push((0..depth).fold(Broken::Ground([1; 4]), |below, _| Broken::Below(Box::new(below))));
            let (written, peak) = peak_of(|| format.try_save(&phases));
            let error = written.expect_err("it breaks");
            assert!(peak <= MOST_ON_CREDIT && error.len() <= LONGEST, "{peak} bytes, {format:?}: {error}");
            assert!(!format.keeps_words() || error.contains("caved in"), "{format:?}: {error}");
        }
    }
}
