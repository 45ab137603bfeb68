//! A manager as a field of a game's own save.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::format::{Format, SERDE};
use crate::game::{Game, Then, act, told};

#[derive(Serialize, Deserialize)]
struct Slot {
    title: String,
    phases: PhaseManager<Game>,
    others: Vec<PhaseManager<Game>>,
    turn: Option<u32>,
}

#[test]
fn in_all_formats() -> Result<(), RunError> {
    for format in SERDE {
        let mut game = Game::default();
        let mut phases = PhaseManager::new();
        phases.push(act("A").unshift(act("U")).then(Then::Suspend));
        phases.run(&mut game)?;
        let mut other = PhaseManager::new();
        other.push(act("B"));
        let others = vec![other, PhaseManager::new()];
        let slot = Slot { title: "Boss".to_owned(), phases, others, turn: Some(7) };
        let loaded: Slot = format.read(&format.write(&slot)).unwrap_or_else(|e| panic!("{format:?}: {e}"));
        assert_eq!((loaded.title.as_str(), loaded.turn), ("Boss", Some(7)));
        assert_eq!(told(&loaded.phases), told(&slot.phases), "{format:?}");
        assert_eq!(
            loaded.others.iter().map(told).collect::<Vec<_>>(),
            slot.others.iter().map(told).collect::<Vec<_>>()
        );
    }
    Ok(())
}

/// Two values in one record, which hides from the manager what format it is written in.
#[derive(Serialize, Deserialize)]
struct Flat {
    turn: u32,
    #[serde(flatten)]
    phases: PhaseManager<Game>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Tagged {
    Battle(PhaseManager<Game>),
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Battle(PhaseManager<Game>),
}

fn waiting_with_more() -> PhaseManager<Game> {
    let mut phases = PhaseManager::new();
    phases.push(act("A").unshift(act("U")).then(Then::Wait(3)));
    phases.push(act("B"));
    phases.run(&mut Game::default()).expect("it waits");
    phases
}

#[test]
fn in_one_record_with_other_values() {
    // RON has no records in records without names.
    for format in [Format::Json, Format::Cbor, Format::NamedMessagePack] {
        let flat = Flat { turn: 3, phases: waiting_with_more() };
        let loaded: Flat = format.read(&format.write(&flat)).unwrap_or_else(|e| panic!("{format:?}: {e}"));
        assert_eq!((loaded.turn, told(&loaded.phases)), (3, told(&flat.phases)), "{format:?}");

        let tagged = Tagged::Battle(waiting_with_more());
        let loaded: Tagged =
            format.read(&format.write(&tagged)).unwrap_or_else(|e| panic!("{format:?}: {e}"));
        let (Tagged::Battle(loaded), Tagged::Battle(phases)) = (&loaded, &tagged);
        assert_eq!(told(loaded), told(phases), "{format:?}");

        let untagged = Untagged::Battle(waiting_with_more());
        let loaded: Untagged =
            format.read(&format.write(&untagged)).unwrap_or_else(|e| panic!("{format:?}: {e}"));
        let (Untagged::Battle(loaded), Untagged::Battle(phases)) = (&loaded, &untagged);
        assert_eq!(told(loaded), told(phases), "{format:?}");
    }
}

#[test]
fn in_a_format_that_leaves_out_what_is_nothing() {
    let mut phases = PhaseManager::new();
    phases.push(act("A"));
    let mut json = serde_json::to_value(&phases).expect("it can be saved");
    let root = json.as_object_mut().expect("a record");
    root.retain(|_, value| !value.is_null());
    let current = root["current"].as_object_mut().expect("a record");
    current.retain(|_, value| !value.is_null());
    let loaded: PhaseManager<Game> = serde_json::from_value(json).expect("nothing that matters is missing");
    assert_eq!(told(&loaded), told(&phases));
}

/// Not declared `save`.
#[phase(world = Game)]
#[derive(Debug)]
struct Cutscene;

impl Phase for Cutscene {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn what_can_not_be_saved_is_an_error_of_the_format() {
    let mut phases = PhaseManager::new();
    phases.push(Cutscene);
    let slot = Slot { title: String::new(), phases, others: vec![], turn: None };
    for format in SERDE {
        let error = format.try_write(&slot).expect_err("it is not declared `save`");
        assert!(
            postcard_or(format, &error, "phase `Cutscene`, on level 0, cannot be saved"),
            "{format:?}: {error}"
        );
    }
}

/// Postcard has no words of its own for errors, and keeps no one else's.
fn postcard_or(format: Format, error: &str, words: &str) -> bool {
    format == Format::Postcard || error.contains(words)
}
