//! What is wrong with the input is said in one line, before anything is played.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use expect_test::expect_file;
use phase_examples::double_battle::cli;
use phase_examples::double_battle::scenario::Scenario;

use crate::play;
use crate::small::SMALL;

/// Pieces of the small battle, and what makes it a bad one in their place.
const EDITS: &[(&str, &str)] = &[
    // Broken TOML.
    ("title = \"A small battle\"", "title = \"A small battle"),
    ("power = 50", "power 50"),
    ("power = 50", "power = 50\npower = 60"),
    ("orders = [{", "orders = ["),
    // Keys and types.
    ("power = 50", "powr = 50"),
    ("turn-limit = 20", "turnlimit = 20"),
    ("power = 50", "power = 50\nstats = { luck = 1 }"),
    ("hp = 90\n", ""),
    ("power = 50", "power = 'much'"),
    ("power = 50", "power = 5.5"),
    ("power = 50", "power = 99999999999999999999"),
    ("contact = true", "contact = 1"),
    ("target = \"foe\"", "target = \"fo\""),
    ("target = \"foe\"", "target = \"everybody\""),
    // Unknown names.
    ("moves = [\"Slam\", \"Flood\"]", "moves = [\"Slam\", \"Flod\"]"),
    ("moves = [\"Slam\", \"Flood\"]", "moves = [\"Juggle\"]"),
    ("moves = [\"Slam\", \"Flood\"]", "moves = [\"\\u001b[31m\\n\"]"),
    ("\"Thorns\"", "\"thorn\""),
    ("\"Thorns\"", "\"Levitation\""),
    ("creature = \"Ash\"", "creature = \"Ahs\""),
    ("target = \"Quartz\"", "target = \"Granite\""),
    // Numbers out of range.
    ("hp = 90", "hp = 0"),
    ("speed = 90", "speed = -3"),
    ("attack = 90", "attack = 1000"),
    ("power = 50", "power = 50\naccuracy = 101"),
    ("power = 50", "power = 50\naccuracy = 0"),
    ("power = 50", "power = 50\nstats = { attack = -7 }"),
    ("seed = 1", "seed = -1"),
    ("turn-limit = 20", "turn-limit = 0"),
    ("hp = 90", "hp = 90\nsecond-wind = 101"),
    // Names that do not name.
    ("name = \"Slate\"", "name = \"Ash\""),
    ("name = \"Flood\"", "name = \"Slam\""),
    ("name = \"South\"", "name = \"North\""),
    ("[\"Slam\", \"Flood\"]", "[\"Slam\", \"Slam\"]"),
    ("name = \"Ash\"", "name = \" \""),
    ("name = \"Ash\"", "name = \"\\u001b[31mAsh\""),
    ("name = \"Ash\"", "name = \"Ash of the northern forest\""),
    // Moves and turns that can't be played.
    ("moves = [\"Slam\", \"Flood\"]", "moves = []"),
    ("heal = 50", ""),
    ("target = \"Quartz\"", "target = \"Birch\""),
    ("target = \"Quartz\"", "target = \"Ash\""),
    (", target = \"Quartz\"", ""),
    ("move = \"Slam\", target", "move = \"Flood\", target"),
    ("move = \"Slam\", target", "move = \"Salve\", target"),
    ("\"Quartz\" }]", "\"Quartz\" }, { creature = \"Ash\", move = \"Flood\" }]"),
    ("orders =", "auto = true\norders ="),
    ("[[turn]]", "[[turn]]\n[[turn]]"),
    ("[[turn]]", "[[turn]]\nauto = false\n[[turn]]"),
];

#[test]
fn edits_that_make_a_scenario_bad() {
    assert_eq!(message(SMALL), None, "without an edit it is good");
    let mut messages = String::new();
    for (old, new) in EDITS {
        assert!(SMALL.contains(old), "{old} is in the file");
        let message = message(&SMALL.replacen(old, new, 1));
        writeln!(messages, "{old:?} -> {new:?}\n    {}", message.expect("a fault")).unwrap();
    }
    expect_file!["golden/bad_edits.txt"].assert_eq(&messages);
}

#[test]
fn numbers_of_teams_and_of_their_members() {
    let [moves, north, south] = SMALL.split("[[team]]").collect::<Vec<_>>()[..] else { panic!() };
    let (south, _) = south.split_once("[[turn]]").unwrap();
    let only_ash = &north[..north.find("[[team.creature]]\nname = \"Birch\"").unwrap()];
    let join = |teams: &[&str]| message(&[&[moves], teams].concat().join("[[team]]"));
    assert_eq!(join(&[north, south]), None);
    assert_eq!(
        join(&[only_ash, south]).unwrap(),
        "battle.toml:22:8: the size of the team `North` is 1; it has to be from 3 to 6 `[[team.creature]]`"
    );
    assert_eq!(
        join(&[north]).unwrap(),
        "battle.toml: the number of teams is 1; a battle has two, each a `[[team]]`"
    );
    assert_eq!(
        join(&[north, south, "\nname = 'West'"]).unwrap(),
        "battle.toml:77:8: the number of teams is 3; a battle has two, each a `[[team]]`"
    );
    assert_eq!(message("").unwrap(), "battle.toml:1:1: the key `title` is missing; add it");
}

/// What is wrong with a scenario, if anything is.
fn message(text: &str) -> Option<String> {
    let message = Scenario::parse(Path::new("battle.toml"), text).err()?.to_string();
    assert_eq!(message.lines().count(), 1);
    Some(message)
}

/// What the program says to bad input: one line, and no battle.
fn complaint<const N: usize>(args: [&str; N]) -> String {
    let played = play(args);
    assert_eq!((played.code, played.out.as_str()), (cli::BAD_INPUT, ""));
    assert_eq!(played.err.lines().count(), 1);
    played.err
}

#[test]
fn command_line() {
    let complaints = [
        complaint(["--lvels"]),
        complaint(["--seed", "many"]),
        complaint(["--seed", "-1"]),
        complaint(["--seed"]),
        complaint(["--levels=yes"]),
        complaint(["a.toml", "b.toml"]),
        complaint(["nowhere.toml"]),
        complaint(["--save-at", "3"]),
        complaint(["--save-at", "soon", "a.json"]),
        complaint(["--load", "a.json", "--seed", "3"]),
        complaint(["a.toml", "--load", "a.json"]),
        complaint(["--play"]),
        complaint(["--play", "both"]),
        complaint(["--playouts", "0"]),
        complaint(["--playouts", "some"]),
        complaint(["--dice=7"]),
        complaint(["--why", "FaintFase"]),
    ];
    expect_file!["golden/bad_command_line.txt"].assert_eq(&complaints.concat());
}

#[test]
fn files() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("double_battle_bad_input");
    fs::create_dir_all(&directory).unwrap();
    let of_file = |name: &str, content: &[u8]| {
        let path = directory.join(name);
        fs::write(&path, content).unwrap();
        let path = path.to_str().unwrap();
        complaint(["--levels", path]).replace(path, name)
    };
    assert_eq!(
        of_file("latin1.toml", b"title = \"\xe9\""),
        "error: latin1.toml: cannot read the scenario: it is not UTF-8 text; \
         give the path of a TOML file, or none at all\n"
    );
    assert_eq!(
        of_file("no_hp.toml", SMALL.replacen("hp = 90", "hp = 0", 1).as_bytes()),
        "error: no_hp.toml:26:6: the hp of `Ash` is 0; it has to be from 1 to 999\n"
    );
}

#[test]
fn control_characters_of_the_command_line_are_escaped() {
    let wild = "no\n\x1b[31m/where\u{9b}";
    let tame = "no\\n\\u{1b}[31m/where\\u{9b}: cannot ";
    let cannot_save = play(["--save-at", "3", wild]);
    assert_eq!(cannot_save.code, cli::FAILED);
    for err in [complaint([wild]), complaint(["--load", wild]), cannot_save.err] {
        assert!(err.starts_with(&format!("error: {tame}")), "{err:?}");
        assert!(!err.trim_end().contains(char::is_control), "{err:?}");
    }
    assert_eq!(
        complaint(["--\x1b[31m\n"]),
        "error: invalid option '--\\u{1b}[31m\\n'; `--help` shows what there is\n"
    );
}

#[test]
fn help_is_not_bad_input() {
    let played = play(["--help"]);
    assert_eq!((played.code, played.err.as_str()), (cli::DONE, ""));
    assert!(played.out.contains("--levels") && played.out.contains("--seed"));
    assert_eq!(play(["-h"]), played);
}
