//! The loop of hosts: `play`.

use phase_core::prelude::*;

use crate::draft::{Draft, PickPhase, RollPhase};
use crate::play::{Menu, P0, P1, P2, Play, act, asks, just, players, suspend};

fn answer(number: u32) -> AnyAnswer {
    AnyAnswer::new(number)
}

#[test]
fn each_question_is_put_to_each_seat_in_their_order() {
    let mut play =
        Play::of(2, [asks("A"), just("B"), asks("C").seats(|_| vec![P2]).answer(|_, _, guard| guard.end())]);
    let mut put = vec![];
    let status = play.phases.play(&mut play.log, |question, seat, log| {
        put.push(format!(
            "{:?} {} {seat} {}",
            question.phase(),
            question.number(),
            question.seats(log).len()
        ));
        Some(answer(7))
    });
    assert!(matches!(status, Ok(RunStatus::Idle)));
    assert_eq!(put, ["A 1 player 0 2", "A 1 player 1 1", "C 2 player 2 1"]);
    assert_eq!(play.told(), "A A<0:7 A<1:7 A. B B. C C<2:7 C.");
}

#[test]
fn a_seat_for_which_there_is_no_answer_stays_asked() {
    let mut play = Play::of(3, [asks("A"), just("B")]);
    let mut put = vec![];
    let status = play.phases.play(&mut play.log, |_, seat, _| {
        put.push(seat);
        (seat != P1).then(|| answer(7))
    });
    assert!(matches!(status, Ok(RunStatus::Asking)));
    assert_eq!(
        put,
        [P0, P1, P2, P1],
        "it is put once more after others have answered, which may have changed something"
    );
    assert_eq!(play.question(), "(A 1: 1)");
    play.answer(P1, 1);
    let status = play.phases.play(&mut play.log, |_, _, _| unreachable!("nothing asks any more"));
    assert!(matches!(status, Ok(RunStatus::Idle)));
    assert_eq!(play.told(), "A A<0:7 A<2:7 A<1:1 A. [ended] B B.");
}

#[test]
fn if_no_seat_answers_it_returns_at_once() {
    let mut play = Play::of(2, [asks("A")]);
    for _ in 0..2 {
        let mut put = 0;
        let status = play.phases.play(&mut play.log, |_, _, _| {
            put += 1;
            None
        });
        assert!(matches!(status, Ok(RunStatus::Asking)));
        assert_eq!(put, 2);
    }
    assert_eq!(play.told(), "A");
}

#[test]
fn it_comes_back_with_whatever_a_run_comes_to() {
    let mut updates = 0;
    let waits_twice = asks("A").answer(|_, _, guard| guard.wait()).update(move |guard| {
        updates += 1;
        if updates == 2 { guard.end() } else { guard.wait() }
    });
    let mut play = Play::of(1, [waits_twice]);
    let play_on = |play: &mut Play| play.phases.play(&mut play.log, |_, _, _| Some(answer(7))).unwrap();
    assert_eq!(play_on(&mut play), RunStatus::Waiting);
    assert_eq!(play_on(&mut play), RunStatus::Idle);
    play.phases.push(act("H", |mut guard| {
        guard.queue.halt();
        guard.end()
    }));
    play.phases.push(act("S", suspend));
    assert_eq!(play_on(&mut play), RunStatus::Halted);
    assert_eq!(play_on(&mut play), RunStatus::Waiting);
    play.log.end_ticket();
    assert_eq!(play_on(&mut play), RunStatus::Idle);
}

#[test]
fn a_refused_answer_ends_it_and_the_question_stands() {
    let mut play = Play::of(2, [asks("A").options(|_, _| Some(vec![1]))]);
    let refused =
        play.phases.play(&mut play.log, |_, seat, _| Some(answer(u32::from(seat == P1) + 1))).unwrap_err();
    let AnswerError::Refused { phase: "Act", seat: P1, answer, .. } = refused else { panic!("{refused}") };
    assert_eq!(answer, AnyAnswer::new(2_u32));
    assert_eq!(play.question(), "(A 1: 1)");

    let refused = play.phases.play(&mut play.log, |_, _, _| Some(AnyAnswer::new("1"))).unwrap_err();
    assert!(matches!(refused, AnswerError::NotAsked { asking: Some("Act"), .. }), "{refused}");
    assert_eq!(play.question(), "(A 1: 1)");
}

#[test]
fn a_failure_ends_it_and_the_rest_goes_on() {
    let mut play = Play::of(
        1,
        [
            asks("A").answer(|_, _, guard| guard.fail("it")),
            just("B"),
            act("C", |guard| guard.fail("C")),
            just("D"),
        ],
    );
    let failed = play.phases.play(&mut play.log, |_, _, _| Some(answer(7))).unwrap_err();
    assert!(matches!(failed, AnswerError::Run(RunError::Failed { .. })), "{failed}");
    let failed = play.phases.play(&mut play.log, |_, _, _| Some(answer(7))).unwrap_err();
    assert_eq!(failed.to_string(), "phase `C` failed in `start`");
    assert!(matches!(play.phases.play(&mut play.log, |_, _, _| None), Ok(RunStatus::Idle)));
    assert_eq!(play.told(), "A A<0:7 A! B B. C C! D D.");
}

/// One closure for all phases of a game: it goes by what is asked.
#[test]
fn over_phases_that_ask_for_different_things() {
    let mut play = Play::of(1, [asks("A")]);
    play.phases.push(Menu);
    play.phases.push(asks("B").seats(|_| vec![P0]).answer(|_, _, guard| guard.end()));
    let status = play.phases.play(&mut play.log, |question, _, _| match question.name() {
        "Menu" => Some(AnyAnswer::new("close")),
        _ => Some(answer(7)),
    });
    assert!(matches!(status, Ok(RunStatus::Idle)));
    assert_eq!(play.told(), "A A<0:7 A. Menu<close B B<0:7 B.");
}

/// One bot at many tables.
#[test]
fn one_closure_over_several_games() {
    let mut asked = 0;
    let mut bot = |question: &Question<'_, Draft>, seat: Seat, draft: &Draft| {
        asked += 1;
        question.pick(seat, draft, asked % question.count(seat, draft)?)
    };
    let mut games: Vec<_> = (1..=5).map(|players| crate::draft::draft(2, players)).collect();
    for (phases, draft) in &mut games {
        assert_eq!(phases.play(draft, &mut bot).unwrap(), RunStatus::Idle);
    }
    for (players, (phases, draft)) in (1..=5).zip(&games) {
        assert!(phases.is_empty() && phases.question().is_none());
        assert_eq!(draft.log.len(), 4, "two rounds, and the dice of each: {draft:?}");
        assert_eq!(draft.log[0].matches("has").count(), players);
    }
    assert_eq!(asked, (1..=5).map(|players| 2 * (players + 1)).sum::<usize>());
}

#[test]
fn from_wherever_the_game_stands() {
    let (mut phases, mut draft) = crate::draft::draft(1, 3);
    phases.answer::<PickPhase>(&mut draft, P1, 4).unwrap();
    phases.interrupt(crate::draft::MenuPhase);
    crate::draft::play_on(&mut phases, &mut draft);
    assert_eq!(draft.log, ["closed", "player 0 has 1, player 1 has 4, player 2 has 1", "rolled x"]);
    let (mut phases, mut draft) = (PhaseManager::new(), Draft::default());
    phases.push(RollPhase);
    crate::draft::play_on(&mut phases, &mut draft);
    assert_eq!(draft.log, ["rolled x"]);
}

/// Everybody is asked anew as often as the phase asks anew, and the closure may have enough of it.
#[test]
fn a_question_that_is_asked_again_is_put_again() {
    let goes_round = asks("A").answer(|_, _, guard| guard.ask());
    let mut play = Play::of(2, [goes_round]);
    let mut left = 5;
    let status = play.phases.play(&mut play.log, |_, _, _| {
        left -= 1;
        (left >= 0).then(|| answer(7))
    });
    assert!(matches!(status, Ok(RunStatus::Asking)));
    assert_eq!(play.told(), "A A<0:7 A<0:7 A<0:7 A<0:7 A<0:7");
    assert_eq!(play.question(), "(A 6: 0 1)");
}

#[test]
fn a_panic_in_the_closure_changes_nothing() {
    let mut play = Play::of(2, [asks("A")]);
    play.run();
    let before = play.state();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        play.phases.play(&mut play.log, |_, _, _| std::panic::resume_unwind(Box::new("as it was told")))
    }));
    assert!(panicked.is_err());
    assert_eq!(play.state(), before);
}

#[test]
fn the_start_limit_counts_anew_after_each_question() {
    let one_asks = || asks("A").seats(|_| players(1)).answer(|_, _, guard| guard.end());
    let mut play = Play::of(1, [one_asks(), one_asks(), just("B"), just("C")]);
    play.phases.set_start_limit(2);
    let status = play.phases.play(&mut play.log, |_, _, _| Some(answer(7)));
    assert!(matches!(status, Ok(RunStatus::Idle)), "{status:?}");
    play.phases.push(one_asks());
    play.phases.push(just("B"));
    play.phases.push(just("C"));
    play.phases.push(just("D"));
    let status = play.phases.play(&mut play.log, |_, _, _| Some(answer(7)));
    assert!(matches!(status, Err(AnswerError::Run(RunError::StartLimit { limit: 2, .. }))), "{status:?}");
    assert_eq!(play.phases.levels().to_string(), "0: [D]");
}
