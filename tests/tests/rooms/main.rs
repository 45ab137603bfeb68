//! The rooms of each crate, and which of them may import which.
//!
//! What a file imports is read from its source: every path from `crate`, `$crate`, `self` or `super`, in code and in
//! macros, but not in comments, strings and what is compiled for tests alone. Paths that begin with a name lead from
//! the module that they stand in, into what that module has imported or holds. Macros have to be imported like
//! anything else, not by the order of the modules.

mod circles;
mod imports;
mod layers;
mod made_up;
mod source;

use std::path::Path;

use layers::Layers;
use source::Crate;

/// The rooms of the runtime, from above. Each may import those further down, and none on its own floor.
const RUNTIME: Layers = Layers {
    floors: &[
        // The face.
        &["lib.rs"],
        // Tools over a manager.
        &["save", "branch"],
        // Runs phases.
        &["manager"],
        // Phases of any type.
        &["any"],
        // What is linked in.
        &["registry"],
        // What an author writes and is handed.
        &["phase"],
        // What a manager holds, without knowing what a phase is.
        &["kernel"],
        // The level tree alone.
        &["tree"],
    ],
    // Text for the documentation.
    beside: &["front.md", "guide", "scaffold"],
};

/// The sources of a crate of this workspace, if there is one of that name.
fn crate_named(name: &str) -> Option<Crate> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is around this package");
    let sources = format!("{name}/src");
    root.join(&sources)
        .is_dir()
        .then(|| Crate::load(root, &sources).unwrap_or_else(|error| panic!("{error}")))
}

#[track_caller]
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_runtime_is_built_from_below() {
    assert_none(&RUNTIME.faults(&crate_named("phase-core").expect("the runtime is there")));
}

#[test]
fn the_files_of_the_macro_import_each_other_in_no_circle() {
    assert_none(&circles::faults(&crate_named("phase-macros").expect("the macro is there")));
}

#[test]
fn the_rooms_of_the_tests_for_games_import_each_other_in_no_circle() {
    if let Some(testing) = crate_named("phase-testing") {
        assert_none(&circles::faults(&testing));
    }
}

#[test]
fn the_rooms_of_the_tools_import_each_other_in_no_circle() {
    if let Some(tools) = crate_named("phase-tools") {
        assert_none(&circles::faults(&tools));
    }
}
