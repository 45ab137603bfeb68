//! What is said where a test expects something else.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;
use phase_testing::Play;

use crate::battle::{
    CommandPhase, DamagePhase, FaintPhase, Field, MoveEndPhase, MovePhase, Order, TurnPhase, new_battle, seat,
};

/// What a failing call says, and in which file.
fn said(play: &mut Play<Field>, call: impl FnOnce(&mut Play<Field>)) -> String {
    let panic = catch_unwind(AssertUnwindSafe(|| call(play))).expect_err("it fails");
    panic.downcast_ref::<String>().expect("it is told in words").clone()
}

fn two() -> Play<Field> {
    let mut play = Play::new(new_battle(), Field { hp: [10, 0, 10, 0], ..Field::default() });
    play.answer::<CommandPhase>(seat(0), Order::Brace).answer::<CommandPhase>(seat(2), Order::Brace);
    play.to::<MovePhase>().through::<MovePhase>();
    play
}

#[test]
fn another_order_is_told_as_a_difference() {
    let mut play = two();
    let wrong =
        ["TurnPhase", "CommandPhase(2)", "OrderedPhase", "MovePhase", "MoveEndPhase(0)", "TurnEndPhase"];
    let said = said(&mut play, |play| play.assert_starts(wrong));
    assert_eq!(
        said,
        "other phases have started than expected (-: expected, +: started):
      TurnPhase
    + CommandPhase(0)
      CommandPhase(2)
      OrderedPhase
      MovePhase(0)
      MoveEndPhase(0)
    - TurnEndPhase"
    );
}

#[test]
fn a_cause_that_was_none_is_told_with_those_that_were() {
    let mut play = two();
    assert_eq!(
        said(&mut play, |play| play.assert_caused::<MoveEndPhase, TurnPhase>()),
        "a `MoveEndPhase` was not set off by a `TurnPhase`:\n    MoveEndPhase(0), set off by MovePhase"
    );
    let none = said(&mut play, |play| play.assert_caused::<DamagePhase, MovePhase>());
    assert!(
        none.starts_with("no `DamagePhase` has started, so none was set off by a `MovePhase`;"),
        "{none}"
    );
}

#[test]
fn an_answer_that_is_refused_is_told_with_the_reason() {
    let mut play = Play::new(new_battle(), Field { hp: [10, 0, 10, 0], ..Field::default() });
    let wrong = Order::Hit { target: 3, strength: 1 };
    let typed = said(&mut play, |play| {
        play.answer::<CommandPhase>(seat(0), wrong);
    });
    let refusal = "`CommandPhase` refuses Hit { target: 3, strength: 1 } of player 0: it has fallen";
    assert!(typed.contains(refusal), "{typed}");

    let scripted = said(&mut play, |play| {
        play.script([(seat(0), AnyAnswer::new(wrong))]).to::<FaintPhase>();
    });
    assert!(scripted.contains(&format!("{refusal}, scripted at ")), "{scripted}");
    assert!(scripted.contains("failures.rs:"), "{scripted}");
    std::mem::forget(play); // something is left over
}

#[test]
fn an_answer_of_a_seat_that_is_not_asked_is_told_with_who_is() {
    let mut play = Play::new(new_battle(), Field { hp: [10, 0, 10, 0], ..Field::default() });
    let said = said(&mut play, |play| {
        play.answer::<CommandPhase>(Seat::Player(1), Order::Brace);
    });
    let who = "to `CommandPhase` can't be reached: player 1 is not asked, or has answered already; player 0 is asked\n";
    assert!(said.contains(who), "{said}");
}

#[test]
fn a_script_is_given_by_seat_and_type_and_what_is_missing_is_told_with_what_is_left() {
    let mut play = Play::new(new_battle(), Field { hp: [10, 0, 10, 0], ..Field::default() });
    let stray = (seat(0), AnyAnswer::new("a word"));
    let orders = [2, 0].map(|who| (seat(who), AnyAnswer::new(Order::Brace)));
    let line = line!() + 2;
    let said = said(&mut play, |play| {
        play.script([stray]).script(orders).to::<FaintPhase>();
    });
    // The turn is over, and in the next one nothing is there to be answered with.
    assert!(said.contains("`CommandPhase(0)` asks player 0, and nothing is scripted for that"), "{said}");
    let types = format!("scripted at {}:{line}:14, is a `&str`\nwhat", file!());
    assert!(
        said.contains("for that: `CommandPhase` takes a `play::battle::Order`, and \"a word\" of player 0, "),
        "{said}"
    );
    assert!(said.contains(&types), "{said}");
    assert!(said.contains("still scripted:\n        \"a word\" of player 0, scripted at "), "{said}");
    // And which script has been used up.
    let used_up = format!("\nused up: 2 answers, scripted at {}:{line}:", file!());
    assert!(said.contains(&used_up), "{said}");
    std::mem::forget(play);
}

#[test]
fn a_roll_of_another_type_is_told_with_both_types_and_is_not_given() {
    let mut play = Play::new(new_battle(), Field { hp: [10, 0, 10, 0], ..Field::default() });
    play.answer::<CommandPhase>(seat(0), Order::Hit { target: 2, strength: 1 });
    play.answer::<CommandPhase>(seat(2), Order::Brace);
    let said = said(&mut play, |play| {
        play.rolls([AnyAnswer::new(3_u32)]).to::<FaintPhase>();
    });
    assert!(
        said.contains("asks chance, and nothing is scripted for that: `EffectPhase` takes a `"),
        "{said}"
    );
    assert!(
        said.contains("Roll`, and 3 of chance, scripted at ") && said.contains(", is a `u32`\n"),
        "{said}"
    );
    assert!(!said.contains("refused"), "{said}");
    std::mem::forget(play);
}

#[test]
fn what_is_left_over_is_told_with_the_place_of_its_script_and_which_answer_it_is() {
    let mut play = Play::new(new_battle(), Field { hp: [10, 0, 10, 0], ..Field::default() });
    let line = line!() + 1;
    play.script([0, 2, 0].map(|who| (seat(who), AnyAnswer::new(Order::Brace)))).to::<MovePhase>();
    let left = catch_unwind(AssertUnwindSafe(|| drop(play))).expect_err("one is left over");
    let left = left.downcast_ref::<String>().unwrap();
    let told = format!("Brace of player 0, scripted at {}:{line}:", file!());
    assert!(left.contains(&told) && left.ends_with(" as answer 3 of 3"), "{left}");
}

#[test]
#[should_panic(
    expected = "answers are left over that were scripted:\n        Brace of player 1, scripted at "
)]
fn what_is_left_over_fails() {
    let mut play = Play::new(new_battle(), Field::default());
    play.script([(seat(2), AnyAnswer::new(Order::Brace))]).to::<CommandPhase>();
}
