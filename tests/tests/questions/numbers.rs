//! The numbers of questions: which question an answer is to.

use phase_core::prelude::*;

use crate::play::{P0, P1, P2, Play, ask, asks, just, players, waits};

/// The numbers of the questions that stood.
fn number(play: &Play) -> Option<u64> {
    play.phases.question().map(|question| question.number())
}

/// A phase that answers by asking these, by turns.
fn asks_by_turns(turns: &'static [&'static [Seat]]) -> crate::play::Act {
    let mut turns = turns.iter();
    asks("A").answer(move |_, _, guard| match turns.next() {
        Some(turn) => {
            guard.world.asked = turn.to_vec();
            guard.ask()
        }
        None => guard.end(),
    })
}

/// What the number is after the first of these seats was asked and has answered, and the others are asked.
fn after(before: &[Seat], answering: Seat, asked: &'static [&'static [Seat]]) -> Option<u64> {
    let mut play = Play::of(0, [asks_by_turns(asked).may_revise(|_, _| true)]);
    play.log.asked = before.to_vec();
    play.run();
    assert_eq!(number(&play), Some(1));
    play.answer(answering, 7);
    number(&play)
}

#[test]
fn they_count_from_1_whoever_asks() {
    let mut play = Play::of(1, [asks("A").seats(|_| vec![P0]), just("B"), asks("C").seats(|_| vec![P1])]);
    assert_eq!(number(&play), None);
    play.run();
    assert_eq!(number(&play), Some(1));
    play.answer(P0, 7);
    assert_eq!(number(&play), None);
    play.run();
    assert_eq!(number(&play), Some(2));
}

#[test]
fn a_draft_is_one_question() {
    let mut play = Play::of(3, [asks("A")]);
    play.run();
    for seat in [P2, P0] {
        play.answer(seat, 7);
        play.run();
        play.step();
        assert_eq!(number(&play), Some(1));
    }
    play.answer(P1, 7);
    play.phases.push(asks("B").seats(|_| vec![P0]));
    play.run();
    assert_eq!(number(&play), Some(2));
}

#[test]
fn an_auction_that_goes_round_is_a_question_each_time() {
    let mut bids = 0;
    let goes_round = asks("A").answer(move |seat, _, guard| {
        bids += 1;
        let next = if seat == P0 { P1 } else { P0 };
        guard.world.asked = vec![next];
        if bids == 5 { guard.end() } else { guard.ask() }
    });
    let mut play = Play::of(1, [goes_round]);
    play.run();
    let mut numbers = vec![];
    for seat in [P0, P1, P0, P1, P0] {
        numbers.extend(number(&play));
        play.answer(seat, 7);
    }
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert_eq!(number(&play), None);
}

#[test]
fn the_same_seat_again_is_another_question() {
    assert_eq!(after(&[P0], P0, &[&[P0]]), Some(2));
    assert_eq!(after(&[P0, P1], P0, &[&[P0, P1]]), Some(2));
    assert_eq!(after(&[P0, P1], P0, &[&[P0]]), Some(2));
}

#[test]
fn somebody_new_makes_it_another_question() {
    assert_eq!(after(&[P0], P0, &[&[P1]]), Some(2));
    assert_eq!(after(&[P0, P1], P0, &[&[P1, P2]]), Some(2));
    assert_eq!(after(&[P0, P1], P0, &[&[P1, Seat::Chance]]), Some(2));
    assert_eq!(after(&[P0, P1, P2], P0, &[&[P1, P0]]), Some(2));
}

#[test]
fn it_is_the_same_with_fewer_or_in_another_order() {
    assert_eq!(after(&[P0, P1, P2], P0, &[&[P1, P2]]), Some(1));
    assert_eq!(after(&[P0, P1, P2], P0, &[&[P2, P1]]), Some(1));
    assert_eq!(after(&[P0, P1, P2], P0, &[&[P2]]), Some(1), "somebody has left");
    assert_eq!(after(&[P0, P1, P1], P0, &[&[P1]]), Some(1));
    assert_eq!(after(&[P0, P1], P0, &[&[P1, P1]]), Some(1));
}

#[test]
fn a_revision_keeps_it() {
    assert_eq!(after(&[P1, P2], P0, &[&[P1, P2]]), Some(1));
    assert_eq!(after(&[P1, P2], P0, &[&[P2]]), Some(1));
    // Unless it has somebody asked who was not, as ever.
    assert_eq!(after(&[P1], P0, &[&[P1, P0]]), Some(2));
    assert_eq!(after(&[P1], P0, &[&[P1, P2]]), Some(2));
}

#[test]
fn every_other_way_to_ask_makes_another_one() {
    // Out of an update, though nobody new is asked.
    let mut play = Play::of(2, [asks("A").answer(|_, _, guard| guard.wait()).update(ask)]);
    play.run();
    play.answer(P0, 7);
    play.run();
    play.run();
    assert_eq!((number(&play), play.question().as_str()), (Some(2), "(A 2: 0 1)"));

    // Out of `unasked`, out of which comes the next one as well.
    let asks_on = asks("A").unasked(|guard| {
        guard.world.asked = players(1);
        guard.ask()
    });
    let mut play = Play::of(0, [asks_on]);
    for expected in [2, 3, 4] {
        play.run();
        assert_eq!(number(&play), Some(expected));
        play.log.asked.clear();
    }
}

/// With nobody left to ask, nobody new is asked; what `unasked` asks is another question.
#[test]
fn an_answer_after_which_nobody_is_left() {
    let asks_on = asks("A")
        .answer(|_, _, guard| {
            guard.world.asked.clear();
            guard.ask()
        })
        .unasked(|guard| {
            guard.world.asked = players(2);
            guard.ask()
        });
    let mut play = Play::of(1, [asks_on]);
    play.run();
    play.answer(P0, 7);
    assert_eq!(play.question(), "(A 2: 0 1)");
    play.answer(P1, 7);
    assert_eq!(play.question(), "(A 3: 0 1)");
}

#[test]
fn neither_runs_nor_refusals_nor_who_comes_and_goes_change_it() {
    let mut play = Play::of(2, [asks("A")]);
    play.log.options = Some(vec![1]);
    play.run();
    play.answer(P2, 1);
    play.answer(P0, 9);
    play.run();
    play.log.asked = vec![P2, P0];
    play.run();
    assert_eq!(play.question(), "(A 1: 2 0)");
    play.answer(P0, 1);
    play.run();
    assert_eq!(play.question(), "(A 1: 2)");
    play.answer(P2, 1);
    play.phases.push(asks("B").seats(|_| vec![P0]));
    play.run();
    assert_eq!(number(&play), Some(2));
}

/// Against who was asked when the answer came, and not when the question was put.
#[test]
fn who_came_before_the_answer_is_not_new() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.log.asked = vec![P0, P1];
    play.answer(P0, 7);
    assert_eq!(play.question(), "(A 1: 1)");
}

#[test]
fn questions_over_a_question_have_their_own() {
    let mut play = Play::of(2, [asks("A")]);
    play.run();
    for expected in [2, 3] {
        play.phases.interrupt(asks("I").seats(|_| vec![P2]).answer(|_, _, guard| guard.end()));
        play.run();
        assert_eq!(number(&play), Some(expected));
        play.answer(P2, 7);
        play.run();
        assert_eq!(play.question(), "(A 1: 0 1)");
    }
    // The draft is still the same one.
    play.answer(P0, 7);
    assert_eq!(play.question(), "(A 1: 1)");
    play.answer(P1, 7);
    play.phases.push(asks("B").seats(|_| vec![P0]));
    play.run();
    assert_eq!(number(&play), Some(4));
}

/// However a question has gone, its number is not given again.
#[test]
fn they_never_go_back() {
    let mut play =
        Play::of(1, [asks("A"), asks("B"), asks("C"), asks("D").answer(|_, _, guard| guard.fail("it"))]);
    play.run();
    play.cancel();
    play.run();
    assert_eq!(number(&play), Some(2));
    play.cancel_tree();
    play.run();
    assert_eq!(number(&play), Some(3));
    play.phases.interrupt(waits("I"));
    play.run();
    play.clear();
    play.cancel();
    play.run();
    play.phases.push(asks("D").answer(|_, _, guard| guard.fail("it")));
    play.phases.push(asks("E"));
    play.run();
    assert_eq!(number(&play), Some(4));
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.question(), "(E 5: 0)");
}
