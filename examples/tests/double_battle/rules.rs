//! Single rules of the game, each in a battle made for it.

use phase_core::PhaseEntry;
use phase_core::prelude::*;
use phase_examples::double_battle::battle::{Battle, Outcome};
use phase_examples::double_battle::battler::{Battler, Side};
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::phases::{FaintPhase, VictoryPhase};

use crate::small::{ASH_FELLS_QUARTZ, QUARTZ, battle, play_turns, told_in_turn};

#[test]
fn fallen_creature_does_not_act() {
    let quartz = "{ creature = \"Quartz\", move = \"Slam\", target = \"Ash\" }";
    let battle = battle(&[], &[&format!("{ASH_FELLS_QUARTZ}, {quartz}")]);
    assert_eq!(told_in_turn(1, battle), ["Ash uses Slam on Quartz", "Quartz loses", "Quartz faints!"]);
}

#[test]
fn move_at_a_fallen_foe_goes_to_its_partner() {
    let birch = "{ creature = \"Birch\", move = \"Slam\", target = \"Quartz\" }";
    let battle = battle(&[("ability = \"Thorns\"\n", "")], &[&format!("{ASH_FELLS_QUARTZ}, {birch}")]);
    assert_eq!(
        told_in_turn(1, battle)[3..],
        ["Birch uses Slam on Slate, since Quartz is not on the field", "Slate loses"]
    );
}

#[test]
fn move_with_nobody_to_go_to_fails() {
    let ash = "{ creature = \"Ash\", move = \"Flood\" }";
    let birch = "{ creature = \"Birch\", move = \"Slam\", target = \"Quartz\" }";
    let battle =
        battle(&[("name = \"Slate\"\nhp = 90", "name = \"Slate\"\nhp = 9")], &[&format!("{ash}, {birch}")]);
    assert_eq!(
        told_in_turn(1, battle),
        [
            "Ash uses Flood on Quartz and Slate",
            "Quartz loses",
            "Slate loses",
            "Quartz faints!",
            "Slate faints!",
            "Birch uses Slam",
            "But there is nobody to receive it",
        ]
    );
}

#[test]
fn both_of_a_side_are_replaced_by_the_one_that_is_left() {
    let ash = "{ creature = \"Ash\", move = \"Flood\" }";
    let battle = battle(&[("name = \"Slate\"\nhp = 90", "name = \"Slate\"\nhp = 9")], &[ash, ash]);
    let play = play_turns(1, battle);
    assert_eq!(
        play.world.standing_on(Side::Away).collect::<Vec<_>>(),
        [Battler { side: Side::Away, member: 2 }]
    );
}

#[test]
fn replacement_is_not_felled_by_a_faint_meant_for_another() {
    let mut play = play_turns(1, battle(&[], &[ASH_FELLS_QUARTZ, ""]));
    let before: Vec<_> = play.world.standing().collect();
    play.phases.push(FaintPhase(QUARTZ));
    play.through::<FaintPhase>();
    play.assert_count("FaintPhase(B)", 2);
    assert_eq!(play.world.standing().collect::<Vec<_>>(), before);
    assert!(play.world.lines.iter().filter(|line| format!("{line:?}") == "\"Quartz faints!\"").count() == 1);
}

#[test]
fn thorns_hurt_whoever_touches_also_when_they_fall() {
    let slam = "{ creature = \"Ash\", move = \"Slam\", target = \"Slate\" }";
    let fallen = battle(&[("name = \"Slate\"\nhp = 90", "name = \"Slate\"\nhp = 9")], &[slam]);
    assert_eq!(
        told_in_turn(1, fallen),
        ["Ash uses Slam on Slate", "Slate loses", "┌ Slate's Thorns", "│ Ash loses", "Slate faints!"]
    );
    let flood = "{ creature = \"Ash\", move = \"Flood\" }";
    assert!(!told_in_turn(1, battle(&[], &[flood])).iter().any(|line| line.contains("Thorns")));
}

#[test]
fn mirror_throws_back_once() {
    let flood = "{ creature = \"Ash\", move = \"Flood\" }";
    let tough = ("hp = 20", "hp = 120");
    let mirror = ("\"Thorns\"", "\"Mirror\"");
    assert_eq!(
        told_in_turn(1, battle(&[mirror, tough], &[flood])),
        [
            "Ash uses Flood on Quartz and Slate",
            "Quartz loses",
            "Slate's Mirror throws Flood back at Ash!",
            "Ash loses",
        ]
    );
    let second = told_in_turn(2, battle(&[mirror, tough], &[flood, flood]));
    assert!(!second.iter().any(|line| line.contains("Mirror")), "{second:?}");
}

#[test]
fn moves_of_higher_priority_go_first() {
    let orders = "{ creature = \"Ash\", move = \"Flood\" }, { creature = \"Birch\", move = \"Salve\" }";
    let said = told_in_turn(1, battle(&[("heal = 50", "heal = 50\npriority = 1")], &[orders]));
    assert_eq!(said[..2], ["Birch uses Salve on Ash", "Ash is in full health already"]);
}

#[test]
fn flinching_creature_does_not_act() {
    let quartz = "{ creature = \"Quartz\", move = \"Flood\" }";
    let flinch = ("contact = true", "contact = true\nflinch = 100");
    let tough = ("hp = 20", "hp = 120");
    let said = told_in_turn(1, battle(&[flinch, tough], &[&format!("{ASH_FELLS_QUARTZ}, {quartz}")]));
    assert_eq!(said, ["Ash uses Slam on Quartz", "Quartz loses", "Quartz flinches and cannot move"]);
}

#[test]
fn fallen_creature_is_not_healed_back() {
    let drain = ("power = 50", "power = 50\nheal = 50");
    let play = play_turns(1, battle(&[drain], &[ASH_FELLS_QUARTZ]));
    assert_eq!(play.world[QUARTZ].hp, 0);
}

#[test]
fn battle_that_nobody_wins_is_a_draw() {
    let mut game = Game::new(battle(&[("turn-limit = 20", "turn-limit = 2")], &["", ""]));
    assert_eq!(game.run().unwrap(), RunStatus::Halted);
    assert_eq!((game.battle.turn, game.battle.outcome), (2, Some(Outcome::TurnLimit)));
}

#[test]
fn order_of_an_absent_creature_is_passed_over() {
    let battle = battle(&[], &["{ creature = \"Cedar\", move = \"Slam\", target = \"Slate\" }"]);
    assert_eq!(told_in_turn(1, battle), ["Cedar is not on the field and cannot move"]);
}

#[test]
fn every_phase_of_the_game_is_in_the_registry() {
    let names: Vec<_> = registry().of::<Battle>().iter().map(PhaseEntry::name).collect();
    let expected = [
        "CommandPhase",
        "DamagePhase",
        "FaintPhase",
        "HideAbilityPhase",
        "MessagePhase",
        "MoveEffectPhase",
        "MoveEndPhase",
        "MovePhase",
        "MoveReflectPhase",
        "ReplacementPhase",
        "ShowAbilityPhase",
        "StatChangePhase",
        "SwitchInPhase",
        "TargetPhase",
        "TurnEndPhase",
        "TurnStartPhase",
        VictoryPhase::NAME,
    ];
    assert_eq!(names, expected);
    registry().check().unwrap();
}

#[test]
fn every_phase_of_the_game_can_be_saved_and_copied() {
    let phases = registry().of::<Battle>();
    assert_eq!(phases.not_savable().collect::<Vec<_>>(), [] as [&PhaseEntry; 0]);
    assert_eq!(phases.iter().filter(|entry| !entry.is_clone()).collect::<Vec<_>>(), [] as [&PhaseEntry; 0]);
}
