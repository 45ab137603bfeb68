//! What is written of a battle to be looked at.

use std::fs;
use std::path::{Path, PathBuf};

use phase_examples::double_battle::cli;
use serde_json::Value;

use crate::{play, session, shipped, transcript};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn a_trace_and_a_timeline_of_the_same_battle() {
    let (json, html) = (file("looks.json"), file("looks.html"));
    let path = shipped("reflected");
    let path = path.to_str().unwrap();
    let told = transcript([
        "--trace",
        json.to_str().unwrap(),
        "--timeline",
        html.to_str().unwrap(),
        "--why",
        "FaintPhase",
        path,
    ]);
    assert!(told.starts_with(&transcript([path])), "the battle is the same");
    assert!(told.contains("Why FaintPhase?"));

    let events: Vec<Value> = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let slices = || events.iter().filter(|event| event["ph"] == "X" && event["cat"] == "phase");
    assert!(slices().any(|event| event["name"] == "FaintPhase"));
    let pushed = events.iter().filter(|event| event["ph"] == "s" && event["name"] == "pushed").count();
    assert!(pushed > 3, "moves are pushed");

    let html = fs::read_to_string(html).unwrap();
    let (_, data) = html.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    let ran = data["phases"].as_array().unwrap().iter().filter(|phase| phase[9] != 0).count();
    assert_eq!(ran, slices().count());
    assert!(data["words"].as_array().unwrap().contains(&"FaintPhase".into()));
}

#[test]
fn a_battle_that_somebody_leaves() {
    let json = file("looks_left.json");
    session(["--play", "home", "--trace", json.to_str().unwrap()], "q\n");
    let json = fs::read_to_string(json).unwrap();
    assert!(json.contains("\"name\":\"asking\""), "the question stands");
}

#[test]
fn a_file_that_cannot_be_written() {
    for option in ["--trace", "--timeline"] {
        let played = play([option, "no/such/folder/file"]);
        assert_eq!(played.code, cli::FAILED);
        assert!(played.err.starts_with("error: no/such/folder/file: cannot be written: "), "{}", played.err);
        assert_eq!(played.out, transcript([]), "the battle was played");
    }
}
