//! The program, with and without somebody at the keyboard.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::{expect, expect_file};
use phase_core::prelude::*;
use phase_examples::card_stack::cards::Card;
use phase_examples::card_stack::cli;
use phase_examples::card_stack::game::Game;
use phase_examples::card_stack::player::Player::Alder;
use phase_examples::double_battle::table::Keyboard;
use phase_examples::sealed;

/// The exit code, what is printed without its colours, and what is said of errors.
fn run(args: &[&str], typed: &str) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = cli::run(args.iter().map(Into::into), Keyboard::pipe(typed.as_bytes()), &mut out, &mut err);
    let out = String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).unwrap();
    (code, out, String::from_utf8(err).unwrap())
}

/// What is printed, where it has to go well.
fn session(args: &[&str], typed: &str) -> String {
    let (code, out, err) = run(args, typed);
    assert_eq!((code, err.as_str()), (cli::DONE, ""));
    for line in out.lines().filter(|line| !line.starts_with("  > ") && !line.contains(".json")) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    out
}

fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("card_stack");
    fs::create_dir_all(&directory).unwrap();
    directory.join(name)
}

const FAST: [&str; 2] = ["--playouts", "20"];

#[test]
fn duel_of_two_ais() {
    let told = session(&FAST, "");
    expect_file!["golden/duel.txt"].assert_eq(&told);
    assert_eq!(session(&["--seed", "1", "--playouts", "20"], ""), told, "which is the seed if none is given");
}

#[test]
fn whole_duel_of_a_person() {
    let typed = "\n".to_owned() + &"1\n".repeat(200);
    expect_file!["golden/played.txt"].assert_eq(&session(&["--play", "--playouts", "5"], &typed));
}

#[test]
fn everything_that_can_be_typed() {
    let file = scratch("typed.json");
    let file = file.to_str().unwrap();
    let typed = format!(
        "?\nb\nc\n0\n9\nnothing\n\x1b[2J\n{}\nu\nr\n\nu\nU\nr\ns\nsave {file}\nq\n1\n",
        "x".repeat(99)
    );
    let told = session(&["--play", "alder", "--playouts", "5"], &typed);
    expect_file!["golden/typed.txt"].assert_eq(&told.replace(file, "typed.json"));
}

#[test]
fn two_persons_at_one_keyboard() {
    let typed = "\n1\n\n2\n\n1\n\n\n\n";
    expect_file!["golden/both.txt"].assert_eq(&session(&["--play", "both"], typed));
}

#[test]
fn duel_left_at_any_question_is_gone_on_with_there() {
    let file = scratch("left.json");
    let file = file.to_str().unwrap();
    let whole = session(&["--playouts", "3"], "");
    let mut until = 1;
    loop {
        let until_text = until.to_string();
        let begun = session(&["--playouts", "3", "--save", file, "--until", &until_text], "");
        let Some(begun) = begun.strip_suffix(&format!("  (Saved; `--load {file}` goes on from here.)\n"))
        else {
            assert_eq!(begun, whole);
            assert!(until > 60, "a duel asks a lot");
            break;
        };
        let rest = session(&["--playouts", "3", "--load", file], "");
        assert_eq!(begun.to_owned() + &rest, whole, "left at question {until}");
        until += 11;
    }
}

#[test]
fn duel_of_ais_can_be_taken_over_on_either_side() {
    let file = scratch("taken.json");
    let file = file.to_str().unwrap();
    session(&["--playouts", "3", "--save", file, "--until", "40"], "");
    for (who, name) in [("wren", "Wren"), ("alder", "Alder")] {
        let told = session(&["--playouts", "3", "--load", file, "--play", who], "b\nq\n");
        assert!(told.contains(&format!("(You play {name}.")) && told.contains(&format!("{name} holds:")));
    }
}

/// What a person sees at first of a duel, for a game that is saved and loaded.
fn seen(game: &Game, name: &str, typed: &str) -> String {
    let file = scratch(name);
    sealed::write(game, &file).unwrap();
    session(&["--load", file.to_str().unwrap(), "--play", "wren", "--playouts", "1"], typed)
}

#[test]
fn hand_of_the_other_one_is_not_shown() {
    let mut game = Game::new(5);
    let Game { phases, duel, .. } = &mut game;
    let status = phases.play(duel, |question, seat, duel| match seat {
        Seat::Player(0) if duel.turn > 0 => None,
        _ => question.pick(seat, duel, 0),
    });
    assert_eq!(status.unwrap(), RunStatus::Asking);
    game.duel.said.clear();
    let before = seen(&game, "hidden.json", "b\nc\n?\nq\n");
    let alder = &mut game.duel[Alder];
    assert_eq!(alder.hand.len(), 4);
    let other = alder.deck.split_off(alder.deck.len() - 4);
    let hand = std::mem::replace(&mut alder.hand, other);
    assert_ne!(hand, game.duel[Alder].hand);
    game.duel[Alder].deck.extend(hand);
    assert_eq!(seen(&game, "hidden.json", "b\nc\n?\nq\n"), before);
}

#[test]
fn cards_that_are_drawn_are_shown_to_their_owner_alone() {
    let told = session(&["--play", "alder", "--playouts", "1"], "\n\n\n\nq\n");
    let draws = |line: &&str| line.contains(" draws ");
    for line in told.lines().filter(draws) {
        let is_shown = Card::ALL.iter().any(|card| line.ends_with(&format!(" draws {card}.")));
        assert_eq!(is_shown, line.trim().starts_with("Alder draws"), "{line}");
    }
    assert!(told.lines().filter(draws).count() > 8);
}

#[test]
fn undo_and_redo_lead_through_the_questions() {
    let told = session(&["--play", "--playouts", "2", "--seed", "4"], "\n1\n1\nu\nu\nu\nu\nr\nr\nr\nr\nq\n");
    let asked: Vec<&str> = told.split("  > ").map(|shown| shown.rsplit("\n\n").next().unwrap()).collect();
    // Four questions; back to the first of them, and one undo too many; forth to the last, and one redo too many.
    assert_eq!([asked[4], asked[5], asked[6]], [asked[2], asked[1], asked[0]]);
    assert!(asked[7].contains("There is nothing to undo"), "{}", asked[7]);
    assert_eq!([asked[8], asked[9], asked[10]], [asked[1], asked[2], asked[3]]);
    assert!(asked[11].contains("There is no undo to take back"), "{}", asked[11]);
}

#[test]
fn bad_command_lines() {
    let complaint = |args: &[&str]| {
        let (code, out, err) = run(args, "");
        assert_eq!((code, out.as_str()), (cli::BAD_INPUT, ""));
        err
    };
    let complaints = [
        complaint(&["--play", "thorn"]),
        complaint(&["--seed", "x"]),
        complaint(&["--seed"]),
        complaint(&["--playouts", "0"]),
        complaint(&["--until", "0"]),
        complaint(&["--undo"]),
        complaint(&["wren"]),
        complaint(&["--load", "a.json", "--seed", "3"]),
        complaint(&["--load", "nowhere.json"]),
    ];
    expect![[r#"
        error: cannot parse argument "thorn": write `wren`, `alder` or `both`; `--help` shows what there is
        error: cannot parse argument "x": invalid digit found in string; `--help` shows what there is
        error: missing argument for option '--seed'; `--help` shows what there is
        error: cannot parse argument "0": it has to be at least 1; `--help` shows what there is
        error: cannot parse argument "0": it has to be at least 1; `--help` shows what there is
        error: invalid option '--undo'; `--help` shows what there is
        error: unexpected argument "wren"; `--help` shows what there is
        error: `--load` goes on with a duel as it was; leave `--seed` out; `--help` shows what there is
        error: nowhere.json: cannot read the save: there is no such file; give the path of a file that `--save` wrote
    "#]].assert_eq(&complaints.concat());
}

#[test]
fn play_without_a_name_is_wren() {
    for args in [&["--play", "--playouts", "1"][..], &["--playouts", "1", "--play"]] {
        assert!(session(args, "q\n").contains("(You play Wren."));
    }
}

#[test]
fn saves_that_were_edited_or_are_none() {
    let file = scratch("bad.json");
    let path = file.to_str().unwrap();
    session(&["--playouts", "1", "--save", path, "--until", "40"], "");
    let good = fs::read_to_string(&file).unwrap();
    let complaint = |text: &str| {
        fs::write(&file, text).unwrap();
        let (code, out, err) = run(&["--load", path], "");
        assert_eq!((code, out.as_str(), err.lines().count()), (cli::BAD_INPUT, "", 1));
        err.replace(path, "bad.json")
    };
    let edited = |old: &str, new: &str| {
        assert!(good.contains(old), "{old} is in {good}");
        complaint(&good.replacen(old, new, 1))
    };
    let complaints = [
        complaint(""),
        complaint("{}"),
        edited("MainPhase", "MeanPhase"),
        edited("\"life\":", "\"life\":1"),
        edited("\"checksum\": \"", "\"checksum\": \"0"),
    ];
    expect_file!["golden/bad_saves.txt"].assert_eq(&complaints.concat());
}

#[test]
fn save_that_cannot_be_written_costs_a_person_nothing() {
    let nowhere = scratch("no/such/directory.json");
    let told = session(&["--play", "--playouts", "1"], &format!("s {}\n\n", nowhere.display()));
    assert!(told.contains("directory.json: cannot write the save: "), "{told}");
    assert!(told.contains("Wren keeps the hand."), "{told}");
}

#[test]
fn save_that_cannot_be_written_ends_the_duel_with_an_error() {
    let nowhere = scratch("no/such/directory.json");
    let (code, _, err) = run(&["--playouts", "1", "--save", nowhere.to_str().unwrap()], "");
    assert_eq!(code, cli::FAILED);
    assert!(err.contains("directory.json: cannot write the save: "), "{err}");
}

#[test]
fn the_input_may_end_at_any_question() {
    for count in 0..10 {
        let told = session(&["--play", "--playouts", "1"], &"\n".repeat(count));
        assert!(told.ends_with("\n  (The input has ended, and you leave the duel.)\n"), "{told}");
    }
}

#[test]
fn answer_of_a_person_is_one_that_the_duel_takes() {
    // The menu gives the options of the question, so every number of it is taken.
    for number in 1..=4 {
        let told = session(&["--play", "--playouts", "1", "--seed", "9"], &format!("\n{number}\n").repeat(3));
        assert!(told.contains("Turn 2"), "{told}");
    }
}

#[test]
fn help() {
    assert!(session(&["--help"], "").contains("--playouts"));
}
