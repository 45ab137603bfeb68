//! A battle in two halves, with a file in between.

use std::fs;
use std::path::{Path, PathBuf};

use phase_core::RunStatus;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::{cli, save};

use crate::{SHIPPED, play, shipped, transcript};

fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("double_battle_saves");
    fs::create_dir_all(&directory).unwrap();
    directory.join(name)
}

/// How many phases start in a battle.
fn starts(scenario: &str) -> usize {
    transcript([scenario, "--levels"]).matches("has started").count()
}

/// Plays a battle, saves it and goes on with it after each of so many starts.
fn in_pieces(scenario: &str, cuts: &[usize], file: &Path) -> String {
    let file = file.to_str().unwrap();
    let mut said = String::new();
    let mut before = None;
    for &cut in cuts {
        let starts = (cut - before.unwrap_or(0)).to_string();
        said += &match before {
            None => transcript([scenario, "--levels", "--save-at", &starts, file]),
            Some(_) => transcript(["--load", file, "--levels", "--save-at", &starts, file]),
        };
        before = Some(cut);
    }
    said + &transcript(["--load", file, "--levels"])
}

#[test]
fn two_halves_are_the_whole_wherever_it_is_cut() {
    let file = scratch("halves.json");
    for name in SHIPPED {
        let scenario = shipped(name);
        let scenario = scenario.to_str().unwrap();
        let whole = transcript([scenario, "--levels"]);
        let starts = starts(scenario);
        let every = if name == "long_battle" { 23 } else { 1 };
        for cut in (0..=starts).step_by(every) {
            assert_eq!(in_pieces(scenario, &[cut], &file), whole, "{name} after {cut} of {starts} starts");
        }
    }
}

#[test]
fn so_are_many_pieces() {
    let scenario = shipped("worked_example");
    let scenario = scenario.to_str().unwrap();
    let cuts: Vec<_> = (0..starts(scenario)).collect();
    assert_eq!(
        in_pieces(scenario, &cuts, &scratch("pieces.json")),
        transcript([scenario, "--levels"]),
        "saved and loaded before each start"
    );
}

#[test]
fn battle_that_is_over_before_is_not_saved() {
    let file = scratch("over.json");
    let path = file.to_str().unwrap();
    let whole = transcript([]);
    let starts = starts(shipped("worked_example").to_str().unwrap());
    let played = play(["--save-at", &(starts + 1).to_string(), path]);
    assert_eq!((played.code, played.out), (cli::FAILED, whole));
    assert_eq!(played.err, format!("error: the battle is over after {starts} starts, so it was not saved\n"));
    assert!(!file.exists());
}

#[test]
fn finished_battle_that_is_loaded_is_over() {
    let file = scratch("finished.json");
    let scenario = shipped("worked_example");
    let last = starts(scenario.to_str().unwrap());
    transcript(["--save-at", &last.to_string(), file.to_str().unwrap()]);
    let mut game = save::read(&file).unwrap();
    assert_eq!(game.run().unwrap(), RunStatus::Halted);
    // As a page saves it that has been told of the halt.
    save::write(&game, &file).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"halted\":false"), "{text}");
    let path = file.to_str().unwrap();
    assert_eq!(transcript(["--load", path]), "");
    let mut loaded = save::read(&file).unwrap();
    assert_eq!(loaded.run().unwrap(), RunStatus::Idle);
    let battle = |game: &Game| serde_json::to_string(&game.battle).unwrap();
    assert_eq!(battle(&loaded), battle(&game), "nothing has changed");
    let told = transcript(["--load", path, "--play", "home"]);
    let ending = loaded.battle.ending().unwrap();
    assert!(told.trim_end().ends_with(&ending), "{told}");
    assert_eq!(told.matches("── Turn ").count(), 1, "no further turn: {told}");
}

#[test]
fn save_that_cannot_be_written() {
    let nowhere = scratch("no/such/directory.json");
    let played = play(["--save-at", "3", nowhere.to_str().unwrap()]);
    assert_eq!(played.code, cli::FAILED);
    assert!(played.err.contains("directory.json: cannot write the save: "), "{}", played.err);
    assert_eq!(played.err.lines().count(), 1);
}

/// What is said of a save that is the given text.
fn complaint(name: &str, text: impl AsRef<[u8]>) -> String {
    let file = scratch(name);
    fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let played = play(["--load", path]);
    assert_eq!((played.code, played.out.as_str()), (cli::BAD_INPUT, ""));
    assert_eq!(played.err.lines().count(), 1, "{}", played.err);
    played.err.replace(path, name)
}

/// A save from the middle of the first turn.
fn good() -> String {
    let file = scratch("good.json");
    transcript(["--save-at", "4", file.to_str().unwrap()]);
    fs::read_to_string(file).unwrap()
}

#[test]
fn byte_order_mark_in_front_of_a_save_is_passed_over() {
    let text = good();
    let marked = save::from_text(&format!("\u{feff}{text}"), "marked").unwrap();
    assert_eq!(save::to_text(&marked).unwrap(), text);
}

#[test]
fn saves_that_were_edited_or_are_none() {
    let good = good();
    let edited = |old: &str, new: &str| {
        assert!(good.contains(old), "{old} is in {good}");
        complaint("edited.json", good.replacen(old, new, 1))
    };
    let complaints = [
        complaint("empty.json", ""),
        complaint("latin1.json", b"\xe9"),
        complaint("scenario.json", include_str!("small.toml")),
        complaint("list.json", "[1, 2]"),
        complaint("other.json", "{}"),
        complaint("nested.json", "[".repeat(100_000)),
        complaint("twice.json", good.repeat(2)),
        edited("FaintPhase", "FantPhase"),
        edited("FaintPhase", "\\u001b[31m\\n"),
        edited("\"is_echo\":false", "\"is_echo\":0"),
        edited("\"version\":4", "\"version\":99"),
        edited("\"hp\":84", "\"hp\":85"),
        edited("\"member\":0", "\"member\":9"),
        edited("\"checksum\": \"", "\"checksum\": \"0"),
    ];
    expect_test::expect_file!["golden/bad_saves.txt"].assert_eq(&complaints.concat());
}

#[test]
fn save_that_was_cut_short_or_has_a_wrong_byte_is_refused() {
    let good = good();
    let end = good.trim_end().len();
    for length in (0..end).step_by(29) {
        complaint("short.json", &good[..length]);
    }
    // Before the game there is white space too, of which one kind is as good as another.
    let start = good.find("\"game\"").unwrap();
    for place in (start..end).step_by(31) {
        let mut bytes = good.clone().into_bytes();
        bytes[place] ^= 1;
        complaint("flipped.json", bytes);
    }
}

#[test]
fn save_that_is_not_there() {
    assert_eq!(
        play(["--load", "nowhere.json"]).err,
        "error: nowhere.json: cannot read the save: there is no such file; \
         give the path of a file that `--save-at` wrote\n"
    );
}
