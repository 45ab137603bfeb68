//! Recorded battles.

use std::fs;
use std::path::Path;

use phase_examples::double_battle::cli;
use phase_tools::Recording;

use crate::{SHIPPED, play, play_typing, session, shipped, transcript};

fn scratch(name: &str) -> String {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("double_battle_recordings");
    fs::create_dir_all(&directory).unwrap();
    directory.join(name).to_str().unwrap().to_owned()
}

fn read(file: &str) -> Recording {
    fs::read_to_string(file).unwrap().parse().unwrap()
}

#[test]
fn a_recorded_battle_is_the_same_and_plays_again() {
    for name in SHIPPED {
        let (scenario, file) = (shipped(name), scratch(&format!("{name}.recording")));
        let scenario = scenario.to_str().unwrap();
        for dice in ["--levels", "--dice"] {
            let whole = transcript([scenario, dice]);
            assert_eq!(transcript([scenario, dice, "--record", &file]), whole, "{name}");
            let steps = read(&file).steps();
            let replayed = transcript(["--replay", &file]);
            assert!(
                replayed.starts_with(&format!("As recorded, up to the last of {steps} steps\n")),
                "{replayed}"
            );
        }
    }
}

#[test]
fn a_battle_that_somebody_plays() {
    let file = scratch("played.recording");
    let typed = "1\n1\nu\n2\n1\nu\nu\nr\n1\n1\n1\n1\n1\nq\n";
    let told = session(["--play", "home", "--playouts", "3"], typed);
    let recorded = session(["--play", "home", "--playouts", "3", "--record", &file], typed);
    assert_eq!(recorded, told, "the battle is the same, with what was undone and redone");
    transcript(["--replay", &file]);
    let answers = fs::read_to_string(&file).unwrap().matches("\nanswer player 0").count();
    assert_eq!(answers, 7, "what was undone is not in it");

    // From a step on, somebody else goes on, and that is a recording again.
    let other = scratch("other.recording");
    let answered = |file: &str| {
        let recording = read(file);
        let lines = recording.lines().filter(|line| line.line.to_string().starts_with("answer player 0"));
        lines.map(|line| line.step).collect::<Vec<_>>()
    };
    let step = answered(&file)[2].to_string();
    let told = session(["--replay", &file, "--until", &step, "--record", &other], "2\nq\n");
    assert!(told.starts_with(&format!("Before step {step} of ")), "{told}");
    assert_eq!(answered(&other).len(), 3);
    transcript(["--replay", &other]);
}

#[test]
fn how_it_stands_before_a_step() {
    let file = scratch("until.recording");
    let scenario = shipped("reflected");
    transcript([scenario.to_str().unwrap(), "--record", &file]);
    expect_test::expect_file!["golden/until.txt"]
        .assert_eq(&transcript(["--replay", &file, "--until", "17"]));
    let told = transcript(["--replay", &file, "--until", "17", "--why", "FaintPhase"]);
    assert!(told.contains("\nWhy FaintPhase?\n"), "{told}");
}

#[test]
fn a_battle_that_goes_another_way() {
    let file = scratch("edited.recording");
    let scenario = shipped("reflected");
    transcript([scenario.to_str().unwrap(), "--record", &file]);
    let text = fs::read_to_string(&file).unwrap();
    let start = text.match_indices("start FaintPhase deferred").next().expect("there is one").0;
    let edited = text[..start].to_owned() + &text[start..].replacen("deferred", "unshifted", 1);
    fs::write(&file, edited).unwrap();
    let played = play(["--replay", &file]);
    assert_eq!((played.code, played.out.as_str()), (cli::FAILED, ""));
    expect_test::expect_file!["golden/differs.txt"].assert_eq(&played.err);
}

#[test]
fn what_is_no_recording() {
    let file = scratch("none.recording");
    let error = |text: &str| {
        fs::write(&file, text).unwrap();
        let played = play(["--replay", &file]);
        assert_eq!((played.code, played.out.as_str()), (cli::BAD_INPUT, ""));
        played.err.replace(&file, "FILE")
    };
    assert_eq!(
        error("{}"),
        "error: FILE: line 1 of the recording: it has to begin with `recording 1`, the number of the format\n"
    );
    assert_eq!(
        error("recording 1\n"),
        "error: FILE: the recording does not say how the battle began; give the path of a file that `--record` wrote\n"
    );
    assert!(
        error("recording 1\nsave {}\n")
            .starts_with("error: FILE: the recording begins with no battle: missing field")
    );
    let played = play(["--replay", "/does/not/exist"]);
    assert_eq!(played.code, cli::BAD_INPUT);
    assert!(played.err.contains("cannot read the recording: there is no such file"), "{}", played.err);
    for args in [
        ["--replay", &file, "--dice", "--levels"],
        ["--until", "3", "--levels", "--dice"],
        ["--replay", &file, "--play", "home"],
    ] {
        assert_eq!(play(args).code, cli::BAD_INPUT);
    }
    let played = play(["--record", "/does/not/exist"]);
    assert_eq!(played.code, cli::FAILED);
    assert!(played.err.contains("cannot write the recording"), "{}", played.err);
}

#[test]
fn nobody_plays_what_nobody_played() {
    let file = scratch("watched.recording");
    transcript(["--record", &file]);
    let played = play_typing(["--replay", &file, "--until", "3", "--play", "home"], "");
    assert_eq!(played.code, cli::BAD_INPUT);
    assert!(played.err.contains("leave `--play` out"), "{}", played.err);
}
