//! The way back, question by question.

use crate::session;
use crate::table::{between_prompts, ones};

const PLAY: [&str; 4] = ["--play", "away", "--playouts", "1"];

/// The questions among what is shown, without what stands before them.
fn questions(told: &str) -> Vec<String> {
    let mut shown = between_prompts(told);
    shown.pop();
    shown.iter().map(|shown| shown.trim_end().rsplit("\n\n").next().unwrap().to_owned()).collect()
}

#[test]
fn undo_goes_back_one_question_after_the_other() {
    let forth = 12;
    let told = session(PLAY, ones(forth) + &"u\n".repeat(forth) + "u\nq\n");
    let questions = questions(&told);
    let (there, back) = questions.split_at(forth + 1);
    for (count, question) in back.iter().take(forth).enumerate() {
        assert_eq!(*question, there[forth - 1 - count], "after {} undos", count + 1);
    }
    assert!(told.contains("(There is nothing to undo: you have not answered anything yet.)"));
    assert_eq!(told.matches("(Back at the question before.)").count(), forth);
}

#[test]
fn redo_goes_forward_again() {
    let told = session(PLAY, ones(12) + &"u\n".repeat(5) + &"r\n".repeat(5) + "r\nq\n");
    let questions = questions(&told);
    assert_eq!(questions[17 + 5], questions[12]);
    assert!(told.contains("(There is no undo to take back.)"));
}

#[test]
fn another_answer_after_an_undo_takes_another_way() {
    let told = session(PLAY, "1\nu\n2\nr\nq\n");
    let questions = questions(&told);
    assert!(questions[0].starts_with("  What does Bezel do?"));
    assert!(questions[1].starts_with("  Whom does Bezel's Hex go to?"));
    assert_eq!(questions[2], questions[0]);
    assert!(questions[3].starts_with("  Whom does Bezel's Startle go to?"));
    assert!(told.contains("(There is no undo to take back.)"));
}

#[test]
fn hp_and_turn_are_undone_too() {
    let typed = ones(4) + "f\nu\nf\nq\n";
    let told = session(PLAY, typed);
    let fields: Vec<&str> = told.split("── Turn ").skip(1).map(|field| &field[..1]).collect();
    assert_eq!(fields, ["1", "2", "2", "1", "1"], "{told}");
}

#[test]
fn dice_are_undone_one_by_one() {
    let args = [PLAY[0], PLAY[1], PLAY[2], PLAY[3], "--dice"];
    let told = session(args, "7\n\nu\n\nu\nu\nu\nq\n");
    let questions = questions(&told);
    let of = |name: &str| format!("  How early is {name} among equals, from 1 to 100?");
    let asked = ["Aspen", "Cobalt", "Bezel", "Cobalt", "Bezel", "Cobalt", "Aspen"].map(of);
    assert_eq!(questions[..7], asked.map(|question| question));
    // Undone and cast again, a die falls as it did.
    let fallen: Vec<&str> = told.lines().filter(|line| line.contains("⚄")).collect();
    assert_eq!(fallen.len(), 2);
    assert_eq!(fallen[0], fallen[1]);
}
