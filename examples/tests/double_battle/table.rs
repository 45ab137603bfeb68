//! Battles that somebody plays at the keyboard.

use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use phase_examples::double_battle::cli;
use phase_examples::double_battle::table::Keyboard;

use crate::{play, play_typing, session};

/// The fewest playouts: these tests are not about how well the AI plays.
const PLAY: [&str; 4] = ["--play", "home", "--playouts", "1"];

fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("double_battle_table");
    fs::create_dir_all(&directory).unwrap();
    directory.join(name)
}

/// Always the first thing.
pub(crate) fn ones(count: usize) -> String {
    "1\n".repeat(count)
}

/// So many lines, by which each question is answered in the end: a die that shows no 1 shows a 90.
fn ones_and_nineties(count: usize) -> String {
    ["1\n", "90\n"].into_iter().cycle().take(count).collect()
}

/// What is shown up to the first prompt, after it up to the second, and so on.
pub(crate) fn between_prompts(told: &str) -> Vec<&str> {
    told.split("  > ").collect()
}

#[test]
fn a_whole_battle() {
    expect_file!["golden/played.txt"].assert_eq(&session(PLAY, ones(100)));
}

#[test]
fn everything_that_can_be_typed() {
    let file = scratch("typed.json");
    let file = file.to_str().unwrap();
    let typed = format!(
        "?\nf\n2\n\nu\nU\nu\nr\nr\n0\n3\n-1\n1.0\n99999999999999999999\none\n\x1b[2J\n{}\ns\nsave {file}\nhelp me\n1\nf\nq\n1\n",
        "x".repeat(99)
    );
    let told = session(["--play", "away", "--playouts", "1"], typed);
    expect_file!["golden/typed.txt"].assert_eq(&told.replace(file, "typed.json"));
    let is_typed = |line: &&str| line.starts_with("  > ");
    for line in told.lines().filter(|line| !is_typed(line) && !line.contains(file)) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_save_that_cannot_be_written_costs_nothing() {
    let nowhere = scratch("no/such/directory.json");
    let told = session(PLAY, format!("s {}\n1\n", nowhere.display()));
    assert!(told.contains("directory.json: cannot write the save: "), "{told}");
    assert!(told.contains("Whom does Aspen's Hex go to?"), "{told}");
}

#[test]
fn dice_are_cast_or_set() {
    let args = [PLAY[0], PLAY[1], PLAY[2], PLAY[3], "--dice"];
    let typed = "?\n100\n101\n\n\n\n1\n1\nu\n1\n1\n1\n1\n2\n\nf\nu\n\n\n85\n";
    expect_file!["golden/played_with_dice.txt"].assert_eq(&session(args, typed));
}

#[test]
fn what_is_shown_fits_a_terminal_of_80_columns() {
    let long = "A name of 24 characters.";
    let mut text = include_str!("small.toml").to_owned();
    for (place, name) in ["Ash", "Birch", "Cedar", "Slam", "Flood", "Salve"].into_iter().enumerate() {
        text = text.replace(&format!("\"{name}\""), &format!("\"{place}{}\"", &long[1..]));
    }
    let all = "power = 50\naccuracy = 7\nflinch = 9\nstats = { attack = 1, defence = 1, speed = 1 }\ncall = true\nsong = true";
    let text = text.replacen("power = 50", all, 1).replace("[[turn]]", "[[turn]]\nauto = true\n[[turn]]");
    let text = text.split("[[turn]]").next().unwrap();
    let file = scratch("long.toml");
    fs::write(&file, text).unwrap();
    let told = session([PLAY[0], PLAY[1], PLAY[2], PLAY[3], file.to_str().unwrap()], "f\n?\n1\n1\nf\n");
    let is_field = |line: &&str| line.matches("  █").count() == 2;
    for line in told.lines().filter(|line| !is_field(line)) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(told.contains("priority") || told.contains("a song"), "{told}");
}

#[test]
fn a_battle_saved_at_any_question_goes_on_from_there() {
    let file = scratch("cut.json");
    let file = file.to_str().unwrap();
    for (args, typed) in
        [(&PLAY[..], ones(100)), (&[&PLAY[..], &["--dice"]].concat(), ones_and_nineties(200))]
    {
        let typed: Vec<&str> = typed.split_inclusive('\n').collect();
        let whole = run(args, &typed.concat());
        let whole = between_prompts(&whole);
        let prompts = whole.len() - 1;
        assert!(whole[prompts].contains(" wins in turn ") && prompts > 15, "{whole:?}");
        for cut in (0..prompts).step_by(if prompts > 50 { 7 } else { 1 }) {
            let (before, after) = typed.split_at(cut);
            let before = run(args, &format!("{}s {file}\nq\n", before.concat()));
            assert_eq!(between_prompts(&before)[..=cut], whole[..=cut]);
            // Who plays, and whether dice are asked for, is in the save.
            let after = run(&["--load", file, "--playouts", "1"], &after.concat());
            let after = between_prompts(&after);
            let question = after[0].rsplit("\n\n").next().unwrap();
            assert!(whole[..=cut].concat().contains(question), "{question}");
            assert_eq!(after[1..], whole[cut + 1..], "saved at prompt {cut}");
        }
    }
}

/// What a session prints that goes well.
fn run(args: &[&str], typed: &str) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = args.iter().map(Into::into);
    let code = cli::run(args, Keyboard::pipe(typed.as_bytes()), &mut out, &mut err);
    assert_eq!((code, err.as_slice()), (cli::DONE, &b""[..]));
    String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).unwrap()
}

#[test]
fn the_other_side_of_a_save_can_be_played() {
    let file = scratch("sides.json");
    let file = file.to_str().unwrap();
    session(PLAY, format!("s {file}\nq\n"));
    let told = session(["--load", file, "--play", "away", "--playouts", "1"], "");
    assert!(told.contains("(You play Heights.") && told.contains("What does Bezel do?"), "{told}");
}

#[test]
fn a_battle_that_played_itself_can_be_taken_over() {
    let file = scratch("taken_over.json");
    let file = file.to_str().unwrap();
    session(["--save-at", "9", file], "");
    let told = session(["--load", file, PLAY[0], PLAY[1], PLAY[2], PLAY[3]], "q\n");
    assert!(told.contains("── Turn 2") && told.contains("What does Aspen do?"), "{told}");
}

#[test]
fn a_battle_that_is_played_is_not_saved_after_so_many_starts() {
    let file = scratch("played.json");
    let file = file.to_str().unwrap();
    session(PLAY, format!("s {file}\nq\n"));
    let message = "error: `--save-at` is for a battle that nobody plays; `s FILE` saves one that you play; \
        `--help` shows what there is\n";
    let played = [
        play(["--play", "home", "--save-at", "3", "never.json"]),
        play(["--load", file, "--save-at", "3", "never.json"]),
    ];
    for played in played {
        assert_eq!((played.code, played.err.as_str()), (cli::BAD_INPUT, message));
    }
    assert!(!Path::new("never.json").exists());
}

#[test]
fn the_input_may_end_at_any_question() {
    let whole = session(PLAY, ones(100));
    let whole = between_prompts(&whole);
    for count in [0, 1, 2, 3, 9, whole.len() - 2] {
        let told = session(PLAY, ones(count));
        let told = between_prompts(&told);
        assert_eq!(told[..=count], whole[..=count]);
        assert_eq!(told[count + 1], "\n  (The input has ended, and you leave the battle.)\n");
    }
    assert!(session(PLAY, ones(whole.len() - 1)).ends_with(whole.last().unwrap()));
}

#[test]
fn with_levels_the_questions_are_among_the_phases() {
    let told = session([PLAY[0], PLAY[1], PLAY[2], PLAY[3], "--levels"], "1\n1\n1\n1\n");
    for line in [
        "  ┊ TurnStartPhase has started                   1: [CommandPhase(A), CommandPhase(C), CommandPhase(B), CommandPhase(D)]",
        "  ┊ CommandPhase(A) has started                  1: [CommandPhase(C), CommandPhase(B), CommandPhase(D)]",
        "  ┊                                              2: [TargetPhase(A)]",
        "  ┊ TargetPhase(A) has started                   0: [MovePhase(A)]",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
}

#[test]
fn a_keyboard_that_fails_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the wire is cut"))
        }
    }
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let keyboard = Keyboard::terminal(BufReader::new(Broken));
    assert_eq!(cli::run(PLAY.map(Into::into), keyboard, &mut out, &mut err), cli::FAILED);
    assert_eq!(String::from_utf8(err).unwrap(), "error: cannot read what is typed: the wire is cut\n");
}

#[test]
fn a_last_line_without_an_end_counts() {
    assert!(play_typing(PLAY, "1").out.contains("Whom does Aspen's Hex go to?"));
}
