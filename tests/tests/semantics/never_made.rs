//! Phases that nothing makes: in the registry, and found by Clippy. An expectation that Clippy does not fulfil is a
//! warning of its own, so these fail where lints are checked.

use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

struct Draft;

#[phase(world = Draft, leaf)]
#[derive(Debug)]
#[cfg_attr(clippy, expect(dead_code, reason = "nothing makes it"))]
struct ForgottenPhase;

#[phase(world = Draft, unshifts(ChildPhase))]
#[derive(Debug)]
#[cfg_attr(clippy, expect(dead_code, reason = "nothing makes it"))]
struct ParentPhase;

/// Listed alone, by a phase that nothing makes.
#[phase(world = Draft, leaf)]
#[derive(Debug)]
#[cfg_attr(clippy, expect(dead_code, reason = "nothing makes it"))]
struct ChildPhase;

/// Can be made by name, or from a save.
#[phase(world = Draft, leaf, save)]
#[derive(Debug, Serialize, Deserialize)]
struct SavedPhase;

macro_rules! only_ends {
    ($($phase:ty),*) => {$(
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    )*};
}

only_ends!(ForgottenPhase, ParentPhase, ChildPhase, SavedPhase);

#[test]
fn they_are_in_the_registry() {
    let names: Vec<_> = registry().of::<Draft>().iter().map(PhaseEntry::name).collect();
    assert_eq!(names, ["ChildPhase", "ForgottenPhase", "ParentPhase", "SavedPhase"]);
}
