//! A manager as a field of a game's own save.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

use crate::format::{ALL, Format};
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
    for format in ALL {
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
    for format in ALL {
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
