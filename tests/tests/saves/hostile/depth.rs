//! Data of phases that is deep: what is wrong at the bottom is told once, however deep that is.

use phase_core::PhaseManager;

use crate::format::{ALL, Format};
use crate::game::{Act, Game, act};
use crate::memory::peak_of;

/// A phase within a phase within a phase.
fn deep(levels: usize, name: &str) -> Act {
    (0..levels).fold(act(name), |inner, _| act("-").unshift(inner))
}

fn save(format: Format, act: Act) -> Vec<u8> {
    let mut phases = PhaseManager::<Game>::new();
    phases.push(act);
    format.save(&phases)
}

/// As deep as all of the formats go.
const DEPTH: usize = 15;

#[test]
fn a_deep_phase_is_saved_and_loaded() {
    for format in ALL {
        let saved = save(format, deep(DEPTH, "at the bottom"));
        let loaded = format.load::<Game>(&saved).unwrap_or_else(|error| panic!("{error}: {format:?}"));
        assert!(format.save(&loaded) == saved, "{format:?}");
    }
}

/// A text that is no text any more, or is cut in two.
#[test]
fn what_is_wrong_at_the_bottom_does_not_grow_on_its_way_up() {
    const BOTTOM: &[u8] = b"at the bottom";
    for format in ALL {
        let saved = save(format, deep(DEPTH, "at the bottom"));
        let at = saved.windows(BOTTOM.len()).position(|bytes| bytes == BOTTOM).expect("it is in there");
        let mut broken = saved.clone();
        broken[at] = 0xff;
        for hostile in [&broken, &saved[..at + 2]] {
            let (loaded, peak) = peak_of(|| format.load::<Game>(hostile).map(drop));
            let error = loaded.expect_err("it is broken");
            assert!(error.len() < 1_500, "{format:?}: {} bytes of {}", error.len(), &error[..1_000]);
            assert!(peak < 200_000, "{format:?}: {peak} bytes of memory");
        }
    }
}

/// With a phase that is told to do something that there is not.
#[test]
fn what_the_bottom_says_is_told_in_its_own_words() {
    for format in [Format::Cbor, Format::MessagePack, Format::NamedMessagePack, Format::Json, Format::Ron] {
        let saved = save(format, deep(3, "Suspend"));
        let mut broken = saved.clone();
        let at = saved.windows(3).rposition(|bytes| bytes == b"End").expect("it is in there");
        broken[at..at + 3].copy_from_slice(b"Wnd");
        let error = format.load::<Game>(&broken).expect_err("it is broken");
        assert!(error.contains("Wnd") && error.contains("phase `Act`"), "{format:?}: {error}");
        assert!(!error.contains("\\\\\\"), "{format:?}: {error}");
    }
}
