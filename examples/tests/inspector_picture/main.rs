//! The picture of the inspector in the READMEs, and what the examples look like in it. `UPDATE_EXPECT=1` draws it anew.

use std::path::Path;

use expect_test::expect_file;
use phase_examples::double_battle::battler::Side;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::inspect::inspector;
use phase_examples::double_battle::recorded::{self, RecordedGame};
use phase_examples::double_battle::scenario::Scenario;
use phase_examples::{card_stack, dialogue};

fn battle() -> Game {
    let scenario = include_str!("../../double_battle/scenarios/worked_example.toml");
    Game::new(Scenario::parse(Path::new("worked_example.toml"), scenario).unwrap().battle)
}

#[test]
fn the_picture_is_that_of_a_battle() {
    let mut inspector = inspector(battle(), 1);
    // To the first one who faints, and on by a step.
    inspector.press("bFaintPhase<Enter> l");
    expect_file!["../../../pictures/inspector.svg"].assert_eq(&inspector.screen(112, 30).to_svg());
}

#[test]
fn a_battle_goes_to_its_end_and_back() {
    let mut inspector = inspector(battle(), 1);
    inspector.press("E");
    let end = inspector.screen(120, 40).to_string();
    assert!(end.contains("Harbour wins in turn 7."), "{end}");
    inspector.press("g");
    assert!(inspector.screen(120, 40).to_string().contains("▶ SwitchInPhase(A, C, B, D)"));
    inspector.press("G");
    let again = inspector.screen(120, 40).to_string();
    assert!(again.contains("Harbour wins in turn 7."), "{again}");
}

#[test]
fn a_branch_of_a_battle_is_a_recording_that_the_example_opens() {
    let file = std::env::temp_dir().join(format!("battle-branch-{}.recording", std::process::id()));
    let mut game = battle();
    game.person = Some(Side::Home);
    game.battle.asked.players = true;
    let mut inspector = inspector(game, 1);
    inspector.press(&format!("Q1Q1QS{}<Enter>", file.display()));
    let opened = recorded::read(&file);
    std::fs::remove_file(&file).unwrap();
    let (recording, game) = opened.unwrap();
    assert!(recording.steps() > 3);
    RecordedGame::resume(&recording, game, u64::MAX).unwrap();
}

#[test]
fn a_duel_is_played_to_its_end_by_its_own_players() {
    let mut inspector = card_stack::inspect::inspector(card_stack::game::Game::new(1), 1);
    inspector.press("E");
    let end = inspector.screen(120, 40).to_string();
    assert!(end.contains("Nothing is left to run.") || end.contains("the game was halted"), "{end}");
}

#[test]
fn a_dialogue_shows_what_has_been_said() {
    let mut inspector = dialogue::inspect::inspector();
    inspector.press("E");
    let screen = inspector.screen(120, 40).to_string();
    let said = screen.split("Output").nth(1).unwrap_or_default();
    assert!(said.contains("Mist over the river."), "{screen}");
}

#[test]
fn a_dialogue_has_its_menu() {
    let mut inspector = dialogue::inspect::inspector();
    inspector.press("Ex<Enter>l");
    let menu = inspector.screen(120, 40).to_string();
    assert!(menu.contains("Choice(\"About this story\")") && menu.contains("parked"), "{menu}");
}
