//! The dialogue, played with strings.
//!
//! In the files in `golden/`, `>` stands before what was typed. After a change that is meant,
//! `UPDATE_EXPECT=1 cargo test -p phase-examples` writes them anew: read the difference before you keep it.

mod terminal;

use std::io::{self, BufReader, Read};

use expect_test::expect_file;
use phase_core::prelude::*;
use phase_examples::dialogue::phases::{Choice, ChoicePhase, PausePhase};
use phase_examples::dialogue::run;
use phase_examples::dialogue::scene::Scene;
use phase_examples::dialogue::story::JETTY;
use phase_testing::Play;

use crate::terminal::play;

/// All there is: both questions to the ferryman, every entry of the pause menu, and menus over menus.
const LONG: &str = "\n\n1\n\n?\n\np\n2\n\n1\n?\np\n?\np\np\n1\n\n2\n\n\n\n2\n\n\n";

#[test]
fn straight_through() {
    expect_file!["golden/straight_through.txt"].assert_eq(&play(b"\n\n3\n\n\n"));
}

#[test]
fn menus_over_everything() {
    expect_file!["golden/menus_over_everything.txt"].assert_eq(&play(LONG.as_bytes()));
}

#[test]
fn left_by_the_pause_menu_of_a_pause_menu() {
    expect_file!["golden/left.txt"].assert_eq(&play(b"\n\np\n?\np\n3\nnobody reads this\n"));
}

#[test]
fn answers_that_are_none() {
    let typed = b"what?\n\n\n0\n4\n-1\n1.0\n99999999999999999999\nthree\n\xff\xfe\n\x1b[2J\np\n4\np\n 3 \r\n";
    expect_file!["golden/bad_answers.txt"].assert_eq(&play(typed));
}

#[test]
fn what_is_said_to_a_choice_under_a_menu_is_refused_and_the_choice_asks_on() {
    const PLAYER: Seat = Seat::Player(0);
    let mut phases = PhaseManager::new();
    phases.push(ChoicePhase(&JETTY));
    let mut play = Play::new(phases, Scene::default());
    play.to_question();
    play.phases.interrupt(PausePhase);
    play.to_question();

    let said = Choice("Who are you?");
    let Play { phases, world: scene, .. } = &mut play;
    let error = phases.answer::<ChoicePhase>(scene, PLAYER, said).unwrap_err();
    assert_eq!(error.to_string(), "`PausePhase` asks, and this is no answer to it");
    assert_eq!(error.into_answer(), Some(said));
    // It is of the right type for the menu, too, and still not one of its entries.
    let error = phases.answer::<PausePhase>(scene, PLAYER, said).unwrap_err();
    assert_eq!(error.into_answer(), Some(said));

    play.answer::<PausePhase>(PLAYER, PausePhase::GO_ON).answer::<ChoicePhase>(PLAYER, said).to_question();
    let asked = format!("{:?}", play.phases.question().unwrap().phase());
    assert!(asked.contains("I was a passenger once"), "{asked}");
    play.assert_count("PausePhase", 1);
}

#[test]
fn the_input_may_end_anywhere() {
    let whole = play(LONG.as_bytes());
    let mut seen = 0;
    for (end, _) in LONG.match_indices('\n') {
        let told = play(&LONG.as_bytes()[..=end]);
        if told == whole {
            assert_eq!(end + 1, LONG.len(), "the story ends with its last line");
            return;
        }
        let (told, end) = told.split_once("(There is no more input.)\n").expect("it is said");
        assert!(whole.starts_with(told), "what was told before is the same");
        assert_eq!(end.is_empty(), end != "(You never answered.)\n", "{end}");
        assert!(told.len() > seen, "each line makes it longer");
        seen = told.len();
    }
    panic!("the story does not end");
}

#[test]
fn a_last_line_without_an_end_counts() {
    let told = play(b"\n\n3");
    assert!(told.contains("The jetty is gone behind you"), "{told}");
}

#[test]
fn input_that_fails_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the wire is cut"))
        }
    }
    let mut told = Vec::new();
    let error = run(BufReader::new(Broken), &mut told).unwrap_err();
    assert_eq!(error.to_string(), "the wire is cut");
    assert!(told.starts_with(b"Mist over the river."), "what comes before is shown");
}

#[test]
fn output_that_fails_is_an_error() {
    let mut small = [0; 20];
    let error = run(&b"\n"[..], &mut &mut small[..]).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::WriteZero);
}
