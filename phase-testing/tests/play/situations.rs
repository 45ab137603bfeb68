//! Situations of a battle, and the order in which things have to happen in each of them.

use phase_core::AnyAnswer;
use phase_testing::Play;

use crate::battle::{
    CommandPhase, DamagePhase, EffectPhase, FaintPhase, Field, MoveEndPhase, MovePhase, Order, ReflectPhase,
    Roll, SwitchInPhase, TurnEndPhase, TurnPhase, new_battle, seat,
};

/// A turn in which these have orders and all others brace, at the point at which all orders are given.
fn ordered(field: Field, orders: &[(usize, Order)]) -> Play<Field> {
    let hp = field.hp;
    let mut play = Play::new(new_battle(), field);
    for who in (0..4).filter(|&who| hp[who] > 0) {
        let order = orders.iter().find(|(other, _)| *other == who).map_or(Order::Brace, |(_, order)| *order);
        play.answer::<CommandPhase>(seat(who), order);
    }
    play
}

/// All that has started since the orders were given, without those who brace.
fn since_orders(play: &Play<Field>) -> Vec<String> {
    let all = play.starts();
    let ordered = all.iter().position(|start| start == "OrderedPhase").expect("the orders are given");
    all[ordered + 1..].to_vec()
}

fn rolls(rolls: &[Roll]) -> Vec<AnyAnswer> {
    rolls.iter().copied().map(AnyAnswer::new).collect()
}

const HIT: Order = Order::Hit { target: 2, strength: 3 };
const KNOCK_OUT: Order = Order::Hit { target: 2, strength: 10 };

/// A move has its effect, the effect does its damage, and then the move ends.
#[test]
fn a_hit() {
    let mut play = ordered(Field { hp: [10, 0, 10, 0], ..Field::default() }, &[(0, HIT)]);
    play.rolls(rolls(&[Roll::Hits])).to::<TurnEndPhase>();
    play.assert_starts([
        "TurnPhase",
        "CommandPhase(0)",
        "CommandPhase(2)",
        "OrderedPhase",
        "MovePhase(2)",
        "MoveEndPhase(2)",
        "MovePhase(0)",
        "EffectPhase(0 -> 2)",
        "DamagePhase(2, 3)",
        "MoveEndPhase(0)",
    ]);
    play.assert_caused::<DamagePhase, MovePhase>();
    play.assert_caused::<MoveEndPhase, MovePhase>();
}

/// Nothing comes of a move that misses but its end.
#[test]
fn a_miss() {
    let mut play = ordered(Field { hp: [10, 0, 10, 0], ..Field::default() }, &[(0, HIT)]);
    play.to::<EffectPhase>().rolls(rolls(&[Roll::Misses])).to::<TurnEndPhase>();
    assert_eq!(since_orders(&play)[2..], ["MovePhase(0)", "EffectPhase(0 -> 2)", "MoveEndPhase(0)"]);
    assert_eq!(play.world.hp[2], 10);
}

/// The fastest moves first, whoever was told first.
#[test]
fn a_race() {
    let all = [(0, HIT), (1, HIT), (2, Order::Sweep { strength: 1 }), (3, Order::Sweep { strength: 1 })];
    let mut play = ordered(Field { speed: [1, 4, 3, 2], ..Field::default() }, &all);
    play.rolls(rolls(&[Roll::Misses; 6])).to::<TurnEndPhase>();
    let moves: Vec<_> =
        since_orders(&play).into_iter().filter(|start| start.starts_with("MovePhase")).collect();
    assert_eq!(moves, ["MovePhase(1)", "MovePhase(2)", "MovePhase(3)", "MovePhase(0)"]);
}

/// Who braces does so before everybody else, however slow.
#[test]
fn a_brace() {
    let mut play = ordered(Field::default(), &[(0, HIT), (1, HIT), (2, HIT)]);
    play.to::<EffectPhase>();
    assert_eq!(since_orders(&play), ["MovePhase(3)", "MoveEndPhase(3)", "MovePhase(0)"]);
}

/// A creature faints before the move ends that has felled it.
#[test]
fn a_faint() {
    let mut play = ordered(Field { hp: [10, 0, 10, 10], ..Field::default() }, &[(0, KNOCK_OUT)]);
    play.rolls(rolls(&[Roll::Hits])).to::<TurnEndPhase>();
    let expected =
        ["MovePhase(0)", "EffectPhase(0 -> 2)", "DamagePhase(2, 10)", "FaintPhase(2)", "MoveEndPhase(0)"];
    assert_eq!(since_orders(&play)[4..], expected);
    play.assert_caused::<FaintPhase, DamagePhase>();
}

/// The move of a creature that has fallen is off.
#[test]
fn a_move_that_is_off() {
    let field = Field { hp: [10, 0, 10, 10], ..Field::default() };
    let mut play = ordered(field, &[(0, KNOCK_OUT), (2, Order::Hit { target: 0, strength: 1 })]);
    play.rolls(rolls(&[Roll::Hits])).to::<FaintPhase>().to::<TurnEndPhase>();
    assert!(!play.starts().contains(&"MovePhase(2)".to_owned()));
}

/// Who comes in for a fallen one does so before the move ends that has felled it.
#[test]
fn a_replacement() {
    let field = Field { hp: [10, 0, 10, 10], bench: [0, 1], ..Field::default() };
    let mut play = ordered(field, &[(0, KNOCK_OUT)]);
    play.rolls(rolls(&[Roll::Hits])).to::<TurnEndPhase>();
    assert_eq!(since_orders(&play)[7..], ["FaintPhase(2)", "SwitchInPhase(2)", "MoveEndPhase(0)"]);
    play.assert_caused::<SwitchInPhase, FaintPhase>();
    assert_eq!(play.world.hp[2], 10);
}

/// Of a sweep, the second foe is hit after all that the hit on the first one has set off.
#[test]
fn a_sweep() {
    let field = Field { hp: [10, 0, 2, 2], bench: [0, 1], ..Field::default() };
    let mut play = ordered(field, &[(0, Order::Sweep { strength: 2 })]);
    play.rolls(rolls(&[Roll::Hits, Roll::Misses])).to::<TurnEndPhase>();
    let expected = [
        "MovePhase(0)",
        "EffectPhase(0 -> 2)",
        "DamagePhase(2, 2)",
        "FaintPhase(2)",
        "SwitchInPhase(2)",
        "EffectPhase(0 -> 3)",
        "MoveEndPhase(0)",
    ];
    assert_eq!(since_orders(&play)[4..], expected);
}

/// A hit that is thrown back comes after the faint of the one who was hit, which its damage had deferred.
#[test]
fn a_mirror() {
    let field = Field { hp: [10, 0, 3, 10], mirrors: [false, false, true, false], ..Field::default() };
    let mut play = ordered(field, &[(0, HIT)]);
    play.rolls(rolls(&[Roll::Hits])).to::<TurnEndPhase>();
    let expected =
        ["DamagePhase(2, 3)", "FaintPhase(2)", "ReflectPhase(0)", "DamagePhase(0, 3)", "MoveEndPhase(0)"];
    assert_eq!(since_orders(&play)[6..], expected);
    play.assert_caused::<ReflectPhase, EffectPhase>();
}

/// When the last of a side has fallen, nothing else happens: no end of the move, and none of the turn.
#[test]
fn a_victory() {
    let mut play = ordered(Field { hp: [10, 0, 10, 0], ..Field::default() }, &[(0, KNOCK_OUT)]);
    play.rolls(rolls(&[Roll::Hits])).to_rest().frames(2).to_rest();
    assert_eq!(since_orders(&play).last().map(String::as_str), Some("FaintPhase(2)"));
    assert!(play.phases.is_finished() && play.phases.is_empty());
}

/// In the next turn, nobody is asked who has fallen.
#[test]
fn a_turn_after_a_faint() {
    let mut play = ordered(Field { hp: [10, 0, 10, 10], ..Field::default() }, &[(0, KNOCK_OUT)]);
    play.rolls(rolls(&[Roll::Hits])).through::<TurnEndPhase>();
    play.script([(seat(0), AnyAnswer::new(Order::Brace)), (seat(3), AnyAnswer::new(Order::Brace))]);
    play.to::<TurnPhase>().through::<TurnPhase>();
    assert_eq!(
        play.starts().into_iter().skip_while(|start| start != "TurnEndPhase").collect::<Vec<_>>(),
        ["TurnEndPhase", "TurnPhase", "CommandPhase(0)", "CommandPhase(3)", "OrderedPhase",]
    );
    play.assert_caused::<CommandPhase, TurnPhase>();
}

/// One point goes on both ways.
#[test]
fn a_hit_and_a_miss_from_one_point() {
    let mut hit = ordered(Field { hp: [10, 0, 10, 0], ..Field::default() }, &[(0, HIT)]);
    hit.to::<EffectPhase>();
    let mut miss = hit.branch();
    hit.answer::<EffectPhase>(phase_core::Seat::Chance, Roll::Hits).through::<MoveEndPhase>();
    miss.answer::<EffectPhase>(phase_core::Seat::Chance, Roll::Misses).through::<MoveEndPhase>();
    assert_eq!((hit.world.hp[2], miss.world.hp[2]), (7, 10));
    assert_eq!(hit.starts().len(), miss.starts().len() + 1);
}
