//! Panics in everything that a phase that asks is asked: each costs what the rules say, and nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use phase_core::prelude::*;

use crate::play::{Act, P0, P1, Play, act, ask, asks, end, just, wait, waits};

/// Says whether to panic.
#[derive(Clone, Default)]
struct Bomb(Arc<AtomicBool>);

impl Bomb {
    fn arm(&self, armed: bool) {
        self.0.store(armed, Ordering::Relaxed);
    }

    fn tick(&self) {
        if self.0.load(Ordering::Relaxed) {
            std::panic::resume_unwind(Box::new("as it was told"));
        }
    }
}

/// A phase whose `seats` may panic.
fn asks_with(bomb: &Bomb) -> Act {
    let bomb = bomb.clone();
    asks("A").seats(move |log| {
        bomb.tick();
        log.asked.clone()
    })
}

/// Does this, which has to panic and to change nothing.
#[track_caller]
fn changes_nothing(play: &mut Play, bomb: &Bomb, calls: &[fn(&mut Play)]) {
    for call in calls {
        let before = play.state();
        bomb.arm(true);
        call(play);
        bomb.arm(false);
        assert_eq!(play.take_last(), "[panic]");
        assert_eq!(play.state(), before);
    }
}

const ANSWERS: [fn(&mut Play); 3] =
    [|play| play.answer(P0, 7), |play| play.answer_any(P0, 7), |play| play.answer_from(1, P0, "7")];

#[test]
fn in_seats_when_an_answer_comes_or_a_run() {
    let bomb = Bomb::default();
    let mut play = Play::of(2, [asks_with(&bomb), just("B")]);
    play.run();
    changes_nothing(&mut play, &bomb, &ANSWERS);
    changes_nothing(&mut play, &bomb, &[Play::run, Play::step, Play::time_out]);
    play.answer(P0, 7);
    changes_nothing(&mut play, &bomb, &[Play::run]);
    play.answer(P1, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] A<0:7 [asking A] A<1:7 A. [ended] B B. [idle]");
}

/// It has asked: that it can't be said whom is found out at the next call.
#[test]
fn in_seats_when_it_begins_to_ask() {
    let bomb = Bomb::default();
    let mut play = Play::of(1, [asks_with(&bomb).unasked(end), just("B")]);
    bomb.arm(true);
    play.run();
    play.run();
    bomb.arm(false);
    play.ask();
    play.run();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [panic] [panic] (A 1: 0) [asking] A<0:7 A. [ended] B B. [idle]");
}

#[test]
fn in_seats_when_it_comes_back_from_an_interrupt() {
    let bomb = Bomb::default();
    let mut play = Play::of(1, [asks_with(&bomb), just("B")]);
    play.run();
    play.phases.interrupt(just("I"));
    bomb.arm(true);
    play.run();
    bomb.arm(false);
    play.ask();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] I I. [panic] (A 1: 0) A<0:7 A. [ended] B B. [idle]");
}

/// The answer has been taken. That nobody new is asked could not be seen, so it counts as another question.
#[test]
fn in_seats_after_an_answer() {
    let bomb = Bomb::default();
    let armed = bomb.clone();
    let phase = asks_with(&bomb).answer(move |seat, answer, guard| {
        guard.world.asked.retain(|asked| *asked != seat);
        armed.arm(answer == 6);
        if guard.world.asked.is_empty() { guard.end() } else { guard.ask() }
    });
    let mut play = Play::of(3, [phase, just("B")]);
    play.run();
    play.answer(P0, 6);
    bomb.arm(false);
    play.ask();
    play.answer(P0, 6);
    play.answer(P1, 7);
    play.answer(Seat::Player(2), 7);
    play.run();
    assert_eq!(
        play.told(),
        "A [asking] A<0:6 [panic] (A 2: 1 2) [not 0] A<1:7 [asking A] A<2:7 A. [ended] B B. [idle]"
    );
}

#[test]
fn in_options_and_check_and_in_what_else_is_asked_about_an_answer() {
    type Build = fn(Act, Bomb) -> Act;
    let builds: [Build; 3] = [
        |act, bomb| {
            act.options(move |_, _| {
                bomb.tick();
                None
            })
        },
        |act, bomb| {
            act.check(move |_, _, _| {
                bomb.tick();
                Ok(())
            })
        },
        |act, bomb| {
            act.options(|_, _| Some(vec![7])).check(move |_, _, _| {
                bomb.tick();
                Ok(())
            })
        },
    ];
    for build in builds {
        let bomb = Bomb::default();
        let mut play = Play::of(1, [build(asks("A"), bomb.clone()), just("B")]);
        play.run();
        changes_nothing(&mut play, &bomb, &ANSWERS);
        play.run();
        play.answer(P0, 7);
        play.run();
        assert_eq!(play.told(), "A [asking] [asking] A<0:7 A. [ended] B B. [idle]");
    }
}

#[test]
fn in_may_revise_and_secret() {
    let bomb = Bomb::default();
    let [revises, hides] = [bomb.clone(), bomb.clone()];
    let phase = asks("A").seats(|_| vec![P1]).may_revise(move |_, _| {
        revises.tick();
        false
    });
    let mut play = Play::of(1, [phase]);
    play.run();
    changes_nothing(&mut play, &bomb, &ANSWERS);

    let phase = asks("A").options(|_, _| Some(vec![])).secret(move |_, _| {
        hides.tick();
        false
    });
    let mut play = Play::of(1, [phase]);
    play.run();
    changes_nothing(&mut play, &bomb, &ANSWERS);
}

#[test]
fn in_fallback() {
    let bomb = Bomb::default();
    let falls_back = bomb.clone();
    let phase = asks("A").fallback(move |_, _| {
        falls_back.tick();
        Some(9)
    });
    let mut play = Play::of(1, [phase]);
    play.run();
    changes_nothing(&mut play, &bomb, &[Play::time_out]);
    play.time_out();
    assert_eq!(play.told(), "A [asking] A<0:9 A. [timed out: 0]");
}

/// As from `start`: the phase is given up at the next call that has the world, and what it has queued stays.
#[test]
fn in_an_answer() {
    let panics = asks("A").answer(|_, _, mut guard| {
        guard.unshift(just("U"));
        panic!("as it was told")
    });
    let mut play = Play::of(1, [panics, just("B")]);
    play.run();
    play.answer(P0, 7);
    assert!(play.phases.question().is_none() && play.phases.current().is_none());
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] A<0:7 [panic] A! [nothing asks] U U. B B. [idle]");
}

#[test]
fn in_an_answer_in_which_a_ticket_was_handed_out() {
    let panics = asks("A").answer(|_, _, guard| {
        drop(crate::play::suspend(guard));
        panic!("as it was told")
    });
    let mut play = Play::of(1, [panics, just("B")]);
    play.run();
    play.answer(P0, 7);
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [asking] A<0:7 [panic] <stale> A! B B. [idle]");
}

#[test]
fn in_unasked() {
    let mut play = Play::of(0, [asks("A").unasked(|_| panic!("as it was told")), just("B")]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A A- [panic] A! B B. [idle]");

    let mut play = Play::of(1, [asks("A").unasked(|_| panic!("as it was told")), just("B")]);
    play.run();
    play.log.asked.clear();
    play.run();
    play.run();
    assert_eq!(play.told(), "A [asking] A- [panic] A! B B. [idle]");
}

/// It has ended, so that there is nothing left to tell it.
#[test]
fn in_on_end_behind_an_answer() {
    let mut play = Play::of(1, [asks("A").on_end(|_, _| panic!("as it was told")), just("B")]);
    play.run();
    play.answer(P0, 7);
    play.run();
    assert_eq!(play.told(), "A [asking] A<0:7 A. [panic] B B. [idle]");
}

#[test]
fn in_on_cancel_of_a_question() {
    let mut play = Play::of(1, [asks("A").on_cancel(|_| panic!("as it was told")), just("B")]);
    play.run();
    play.cancel();
    play.cancel();
    play.run();
    assert_eq!(play.told(), "A [asking] A! [panic] [cancel: false] B B. [idle]");
}

/// A phase clears, and one that was parked panics as it is told: what the first has decided comes at the next call.
#[test]
fn in_a_parked_one_that_is_told_between_an_answer_and_what_comes_of_it() {
    let brittle = || asks("A").on_cancel(|_| panic!("as it was told"));
    let clears = |flow: fn(EndGuard<'_, Act>) -> Flow<Act>| {
        asks("I")
            .answer(move |_, answer, mut guard| {
                guard.queue.clear();
                if answer == 8 { guard.end() } else { flow(guard) }
            })
            .update(wait)
    };
    let told = |flow| {
        let mut play = Play::of(1, [brittle()]);
        play.run();
        play.phases.interrupt(clears(flow));
        play.run();
        play.answer(P0, 7);
        play.ask();
        play.run();
        play.told().strip_prefix("A [asking] I [asking] I<0:7 A! [panic] ").expect("so far").to_owned()
    };
    assert_eq!(told(end), "(no question) I. [idle]");
    assert_eq!(told(|guard| guard.fail("it")), "(no question) I! [failed in answer: it]");
    assert_eq!(told(wait), "(no question) I~ [waiting]");
    assert_eq!(told(ask), "(I 3: 0) [asking]");
}

#[test]
fn a_question_survives_a_panic_over_it() {
    let mut play = Play::of(1, [asks("A")]);
    play.run();
    play.phases.interrupt(act("I", |_| panic!("as it was told")));
    play.run();
    play.answer(P0, 7);
    play.run();
    play.answer(P0, 7);
    assert_eq!(play.told(), "A [asking] I [panic] I! [nothing asks] [asking] A<0:7 A. [ended]");
}

#[test]
fn in_what_is_asked_of_a_question_from_outside() {
    let bomb = Bomb::default();
    let mut play = Play::of(1, [asks_with(&bomb), waits("B")]);
    play.run();
    let before = play.state();
    bomb.arm(true);
    let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        play.phases.question().map(|question| question.seats(&play.log).len())
    }));
    assert!(asked.is_err());
    bomb.arm(false);
    assert_eq!(play.state(), before);
}
