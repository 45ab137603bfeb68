//! Questions to several seats at once.

use std::collections::HashSet;

use phase_core::prelude::*;

use crate::play::{P0, P1, P2, Play, asks, players};

#[test]
fn they_are_told_apart_shown_and_written() -> Result<(), serde_json::Error> {
    let mut seats = vec![Seat::Chance, P1, Seat::Player(10), P0, P1];
    seats.sort();
    assert_eq!(seats, [P0, P1, P1, Seat::Player(10), Seat::Chance], "chance comes last");
    assert_eq!(seats.iter().collect::<HashSet<_>>().len(), 4);
    assert_eq!(format!("{P1} {:?} {}", P0, Seat::Chance), "player 1 Player(0) chance");
    let json = serde_json::to_string(&[P1, Seat::Chance])?;
    assert_eq!(json, r#"[{"Player":1},"Chance"]"#);
    assert_eq!(serde_json::from_str::<[Seat; 2]>(&json)?, [P1, Seat::Chance]);
    assert_eq!(postcard::from_bytes(&[0, 7]), Ok(Seat::Player(7)));
    Ok(())
}

const ORDERS: [[Seat; 3]; 6] =
    [[P0, P1, P2], [P0, P2, P1], [P1, P0, P2], [P1, P2, P0], [P2, P0, P1], [P2, P1, P0]];

#[test]
fn they_answer_in_any_order() {
    for order in ORDERS {
        let mut play = Play::of(3, [asks("A")]);
        play.run();
        for seat in order {
            assert_eq!(play.phases.question().map(|question| question.number()), Some(1));
            play.answer(seat, 7);
            play.answer(seat, 8);
            let told = play.take_last();
            assert!(told.starts_with("[not ") || told == "[nothing asks]", "{told}");
        }
        play.run();
        assert!(play.told().ends_with("A. [ended] [idle]"), "{}", play.told());
        assert_eq!(play.told().matches("A<").count(), 3);
    }
}

#[test]
fn who_has_answered_is_not_asked_any_more() {
    let mut play = Play::of(3, [asks("A")]);
    play.run();
    play.ask();
    play.answer(P1, 7);
    play.ask();
    play.answer(P2, 8);
    play.run();
    play.ask();
    assert_eq!(
        play.told(),
        "A [asking] (A 1: 0 1 2) A<1:7 [asking A] (A 1: 0 2) A<2:8 [asking A] [asking] (A 1: 0)"
    );
}

#[test]
fn chance_may_be_asked_beside_players() {
    let mut play = Play::of(0, [asks("A")]);
    play.log.asked = vec![P0, Seat::Chance];
    play.run();
    play.ask();
    play.answer(Seat::Chance, 6);
    play.answer(P0, 1);
    assert_eq!(play.told(), "A [asking] (A 1: 0 c) A<c:6 [asking A] A<0:1 A. [ended]");
}

/// Once per seat: with the answer all of its places are gone, and it is still one question.
#[test]
fn a_seat_that_stands_there_twice_is_asked_once() {
    let mut play = Play::of(0, [asks("A")]);
    play.log.asked = vec![P0, P1, P0];
    play.run();
    play.answer(P0, 7);
    play.ask();
    play.answer(P0, 7);
    play.answer(P1, 7);
    assert_eq!(play.told(), "A [asking] A<0:7 [asking A] (A 1: 1) [not 0] A<1:7 A. [ended]");
}

/// A phase that has one seat answer, of those that could.
#[test]
fn the_first_answer_may_do_for_all() {
    let mut play = Play::of(3, [asks("A").answer(|_, _, guard| guard.end())]);
    play.run();
    play.answer(P1, 7);
    play.answer(P0, 7);
    assert_eq!(play.told(), "A [asking] A<1:7 A. [ended] [nothing asks]");
}

#[test]
fn each_seat_has_options_of_its_own() {
    let options = |seat, _: &_| Some(if seat == P0 { vec![1] } else { vec![2, 2] });
    let mut play = Play::of(2, [asks("A").options(options)]);
    play.run();
    let question = play.phases.question().expect("it asks");
    assert_eq!((question.count(P0, &play.log), question.count(P1, &play.log)), (Some(1), Some(2)));
    play.answer(P0, 2);
    play.answer(P1, 1);
    play.answer(P1, 2);
    play.answer(P0, 1);
    assert_eq!(
        play.told(),
        "A [asking] [refused: it is none of the options] [refused: it is none of the options] A<1:2 [asking A] \
         A<0:1 A. [ended]"
    );
}

#[test]
fn an_answer_can_be_revised_where_the_phase_says_so() {
    let mut play = Play::of(2, [asks("A").may_revise(|seat, _| seat == P0)]);
    play.run();
    play.answer(P0, 1);
    play.answer(P0, 2);
    play.ask();
    play.answer_any(P0, 3);
    play.answer_from(1, P0, "4");
    play.ask();
    play.answer(P1, 5);
    play.answer(P0, 6);
    assert_eq!(
        play.told(),
        "A [asking] A<0:1 [asking A] A<0:2 [asking A] (A 1: 1) A<0:3 [asking A] A<0:4 [asking A] (A 1: 1) \
         A<1:5 A. [ended] [nothing asks]"
    );
}

#[test]
fn a_revised_answer_has_to_be_as_good_as_a_first_one() {
    let phase = asks("A")
        .may_revise(|_, _| true)
        .options(|_, _| Some(vec![1, 2, 3]))
        .check(|seat, answer, _| if seat == P0 && answer == 3 { Err("not 3".into()) } else { Ok(()) });
    let mut play = Play::of(2, [phase]);
    play.run();
    for answer in [1, 4, 3, 2] {
        play.answer(P0, answer);
    }
    assert_eq!(
        play.told(),
        "A [asking] A<0:1 [asking A] [refused: it is none of the options] [refused: not 3] A<0:2 [asking A]"
    );
}

/// Nobody but the phase knows who has answered: it is asked of any seat that is not among the seats.
#[test]
fn may_revise_is_asked_of_every_seat_that_is_not_asked() {
    let mut play = Play::of(1, [asks("A").may_revise(|seat, _| seat == P2)]);
    play.run();
    play.answer(P2, 1);
    play.answer(P1, 2);
    play.ask();
    assert_eq!(play.told(), "A [asking] A<2:1 [asking A] [not 1] (A 1: 0)");
}

#[test]
fn a_revision_may_end_the_phase_or_have_it_wait() {
    let ends_on_9 = |_: Seat, answer: u32, guard: EndGuard<'_, crate::play::Act>| match answer {
        9 => guard.end(),
        8 => guard.wait(),
        _ => {
            guard.world.asked = vec![P1];
            guard.ask()
        }
    };
    for (last, ending) in [(9, "A. [ended]"), (8, "[waiting A]")] {
        let mut play = Play::of(2, [asks("A").may_revise(|_, _| true).answer(ends_on_9)]);
        play.run();
        play.answer(P0, 1);
        play.answer(P0, last);
        assert_eq!(play.told(), format!("A [asking] A<0:1 [asking A] A<0:{last} {ending}"));
    }
}

#[test]
fn many_seats() {
    let mut play = Play::of(500, [asks("A")]);
    play.run();
    for seat in players(500).into_iter().rev() {
        play.answer(seat, 1);
    }
    assert!(play.told().ends_with("A<0:1 A. [ended]"));
}
