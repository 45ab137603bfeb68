//! Dice that are asked for.

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_examples::double_battle::battle::{Asked, Battle};
use phase_examples::double_battle::battler::{Battler, Side};
use phase_examples::double_battle::dice::Dice;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::luck::{Die, Roll};
use phase_examples::double_battle::phases::{
    DamagePhase, MoveEffectPhase, MoveEndPhase, MovePhase, TurnStartPhase, die_of,
};
use phase_testing::Play;

use crate::small::{ASH_FELLS_QUARTZ, QUARTZ, battle};
use crate::{SHIPPED, shipped, transcript};

const ASH: Battler = Battler { side: Side::Home, member: 0 };

/// Without the lines that show how dice have fallen.
fn without_dice(told: &str) -> String {
    told.split_inclusive('\n').filter(|line| !line.contains('⚄')).collect()
}

#[test]
fn asked_for_or_not_the_same_dice_tell_the_same_battle() {
    for name in SHIPPED {
        let path = shipped(name);
        for seed in ["1", "2", "3"] {
            let args = [path.to_str().unwrap(), "--levels", "--seed", seed];
            let [path, levels, seed, number] = args;
            let told = transcript([path, levels, seed, number, "--dice"]);
            assert!(told.matches('⚄').count() > 2, "{told}");
            assert_eq!(without_dice(&told), transcript(args), "{name}");
        }
    }
}

#[test]
fn turns_with_dice() {
    expect_test::expect_file!["golden/dice.txt"]
        .assert_eq(&transcript([shipped("repeated").to_str().unwrap(), "--dice"]));
}

/// A battle that asks for its dice, at the first of them.
fn at_the_dice(changes: &[(&str, &str)], turns: &[&str]) -> Play<Battle> {
    let asked = Asked { players: false, dice: true };
    let Game { phases, battle, .. } = Game::new(Battle { asked, ..battle(changes, turns) });
    let mut play = Play::new(phases, battle);
    play.to_question();
    play
}

/// The die that is asked for.
fn wanted(play: &Play<Battle>) -> Option<Die> {
    die_of(play.phases.question()?.phase(), &play.world)
}

#[test]
fn a_test_sets_what_a_hit_comes_to() {
    let hit = |critical, strength| {
        let tough = ("hp = 20", "hp = 90");
        let mut play =
            at_the_dice(&[tough, ("power = 50", "power = 50\naccuracy = 70")], &[ASH_FELLS_QUARTZ]);
        assert_eq!(wanted(&play), Some(Die::TieBreak(ASH)));
        play.answer::<TurnStartPhase>(Seat::Chance, Roll::Number(1)).to_question();
        assert_eq!(wanted(&play), Some(Die::Hit(QUARTZ, 70)));
        play.answer::<MovePhase>(Seat::Chance, Roll::Yes).to_question();
        assert_eq!(wanted(&play), Some(Die::Critical(QUARTZ, 6)));
        play.answer::<MoveEffectPhase>(Seat::Chance, critical);
        assert_eq!(wanted(&play), Some(Die::Strength(QUARTZ)));
        play.answer::<MoveEffectPhase>(Seat::Chance, Roll::Number(strength)).through::<DamagePhase>();
        play.assert_order(["MovePhase", "MoveEffectPhase", "DamagePhase"]);
        play.assert_caused::<DamagePhase, MoveEffectPhase>();
        90 - play.world[QUARTZ].hp
    };
    // 2 + 50 * 90 / (2 * 60) is 39.
    assert_eq!(hit(Roll::No, 100), 39);
    assert_eq!(hit(Roll::No, 85), 33);
    assert_eq!(hit(Roll::Yes, 100), 58);
}

#[test]
fn a_test_has_a_move_miss() {
    let mut play = at_the_dice(&[("power = 50", "power = 50\naccuracy = 70")], &[ASH_FELLS_QUARTZ]);
    play.rolls([Roll::Number(1), Roll::No].map(AnyAnswer::new)).through::<MoveEndPhase>();
    play.assert_never::<MoveEffectPhase>();
    assert_eq!(play.world[QUARTZ].hp, 20);
    assert!(play.world.lines.iter().any(|line| format!("{line:?}") == "\"It misses Quartz.\""));
}

#[test]
fn a_test_sets_who_of_equals_goes_first() {
    let slam = "{ creature = \"Ash\", move = \"Slam\", target = \"Slate\" }, \
        { creature = \"Birch\", move = \"Slam\", target = \"Slate\" }";
    let first = |ash, birch| {
        let mut play = at_the_dice(&[("speed = 90", "speed = 70")], &[slam]);
        play.rolls([ash, birch].map(|roll| AnyAnswer::new(Roll::Number(roll)))).to_question();
        play.world.lines.iter().map(|line| format!("{line:?}")).find(|line| line.contains(" uses ")).unwrap()
    };
    assert_eq!(first(2, 1), "\"Ash uses Slam on Slate.\"");
    assert_eq!(first(1, 2), "\"Birch uses Slam on Slate.\"");
}

#[test]
fn dice_show_what_they_show_as_often_as_it_is_likely() {
    let count = |die: Die, roll| die.options().into_iter().filter(|other| *other == roll).count();
    assert_eq!([Roll::Yes, Roll::No].map(|roll| count(Die::Hit(ASH, 70), roll)), [7, 3]);
    assert_eq!([Roll::Yes, Roll::No].map(|roll| count(Die::Critical(ASH, 6), roll)), [3, 47]);
    assert_eq!([Roll::Yes, Roll::No].map(|roll| count(Die::Flinch(ASH, 1), roll)), [1, 99]);
    assert_eq!(Die::Strength(ASH).options().len(), 16);
    assert_eq!(Die::Order(ASH, 3).options(), [1, 2, 3].map(Roll::Number));
}

#[test]
fn what_is_certain_costs_no_roll() {
    let mut play = at_the_dice(&[], &["{ creature = \"Birch\", move = \"Salve\" }"]);
    let mut asked = Vec::new();
    while play.world.turn == 1 {
        asked.extend(wanted(&play));
        let question = play.phases.question().unwrap();
        let roll = question.pick(Seat::Chance, &play.world, 0).unwrap();
        play.rolls([roll]).to_question();
    }
    assert_eq!(asked, [Die::TieBreak(Battler { side: Side::Home, member: 1 })]);
}

#[test]
fn a_battle_that_asks_for_its_dice_has_none_of_its_own() {
    let asked = Asked { players: true, dice: true };
    let play = |seed| {
        let mut game = Game::new(Battle { dice: Dice::new(seed), asked, ..battle(&[], &[]) });
        let mut numbers = Dice::new(5);
        game.phases
            .play(&mut game.battle, |question, seat, battle| {
                let count = question.count(seat, battle)?;
                question.pick(seat, battle, numbers.below(u32::try_from(count).unwrap()) as usize)
            })
            .unwrap();
        assert!(game.battle.outcome.is_some());
        let lines: Vec<String> = game.battle.lines.iter().map(|line| format!("{line:?}")).collect();
        (lines, serde_json::to_string(&game.battle.dice).unwrap())
    };
    let (told, dice) = play(1);
    assert_eq!(dice, serde_json::to_string(&Dice::new(1)).unwrap());
    assert_eq!(play(2).0, told);
}
