//! Whole battles.

use expect_test::expect_file;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::scenario::Scenario;

use crate::{shipped, transcript};

fn of_shipped(name: &str) -> String {
    transcript([shipped(name).to_str().unwrap()])
}

#[test]
fn worked_example() {
    let battle = of_shipped("worked_example");
    expect_file!["golden/worked_example.txt"].assert_eq(&battle);
    assert_eq!(transcript([]), battle, "it is the one that is played when none is named");
}

#[test]
fn worked_example_with_levels() {
    expect_file!["golden/worked_example_levels.txt"].assert_eq(&transcript(["--levels"]));
}

/// The levels and the order of starts of the worked example in the guide, line for line.
#[test]
fn first_turn_is_the_worked_example_of_the_guide() {
    let mut game = Game::new(Scenario::read(&shipped("worked_example")).unwrap().battle);
    let mut seen = Vec::new();
    while game.battle.turn < 1 || !game.phases.is_empty() {
        let next = game.phases.levels().last().and_then(|(_, mut level)| level.next());
        let next = next.map_or_else(|| "start".to_owned(), |phase| format!("{phase:?}"));
        game.step().unwrap();
        seen.push(format!("{next}\n{}", game.phases.levels()));
    }
    assert_eq!(
        seen[1..8],
        [
            "start\n0: [MovePhase(A), MovePhase(B)]",
            "MovePhase(A)\n0: [MovePhase(B)]\n1: [MoveEffectPhase(A), MoveEndPhase(A)]",
            "MoveEffectPhase(A)\n0: [MovePhase(B)]\n1: [MoveEndPhase(A)]\n2: [FaintPhase(B)]\n3: [MoveReflectPhase(B)]",
            "MoveReflectPhase(B)\n0: [MovePhase(B)]\n1: [MoveEndPhase(A)]\n2: [FaintPhase(B)]",
            "FaintPhase(B)\n0: [MovePhase(B)]\n1: [MoveEndPhase(A)]",
            "MoveEndPhase(A)\n0: [MovePhase(B)]",
            "MovePhase(B)\n0: [TurnEndPhase]\n1: [MoveEffectPhase(B), MoveEndPhase(B)]",
        ]
    );
}

#[test]
fn long_battle() {
    let battle = of_shipped("long_battle");
    expect_file!["golden/long_battle.txt"].assert_eq(&battle);

    let home = ["Oxbow", "Sedge", "Lantern", "Tarn", "Newt"];
    let fallen = |line: &str| line.trim().strip_suffix(" faints!").map(|name| home.contains(&name));
    let lines: Vec<_> = battle.lines().map(fallen).collect();
    let at_home = lines.iter().filter(|line| **line == Some(true)).count();
    let away = lines.iter().filter(|line| **line == Some(false)).count();
    assert!(at_home > 2 && away > 2, "several fall on both sides");
    assert!(
        lines.windows(2).any(|pair| pair[0].is_some() && pair[0] == pair[1]),
        "both of a side fall in one move"
    );
}

#[test]
fn battle_that_a_reflected_move_decides() {
    let battle = of_shipped("reflected");
    expect_file!["golden/reflected.txt"].assert_eq(&battle);

    let told: Vec<&str> = battle.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let [.., thrown, hit, faint, victory] = told.as_slice() else {
        panic!("the battle is too short: {battle}")
    };
    assert!(thrown.starts_with("Looking-Glass's Mirror throws Breaker back at Leviathan!"), "{thrown}");
    assert!(hit.starts_with("Leviathan loses"), "{hit}");
    assert_eq!((*faint, *victory), ("Leviathan faints!", "Shore wins in turn 3."));
}

/// What is in the queue decides these, so the levels are shown too, where they tell more than the lines do.
#[test]
fn battles_of_one_turn_about_who_moves_when() {
    for name in ["reordered", "removed", "redirected", "called", "repeated"] {
        expect_file![format!("golden/{name}.txt")].assert_eq(&of_shipped(name));
    }
    for name in ["reordered", "removed", "called", "repeated"] {
        let battle = transcript([shipped(name).to_str().unwrap(), "--levels"]);
        expect_file![format!("golden/{name}_levels.txt")].assert_eq(&battle);
    }
}
