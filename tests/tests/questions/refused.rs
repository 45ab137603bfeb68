//! Answers that are refused, by each of the three doors: nothing has changed, and the answer is given back.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use phase_core::prelude::*;

use crate::draft::{self, PickPhase};
use crate::play::{Act, Menu, Other, P0, P1, P2, Play, act, asks, just, suspend, waits};

/// Has this answer refused in this way by each of the doors, and nothing changed by that.
#[track_caller]
fn refuses(play: &mut Play, seat: Seat, answer: u32, how: &str) {
    let doors: [fn(&mut Play, Seat, u32); 2] = [Play::answer, Play::answer_any];
    for door in doors {
        let before = play.state();
        door(play, seat, answer);
        assert_eq!(play.take_last(), how);
        assert_eq!(play.state(), before);
    }
    let before = play.state();
    let number = play.phases.question().map(|question| question.number());
    play.answer_from(number.unwrap_or(1), seat, &answer.to_string());
    let told = play.take_last();
    match number {
        None => assert_eq!(told, "[late: 1 None]"),
        Some(_) if play.phases.current().is_some_and(PhaseRef::is::<Act>) => assert_eq!(told, how),
        Some(_) => assert!(told.starts_with("[unreadable") || told == "[not 1]", "{told}"),
    }
    assert_eq!(play.state(), before);
}

#[test]
fn nothing_asks() {
    let mut play = Play::of(1, []);
    refuses(&mut play, P0, 7, "[nothing asks]");

    play.phases.push(asks("A"));
    refuses(&mut play, P0, 7, "[nothing asks]");

    let mut play = Play::of(1, [waits("A"), asks("B")]);
    play.run();
    refuses(&mut play, P0, 7, "[nothing asks]");

    let mut play = Play::of(1, [act("A", suspend), asks("B")]);
    play.run();
    refuses(&mut play, P0, 7, "[nothing asks]");

    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.answer(P0, 7);
    refuses(&mut play, P0, 7, "[nothing asks]");
}

#[test]
fn what_asks_is_parked() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(waits("I"));
    refuses(&mut play, P0, 7, "[nothing asks]");
    play.run();
    refuses(&mut play, P0, 7, "[nothing asks]");
}

/// Whoever it comes from: that it is no answer to this phase comes before whom that asks.
#[test]
fn another_phase_asks() {
    let mut play = Play::of(1, []);
    play.phases.push(Menu);
    play.run();
    refuses(&mut play, P0, 7, "[Menu asks]");
    refuses(&mut play, P1, 7, "[Menu asks]");
}

/// A host that names the phase is not taken at the type of the answer.
#[test]
fn another_phase_asks_for_answers_of_the_same_type() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    let before = play.state();
    match play.phases.answer::<Other>(&mut play.log, P0, 7) {
        Err(AnswerError::NotAsked { asking: Some("Act"), answer: 7, .. }) => {}
        other => panic!("{other:?}"),
    }
    assert_eq!(play.state(), before);
    play.answer(P0, 7);
    play.phases.push(Other);
    play.run();
    play.answer(P0, 8);
    play.answer_any(P0, 9);
    assert_eq!(play.told(), "A [asking] A<0:7 A. [ended] [asking] [Other asks] Other<9 [ended]");
}

#[test]
fn another_seat_is_asked() {
    let mut play = Play::of(0, [asks("A").seats(|_| vec![P1, Seat::Chance])]);
    play.run();
    for seat in [P0, P2, Seat::Player(u32::MAX)] {
        for door in [Play::answer, Play::answer_any] {
            door(&mut play, seat, 7);
            let told = play.take_last();
            assert!(told.starts_with("[not "), "{told}");
        }
    }
    refuses(&mut play, P0, 7, "[not 0]");
}

#[test]
fn chance_is_no_player_and_no_player_is_chance() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    refuses(&mut play, Seat::Chance, 7, "[not c]");
    play.log.asked = vec![Seat::Chance];
    refuses(&mut play, P0, 7, "[not 0]");
}

#[test]
fn the_seat_has_answered_already() {
    let mut play = Play::of(2, [asks("A")]);
    play.run();
    play.answer(P0, 7);
    refuses(&mut play, P0, 7, "[not 0]");
    refuses(&mut play, P0, 8, "[not 0]");
}

#[test]
fn it_is_not_one_of_the_options() {
    let mut play = Play::of(1, [asks("A")]);
    play.log.options = Some(vec![1, 2, 3]);
    play.run();
    for answer in [0, 4, u32::MAX] {
        refuses(&mut play, P0, answer, "[refused: it is none of the options]");
    }
    play.log.options = Some(vec![]);
    refuses(&mut play, P0, 1, "[refused: it is none of the options]");
    play.log.options = None;
    play.answer(P0, 77);
    assert_eq!(play.told(), "A [asking] A<0:77 A. [ended]");
}

#[test]
fn it_does_not_pass_the_check() {
    let check = |seat: Seat, answer: u32, _: &_| {
        if answer % 2 == 1 { Err(format!("{seat} gave an odd number, {answer}").into()) } else { Ok(()) }
    };
    let mut play = Play::of(1, [asks("A").check(check)]);
    play.run();
    refuses(&mut play, P0, 7, "[refused: player 0 gave an odd number, 7]");
    play.log.options = Some(vec![6, 7]);
    refuses(&mut play, P0, 7, "[refused: player 0 gave an odd number, 7]");
    refuses(&mut play, P0, 8, "[refused: it is none of the options]");
    play.answer(P0, 6);
    assert_eq!(play.told(), "A [asking] A<0:6 A. [ended]");
}

/// What is dear or may panic for strangers is not called for them.
#[test]
fn in_the_order_of_the_rules_and_no_further() {
    let [options, checks] = [(); 2].map(|()| Arc::new(AtomicUsize::new(0)));
    let (counted, checked) = (Arc::clone(&options), Arc::clone(&checks));
    let phase = asks("A")
        .options(move |seat, _| {
            assert_eq!(seat, P0);
            counted.fetch_add(1, Ordering::Relaxed);
            Some(vec![1, 2])
        })
        .check(move |seat, answer, _| {
            assert!(seat == P0 && [1, 2].contains(&answer));
            checked.fetch_add(1, Ordering::Relaxed);
            if answer == 1 { Err("not 1".into()) } else { Ok(()) }
        });
    let calls = || (options.load(Ordering::Relaxed), checks.load(Ordering::Relaxed));
    let mut play = Play::of(1, [phase]);
    play.answer(P0, 1);
    play.run();
    play.answer(P1, 1);
    assert!(play.phases.answer::<Other>(&mut play.log, P0, 1).is_err());
    assert!(play.phases.answer_any(&mut play.log, P0, AnyAnswer::new("1")).is_err());
    assert_eq!(calls(), (0, 0));
    play.answer(P0, 3);
    assert_eq!(calls(), (1, 0));
    play.answer(P0, 1);
    assert_eq!(calls(), (2, 1));
    play.answer(P0, 2);
    assert_eq!(calls(), (3, 2));
    assert_eq!(
        play.told(),
        "[nothing asks] A [asking] [not 1] [refused: it is none of the options] [refused: not 1] A<0:2 A. [ended]"
    );
}

#[test]
fn errors_say_what_is_wrong_and_why() {
    let mut play = Play::of(0, [asks("A").seats(|_| vec![P1]).check(|_, _, _| Err("too dear".into()))]);
    let told = |play: &mut Play, seat, answer| {
        let error = play.phases.answer::<Act>(&mut play.log, seat, answer).expect_err("it is refused");
        let source = error.source().map(ToString::to_string);
        (error.to_string(), source)
    };
    assert_eq!(told(&mut play, P0, 7), ("nothing asks".to_owned(), None));
    play.run();
    assert_eq!(told(&mut play, P0, 7), ("player 0 is not asked, or has answered already".to_owned(), None));
    assert_eq!(
        told(&mut play, Seat::Chance, 7),
        ("chance is not asked, or has answered already".to_owned(), None)
    );
    let refused = ("`Act` refuses 7 of player 1".to_owned(), Some("too dear".to_owned()));
    assert_eq!(told(&mut play, P1, 7), refused);

    let AnswerError::Refused { phase: "Act", seat: P1, answer: 7, source, .. } =
        play.phases.answer::<Act>(&mut play.log, P1, 7).expect_err("it is refused")
    else {
        panic!("it is refused otherwise");
    };
    assert_eq!(source.to_string(), "too dear");
}

/// The same with everything that a save can tell, in the middle of a draft.
#[test]
fn nothing_of_a_game_that_can_be_saved_is_changed() {
    let (mut phases, mut draft) = draft::draft(2, 3);
    phases.push(PickPhase::of(1, 1));
    phases.answer::<PickPhase>(&mut draft, P1, 3).expect("it is asked");
    let before = draft::state(&phases, &draft);
    for (seat, card) in [(Seat::Player(3), 1), (P0, 0), (P0, 5), (Seat::Chance, 1)] {
        assert_eq!(phases.answer::<PickPhase>(&mut draft, seat, card).unwrap_err().into_answer(), Some(card));
        assert_eq!(draft::state(&phases, &draft), before);
        let answer = AnyAnswer::new(card);
        assert_eq!(
            phases.answer_any(&mut draft, seat, answer.clone()).unwrap_err().into_answer(),
            Some(answer)
        );
        assert_eq!(draft::state(&phases, &draft), before);
        let mut reader = serde_json::Deserializer::from_str("9");
        assert!(phases.answer_from(&mut draft, 1, seat, &mut reader).is_err());
        assert_eq!(draft::state(&phases, &draft), before);
    }
    assert!(phases.answer::<draft::RollPhase>(&mut draft, P0, 'x').is_err());
    assert!(phases.answer_any(&mut draft, P0, AnyAnswer::new(1_u64)).is_err());
    assert_eq!(draft::state(&phases, &draft), before);
    draft::play_on(&mut phases, &mut draft);
    assert_eq!(draft.log[0], "player 0 has 1, player 1 has 3, player 2 has 1");
}

/// What is still to be made up for comes first in any call, also in one that is refused.
#[test]
fn a_refusal_makes_up_for_a_panic_before_it() {
    let mut play = Play::of(1, [act("A", |_| panic!("as it was told")), just("B")]);
    play.run();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [panic] A! [nothing asks] B B. [idle]");
}

/// Apart from both types it would look right: a bare `7` is an `i32`, and what is asked for a `u32`.
#[test]
fn an_answer_of_the_wrong_type_is_told_of_by_both_types() {
    let mut play = Play::of(0, [asks("A").seats(|_| vec![P1])]);
    let told = |play: &mut Play, answer: AnyAnswer| {
        let error = play.phases.answer_any(&mut play.log, P1, answer.clone()).expect_err("it is refused");
        let text = error.to_string();
        assert!(matches!(error, AnswerError::NotAsked { .. }), "{error:?}");
        assert_eq!(error.into_answer(), Some(answer));
        text
    };
    assert_eq!(told(&mut play, AnyAnswer::new(7)), "nothing asks");
    play.run();
    assert_eq!(
        told(&mut play, AnyAnswer::new(7)),
        "`Act` asks for an answer of type `u32`, and this is one of type `i32`"
    );
    assert_eq!(
        told(&mut play, AnyAnswer::new("seven")),
        "`Act` asks for an answer of type `u32`, and this is one of type `&str`"
    );

    // By the phase's own type it is the phase that is another one.
    play.phases.interrupt(Menu);
    play.run();
    let error = play.phases.answer::<Act>(&mut play.log, P1, 7).expect_err("it is refused");
    assert_eq!(error.to_string(), "`Menu` asks, and this is no answer to it");
}
