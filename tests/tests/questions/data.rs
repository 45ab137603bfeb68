//! Answers that are data, as a server gets them.

use phase_core::prelude::*;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, forward_to_deserialize_any};

use crate::draft::{self, PickPhase};
use crate::play::{Menu, P0, P1, P2, Play, asks, just};

/// Data that is not for this question, and must not even be looked at.
struct Untouchable;

impl<'de> Deserializer<'de> for Untouchable {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        panic!("it is read")
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        panic!("it is looked at")
    }
}

/// Has data refused without a look, in a game of which nothing changes.
#[track_caller]
fn refused(play: &mut Play, number: u64, seat: Seat) -> String {
    let before = play.state();
    let error = play.phases.answer_from(&mut play.log, number, seat, Untouchable).expect_err("it is refused");
    assert_eq!(play.state(), before);
    error.to_string()
}

#[test]
fn an_answer_to_the_question_that_stands() {
    let mut play = Play::of(2, [asks("A"), just("B")]);
    play.run();
    play.answer_from(1, P1, "7");
    play.answer_from(1, P0, " 8 ");
    play.run();
    assert_eq!(play.told(), "A [asking] A<1:7 [asking A] A<0:8 A. [ended] B B. [idle]");
}

#[test]
fn what_comes_late_is_not_read() {
    let mut play = Play::of(1, [asks("A"), asks("B").seats(|_| vec![P0])]);
    assert_eq!(refused(&mut play, 1, P0), "this is an answer to question 1, and nothing asks");
    play.run();
    play.answer(P0, 7);
    assert_eq!(refused(&mut play, 1, P0), "this is an answer to question 1, and nothing asks");
    play.run();
    for number in [0, 1, 3, u64::MAX] {
        let expected = format!("this is an answer to question {number}, and question 2 stands");
        assert_eq!(refused(&mut play, number, P0), expected);
    }
    let late = play.phases.answer_from(&mut play.log, 1, P0, Untouchable).expect_err("it is late");
    assert!(matches!(late, AnswerError::Late { number: 1, asking: Some(2), answer: (), .. }));
}

#[test]
fn what_comes_twice_is_not_read() {
    let mut play = Play::of(2, [asks("A")]);
    play.run();
    play.answer_from(1, P0, "7");
    assert_eq!(refused(&mut play, 1, P0), "player 0 is not asked, or has answered already");
    play.answer_from(1, P1, "7");
    assert_eq!(refused(&mut play, 1, P1), "this is an answer to question 1, and nothing asks");
}

#[test]
fn what_comes_from_a_stranger_is_not_read() {
    let mut play = Play::of(2, [asks("A")]);
    play.run();
    for seat in [P2, Seat::Player(u32::MAX), Seat::Chance] {
        assert_eq!(refused(&mut play, 1, seat), format!("{seat} is not asked, or has answered already"));
    }
}

#[test]
fn what_is_for_a_question_under_a_menu_is_not_read() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(Menu);
    assert_eq!(refused(&mut play, 1, P0), "this is an answer to question 1, and nothing asks");
    play.run();
    assert_eq!(refused(&mut play, 1, P0), "this is an answer to question 1, and question 2 stands");
    assert!(play.phases.answer::<Menu>(&mut play.log, P0, "close").is_ok());
    play.run();
    assert_eq!(refused(&mut play, 2, P0), "this is an answer to question 2, and question 1 stands");
    play.answer_from(1, P0, "7");
    assert!(play.told().ends_with("[asking] A<0:7 A. [ended]"), "{}", play.told());
}

#[test]
fn who_has_left_is_not_read() {
    let mut play = Play::of(2, [asks("A")]);
    play.run();
    play.log.asked = vec![P1];
    assert_eq!(refused(&mut play, 1, P0), "player 0 is not asked, or has answered already");
}

#[test]
fn what_is_no_answer_is_unreadable_and_says_what_is_wrong() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    for (data, words) in [
        ("", "EOF"),
        ("nonsense", "expected"),
        ("-1", "expected u32"),
        ("4294967296", "expected u32"),
        ("1.5", "expected u32"),
        ("null", "expected u32"),
        ("\"7\"", "expected u32"),
        ("[7]", "expected u32"),
        ("{}", "expected u32"),
    ] {
        let before = play.state();
        let mut reader = serde_json::Deserializer::from_str(data);
        let error = play.phases.answer_from(&mut play.log, 1, P0, &mut reader).expect_err("it is no number");
        let AnswerError::Unreadable { phase: "Act", message, .. } = &error else { panic!("{error}") };
        assert!(message.contains(words), "{data}: {message}");
        assert!(error.to_string().starts_with("this is no answer to `Act`: "), "{error}");
        assert_eq!(play.state(), before);
        assert_eq!(error.into_answer(), None);
    }
    play.answer_from(1, P0, "7");
    assert_eq!(play.told(), "A [asking] A<0:7 A. [ended]");
}

#[test]
fn what_can_be_read_may_still_be_refused() {
    let (mut phases, mut draft) = draft::draft(1, 2);
    let before = draft::state(&phases, &draft);
    let mut reader = serde_json::Deserializer::from_str("5");
    let error = phases.answer_from(&mut draft, 1, P0, &mut reader).expect_err("there are four cards");
    assert!(
        matches!(error, AnswerError::Refused { phase: "PickPhase", seat: P0, answer: (), .. }),
        "{error:?}"
    );
    assert_eq!(
        std::error::Error::source(&error).map(ToString::to_string).as_deref(),
        Some("it is none of the options")
    );
    assert_eq!(draft::state(&phases, &draft), before);
}

#[test]
fn what_was_said_may_be_revised_by_data() {
    let (mut phases, mut draft) = draft::draft(1, 2);
    for card in ["1", "2", "3"] {
        let mut reader = serde_json::Deserializer::from_str(card);
        assert!(matches!(phases.answer_from(&mut draft, 1, P1, &mut reader), Ok(Step::Asking("PickPhase"))));
    }
    phases.answer::<PickPhase>(&mut draft, P0, 4).expect("it is asked");
    assert_eq!(draft.log, ["player 0 has 4, player 1 has 3"]);
}

#[test]
fn a_phase_that_fails_at_it_says_so() {
    let mut play = Play::of(1, [asks("A").answer(|_, _, guard| guard.fail("it")), just("B")]);
    play.run();
    play.answer_from(1, P0, "7");
    play.run();
    assert_eq!(play.told(), "A [asking] A<0:7 A! [failed in answer: it] B B. [idle]");
}

/// A field deep in the data is named.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Order {
    unit: String,
    path: Vec<(u8, u8)>,
}

#[phase(world = Vec<Order>, asks)]
#[derive(Debug)]
struct OrderPhase;

impl Asks for OrderPhase {
    type Answer = Order;

    fn answer(&mut self, _: Seat, order: Order, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(order);
        guard.end()
    }
}

#[test]
fn the_field_that_is_wrong_is_named() {
    let (mut phases, mut orders) = (PhaseManager::new(), vec![]);
    phases.push(OrderPhase);
    phases.run(&mut orders).expect("it asks");
    let data = r#"{"unit": "tank", "path": [[1, 2], [3, 400]]}"#;
    let mut reader = serde_json::Deserializer::from_str(data);
    let error = phases.answer_from(&mut orders, 1, P0, &mut reader).expect_err("400 is too far");
    assert!(error.to_string().contains("field `path[1][1]`"), "{error}");
    let mut reader = serde_json::Deserializer::from_str(r#"{"unit": "tank"}"#);
    let error = phases.answer_from(&mut orders, 1, P0, &mut reader).expect_err("there is no path");
    assert!(error.to_string().contains("missing field `path`"), "{error}");
    assert!(orders.is_empty());
}

/// It could only be read from data that lasts for ever. It is an answer all the same, but not as data.
#[test]
fn what_would_hold_on_to_the_data_is_unreadable() {
    let mut play = Play::of(0, []);
    play.phases.push(Menu);
    play.run();
    play.answer_from(1, P0, "\"close\"");
    assert_eq!(
        play.take_last(),
        r#"[unreadable: invalid type: string "close", expected a borrowed string at line 1 column 7]"#
    );
    assert!(matches!(play.phases.answer::<Menu>(&mut play.log, P0, "close"), Ok(Step::Ended("Menu"))));
}

/// The deserializer is the host's, also what is left in it.
#[test]
fn it_reads_one_value_and_no_further() {
    let mut play = Play::of(2, [asks("A")]);
    play.run();
    let mut reader = serde_json::Deserializer::from_str("7 8 nonsense");
    for seat in [P0, P1] {
        play.phases.answer_from(&mut play.log, 1, seat, &mut reader).expect("it is a number");
    }
    assert!(reader.end().is_err());
    assert_eq!(play.told(), "A [asking] A<0:7 A<1:8 A.");
}

/// The data has been read and dropped by then.
#[test]
fn a_refusal_shows_nothing_in_the_place_of_the_answer() {
    let mut play = Play::of(1, [asks("A").options(|_, _| Some(vec![1]))]);
    play.run();
    let mut data = serde_json::Deserializer::from_str("7");
    let error =
        play.phases.answer_from(&mut play.log, 1, P0, &mut data).expect_err("it is none of the options");
    assert_eq!(error.to_string(), "`Act` refuses the answer of player 0");
}
