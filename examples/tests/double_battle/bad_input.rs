//! What is wrong with the input is said in one line, before anything is played.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use phase_examples::double_battle::cli;
use phase_examples::double_battle::scenario::Scenario;

use crate::{Played, play};

const SMALL: &str = include_str!("small.toml");

fn rejected(text: &str, message: Expect) {
    let fault = Scenario::parse(Path::new("battle.toml"), text).expect_err("the scenario is accepted");
    message.assert_eq(&fault.to_string());
    assert_eq!(fault.to_string().lines().count(), 1);
}

/// The small battle with one piece of its text exchanged.
fn rejected_with(old: &str, new: &str, message: Expect) {
    assert!(SMALL.contains(old), "{old} is in the file");
    rejected(&SMALL.replacen(old, new, 1), message);
}

fn assert_bad_input(played: &Played, message: &Expect) {
    assert_eq!((played.code, played.out.as_str()), (cli::BAD_INPUT, ""));
    message.assert_eq(&played.err);
}

#[test]
fn good_scenario_is_accepted() {
    assert!(Scenario::parse(Path::new("battle.toml"), SMALL).is_ok());
}

#[test]
fn command_line() {
    assert_bad_input(&play(["--lvels"]), &expect![[""]]);
    assert_bad_input(&play(["--seed", "many"]), &expect![[""]]);
    assert_bad_input(&play(["--seed", "-1"]), &expect![[""]]);
    assert_bad_input(&play(["--seed"]), &expect![[""]]);
    assert_bad_input(&play(["--levels=yes"]), &expect![[""]]);
    assert_bad_input(&play(["a.toml", "b.toml"]), &expect![[""]]);
}

#[test]
fn unreadable_files() {
    assert_bad_input(&play(["nowhere.toml"]), &expect![[""]]);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("double_battle_bad_input");
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join("latin1.toml");
    fs::write(&path, b"title = \"\xe9\"").unwrap();
    let played = play([path.to_str().unwrap()]);
    let err = played.err.replace(path.to_str().unwrap(), "latin1.toml");
    assert_bad_input(&Played { err, ..played }, &expect![[""]]);
}

#[test]
fn fault_in_a_file_is_an_exit_code_and_no_battle() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("double_battle_no_hp.toml");
    fs::write(&path, SMALL.replacen("hp = 90", "hp = 0", 1)).unwrap();
    let played = play(["--levels", path.to_str().unwrap()]);
    let err = played.err.replace(path.to_str().unwrap(), "no_hp.toml");
    assert_bad_input(&Played { err, ..played }, &expect![[""]]);
}

#[test]
fn broken_toml() {
    rejected_with("title = \"A small battle\"", "title = \"A small battle", expect![[""]]);
    rejected_with("power = 50", "power 50", expect![[""]]);
    rejected_with("power = 50", "power = 50\npower = 60", expect![[""]]);
    rejected_with("orders = [{", "orders = [", expect![[""]]);
    rejected("", expect![[""]]);
}

#[test]
fn keys_and_types() {
    rejected_with("power = 50", "powr = 50", expect![[""]]);
    rejected_with("turn-limit = 20", "turnlimit = 20", expect![[""]]);
    rejected_with("hp = 90\n", "", expect![[""]]);
    rejected_with("power = 50", "power = 'much'", expect![[""]]);
    rejected_with("power = 50", "power = 5.5", expect![[""]]);
    rejected_with("contact = true", "contact = 1", expect![[""]]);
    rejected_with("target = \"foe\"", "target = \"enemy\"", expect![[""]]);
    rejected_with("power = 50", "power = 50\nstats = { luck = 1 }", expect![[""]]);
}

#[test]
fn unknown_names() {
    rejected_with("moves = [\"Slam\", \"Flood\"]", "moves = [\"Slam\", \"Flod\"]", expect![[""]]);
    rejected_with("moves = [\"Slam\", \"Flood\"]", "moves = [\"Juggle\"]", expect![[""]]);
    rejected_with("\"Thorns\"", "\"thorn\"", expect![[""]]);
    rejected_with("\"Thorns\"", "\"Levitation\"", expect![[""]]);
    rejected_with("creature = \"Ash\"", "creature = \"Ahs\"", expect![[""]]);
    rejected_with("target = \"Quartz\"", "target = \"Granite\"", expect![[""]]);
    rejected("title = 'x'\n[[team]]\nname = 'N'\n[[team]]\nname = 'S'", expect![[""]]);
}

#[test]
fn numbers_out_of_range() {
    rejected_with("hp = 90", "hp = 0", expect![[""]]);
    rejected_with("speed = 90", "speed = -3", expect![[""]]);
    rejected_with("attack = 90", "attack = 1000", expect![[""]]);
    rejected_with("power = 50", "power = 50\naccuracy = 101", expect![[""]]);
    rejected_with("power = 50", "power = 50\naccuracy = 0", expect![[""]]);
    rejected_with("power = 50", "power = 50\nstats = { attack = -7 }", expect![[""]]);
    rejected_with("seed = 1", "seed = -1", expect![[""]]);
    rejected_with("turn-limit = 20", "turn-limit = 0", expect![[""]]);
}

#[test]
fn names_that_do_not_name() {
    rejected_with("name = \"Slate\"", "name = \"Ash\"", expect![[""]]);
    rejected_with("name = \"Flood\"", "name = \"Slam\"", expect![[""]]);
    rejected_with("name = \"South\"", "name = \"North\"", expect![[""]]);
    rejected_with("[\"Slam\", \"Flood\"]", "[\"Slam\", \"Slam\"]", expect![[""]]);
    rejected_with("name = \"Ash\"", "name = \" \"", expect![[""]]);
    rejected_with("name = \"Ash\"", "name = \"\\u001b[31mAsh\"", expect![[""]]);
    rejected_with("name = \"Ash\"", "name = \"Ash of the northern forest\"", expect![[""]]);
}

#[test]
fn teams_and_moves_that_make_no_battle() {
    let [before_teams, north, south] = SMALL.split("[[team]]").collect::<Vec<_>>()[..] else { panic!() };
    let alone: Vec<&str> = north.splitn(3, "[[team.creature]]").collect();
    rejected(
        &format!("{before_teams}[[team]]{}[[team.creature]]{}[[team]]{south}", alone[0], alone[1]),
        expect![[""]],
    );
    rejected(&format!("{before_teams}[[team]]{north}"), expect![[""]]);
    rejected(&format!("{SMALL}\n[[team]]\nname = \"West\""), expect![[""]]);
    rejected_with("moves = [\"Slam\", \"Flood\"]", "moves = []", expect![[""]]);
    rejected_with("heal = 50", "", expect![[""]]);
}

#[test]
fn turns_that_can_not_be_played() {
    rejected_with("target = \"Quartz\"", "target = \"Birch\"", expect![[""]]);
    rejected_with("target = \"Quartz\"", "target = \"Ash\"", expect![[""]]);
    rejected_with(", target = \"Quartz\"", "", expect![[""]]);
    rejected_with("move = \"Slam\", target", "move = \"Flood\", target", expect![[""]]);
    rejected_with("move = \"Slam\", target", "move = \"Salve\", target", expect![[""]]);
    rejected_with("\"Quartz\" }]", "\"Quartz\" }, { creature = \"Ash\", move = \"Flood\" }]", expect![[""]]);
    rejected_with("orders =", "auto = true\norders =", expect![[""]]);
    rejected(&format!("{SMALL}\n[[turn]]"), expect![[""]]);
    rejected(&format!("{SMALL}\n[[turn]]\nauto = false"), expect![[""]]);
}
