//! Why a phase ran.

use expect_test::expect_file;
use phase_examples::double_battle::cli;

use crate::{play, session, shipped, transcript};

/// What is told behind the battle itself, which is as without it.
fn told(name: &str, scenario: &str) -> String {
    let path = shipped(scenario);
    let path = path.to_str().unwrap();
    let told = transcript(["--why", name, path]);
    told.strip_prefix(&transcript([path])).expect("the battle is the same").to_owned()
}

#[test]
fn the_last_phase_of_a_name() {
    let told = ["FaintPhase", "MoveReflectPhase", "DamagePhase", "VictoryPhase", "TurnStartPhase"]
        .map(|name| told(name, "reflected"));
    expect_file!["golden/why.txt"].assert_eq(&told.concat());
}

#[test]
fn a_phase_that_was_never_queued() {
    let played = play(["--why", "TargetPhase"]);
    assert_eq!(played.code, cli::FAILED);
    assert_eq!(played.err, "error: no `TargetPhase` was queued, so there is nothing to tell of it\n");
    assert_eq!(played.out, transcript([]), "the battle was played");
}

#[test]
fn a_battle_that_somebody_plays_or_loads() {
    let played = session(["--play", "home", "--why", "CommandPhase"], "q\n");
    let (_, told) = played.split_once("Why CommandPhase?").unwrap();
    assert_eq!(
        told,
        "\n  CommandPhase(A), unshifted by\n  TurnStartPhase, queued as nothing was left to run\n"
    );
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("why_loaded.json");
    let file = file.to_str().unwrap();
    transcript(["--save-at", "5", file]);
    let loaded = transcript(["--load", file, "--why", "MoveEndPhase"]);
    let (_, told) = loaded.split_once("Why MoveEndPhase?").unwrap();
    assert_eq!(
        told,
        "\n  MoveEndPhase(A), unshifted by\n  MovePhase(A), pushed by\n  TurnStartPhase, queued as nothing was left to run\n"
    );
}
