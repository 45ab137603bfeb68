//! Phases that are not in the registry, as when the linker has left their entries out.

use phase_core::__private_0_1_0::{Description, LivesAgain};
use phase_core::prelude::*;
use phase_core::{SaveError, Whereabouts};
use serde::{Deserialize, Serialize};

use crate::format::{ALL, Format};

struct House;

#[phase(world = House, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Guest;

/// What `#[phase(world = House, save)]` makes of a type, but for its entry.
macro_rules! unregistered {
    ($phase:ident, $name:literal) => {
        #[derive(Debug, Serialize, Deserialize)]
        struct $phase;

        impl PhaseInfo for $phase {
            type World = House;
            type __Lives = LivesAgain;

            const NAME: &'static str = $name;
            const __DESCRIPTION: Description<Self> = Description::new(Some(Self::update)).saved(&[]);
        }

        waits!($phase);
    };
}

macro_rules! waits {
    ($phase:ident) => {
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.wait()
            }
        }

        impl Waits for $phase {
            fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    };
}

waits!(Guest);
unregistered!(Ghost, "Ghost");
unregistered!(FalseGuest, "Guest");

#[track_caller]
fn refused(phases: &PhaseManager<House>, name: &str, expected: Whereabouts) {
    let error = phases.snapshot().expect_err("it could not be loaded");
    let SaveError::NotRegistered { phase, place, .. } = error else { panic!("{error}") };
    assert_eq!((phase, place), (name, expected));
    let told = format!(
        "phase `{name}`, {place}, cannot be saved: it is not in the registry, from which saves are loaded; if the \
         linker has left its entry out, call a function of the crate that defines it (see `registry()`)"
    );
    assert_eq!(error.to_string(), told);
    for format in ALL {
        let error = format.try_save(phases).expect_err("likewise");
        assert!(format == Format::Postcard || error.contains("it is not in the registry"), "{error}");
    }
}

#[test]
fn a_save_that_could_never_be_loaded_is_refused() -> Result<(), RunError> {
    let mut phases = PhaseManager::new();
    phases.push(Guest);
    phases.push(Ghost);
    refused(&phases, "Ghost", Whereabouts::Level(0));
    phases.remove::<Guest>(|_| true);
    assert_eq!(phases.run(&mut House)?, RunStatus::Waiting);
    refused(&phases, "Ghost", Whereabouts::Waiting);
    assert_eq!(phases.run(&mut House)?, RunStatus::Idle);
    phases.push(Guest);
    assert_eq!(Format::Json.hop(&phases).levels().to_string(), "0: [Guest]");
    Ok(())
}

#[test]
fn not_even_under_the_name_of_one_that_is_registered() {
    let mut phases = PhaseManager::new();
    phases.push(FalseGuest);
    refused(&phases, "Guest", Whereabouts::Level(0));
}
