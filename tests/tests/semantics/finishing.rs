//! `finish`: the game is over, and nothing comes by itself any more.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

use crate::play::{Act, Bomb, Log, Play, act, end, just, suspend, suspends, waits, waits_once};

/// A game that would go on for ever: where nothing is left, `T` comes and waits.
fn endless<const N: usize>(queued: [Act; N]) -> Play {
    let mut play =
        Play { phases: PhaseManager::new().when_empty(|_: &mut Log| waits("T")), log: Log::default() };
    for phase in queued {
        play.phases.push(phase);
    }
    play
}

fn finish(play: &mut Play) {
    play.phases.finish(&mut play.log);
    assert!(play.phases.is_finished());
    play.log.note("[finish]");
}

/// Queues one phase each way, ends the game, and queues an epilogue.
fn last_words(guard: &mut EndGuard<'_, Act>) {
    guard.push(just("gone P"));
    guard.unshift(just("gone U"));
    guard.defer(just("gone D"));
    assert!(!guard.queue.is_finished());
    guard.queue.finish();
    assert!(guard.queue.is_finished());
    assert_eq!((guard.queue.len(), guard.queue.current_level()), (0, 0));
    guard.push(just("P"));
    guard.defer(just("D"));
    guard.unshift(just("U"));
}

/// Asks player 0 for a number.
#[phase(world = Log)]
#[derive(Debug)]
struct Ask {
    ends_the_game: bool,
}

impl Phase for Ask {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("Q");
        guard.ask()
    }

    fn on_end(&mut self, log: &mut Log, _: &mut Queue<'_, Self>) {
        log.note("Q.");
    }

    fn on_cancel(&mut self, log: &mut Log) {
        log.note("Q!");
    }
}

impl Asks for Ask {
    type Answer = u32;

    fn answer(&mut self, _: Seat, answer: u32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("={answer}"));
        if self.ends_the_game {
            guard.queue.finish();
        }
        guard.unshift(just("U"));
        guard.end()
    }
}

fn answer(play: &mut Play) {
    let step = play.phases.answer::<Ask>(&mut play.log, Seat::Player(0), 7);
    assert!(matches!(step, Ok(Step::Ended("Ask"))), "{step:?}");
}

#[test]
fn a_game_is_not_over_before() {
    let mut play = endless([just("A")]);
    play.run();
    assert!(!play.phases.is_finished());
    assert_eq!(play.told(), "A A. T [waiting]");
}

#[test]
fn in_start_what_is_queued_goes_and_what_is_queued_afterwards_runs() {
    let mut play = endless([
        act("A", |mut guard| {
            last_words(&mut guard);
            guard.end()
        }),
        just("Z"),
    ]);
    play.step();
    play.levels();
    play.run();
    play.run();
    assert_eq!(play.told(), "A A. [ended] {0: [P] 1: [D] 2: [U]} U U. D D. P P. [idle] [idle]");
}

#[test]
fn in_update() {
    let mut play = endless([
        waits("A").update(|mut guard| {
            last_words(&mut guard);
            guard.end()
        }),
        just("Z"),
    ]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A [waiting] A~ A. U U. D D. P P. [idle]");
}

#[test]
fn in_on_end() {
    let mut play = endless([
        just("A").on_end(|_, queue| {
            queue.finish();
            queue.unshift(just("U"));
        }),
        just("Z"),
    ]);
    play.run();
    assert_eq!(play.told(), "A A. U U. [idle]");
}

#[test]
fn in_an_answer() {
    let mut play = endless([]);
    play.phases.push(Ask { ends_the_game: true });
    play.phases.push(just("Z"));
    play.run();
    answer(&mut play);
    play.run();
    assert_eq!(play.told(), "Q [asking] =7 Q. U U. [idle]");
}

#[test]
fn from_outside_between_steps_and_before_the_first() {
    let mut play = endless([just("A"), just("Z")]);
    play.step();
    finish(&mut play);
    play.step();
    play.run();
    assert_eq!(play.told(), "A A. [ended] [finish] [idle] [idle]");

    let mut play = endless([just("A")]);
    finish(&mut play);
    play.run();
    assert_eq!(play.told(), "[finish] [idle]");

    let mut play = Play::default();
    finish(&mut play);
    play.run();
    assert_eq!(play.told(), "[finish] [idle]");
}

#[test]
fn from_outside_a_phase_that_waits_goes_on_waiting() {
    let mut play = endless([
        waits("A").update(|mut guard| {
            guard.unshift(just("U"));
            guard.end()
        }),
        just("Z"),
    ]);
    play.run();
    play.phases.unshift(just("gone"));
    finish(&mut play);
    play.waiting();
    play.run();
    assert_eq!(play.told(), "A [waiting] [finish] (A waits, 0) A~ A. U U. [idle]");
}

#[test]
fn from_outside_the_ticket_of_a_suspended_phase_stays_good() {
    let mut play = endless([suspends("A"), just("Z")]);
    play.run();
    finish(&mut play);
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "A [waiting] [finish] [waiting] <ok> A. [idle]");
}

#[test]
fn from_outside_a_phase_that_asks_goes_on_asking() {
    let mut play = endless([]);
    play.phases.push(Ask { ends_the_game: false });
    play.phases.push(just("Z"));
    play.run();
    finish(&mut play);
    play.run();
    assert_eq!(play.phases.question().map(|question| question.number()), Some(1));
    answer(&mut play);
    play.run();
    assert_eq!(play.told(), "Q [asking] [finish] [asking] =7 Q. U U. [idle]");
}

#[test]
fn from_outside_parked_phases_are_cancelled_at_once_innermost_first() {
    let mut play = endless([suspends("outer"), just("Z")]);
    play.run();
    play.phases.interrupt(Ask { ends_the_game: false });
    play.run();
    play.phases.interrupt(waits_once("I"));
    play.run();
    finish(&mut play);
    assert_eq!(play.phases.parked().count(), 0);
    play.run();
    play.log.end_ticket();
    assert_eq!(play.told(), "outer [waiting] Q [asking] I [waiting] Q! outer! [finish] I~ I. [idle] <stale>");
}

#[test]
fn inside_an_interrupter_parked_phases_are_cancelled_once_it_has_given_its_flow() {
    let mut play = endless([suspends("outer"), just("Z")]);
    play.run();
    play.phases.interrupt(act("I", |mut guard| {
        guard.queue.finish();
        guard.world.note("(finished)");
        suspend(guard)
    }));
    play.run();
    play.log.end_ticket();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "outer [waiting] I (finished) outer! [waiting] <stale> <ok> I. [idle]");
}

#[test]
fn an_interrupter_that_has_not_started_is_queued_and_goes() {
    let mut play = endless([waits("A")]);
    play.run();
    play.phases.interrupt(just("I"));
    finish(&mut play);
    play.run();
    assert_eq!(play.told(), "A [waiting] A! [finish] [idle]");
}

#[test]
fn what_the_host_queues_afterwards_runs_waits_and_asks_as_ever() {
    let mut play = endless([just("A")]);
    finish(&mut play);
    play.phases.push(waits_once("P"));
    play.phases.unshift(just("U"));
    play.run();
    play.phases.interrupt(just("I"));
    play.run();
    play.run();
    play.phases.push(Ask { ends_the_game: false });
    play.run();
    answer(&mut play);
    play.run();
    assert_eq!(
        play.told(),
        "[finish] U U. P [waiting] I I. P~ P. [idle] [idle] Q [asking] =7 Q. U U. [idle]"
    );
}

#[test]
fn nothing_takes_it_back() {
    let mut play = endless([waits("A")]);
    play.run();
    finish(&mut play);
    finish(&mut play);
    play.clear();
    play.cancel();
    play.phases.set_when_empty(|_: &mut Log| waits("T"));
    play.run();
    play.phases.set_when_empty_with(|_, queue| queue.push(waits("T")));
    play.run();
    assert!(play.phases.is_finished());
    assert_eq!(play.told(), "A [waiting] [finish] [finish] [clear] A! [cancel: true] [idle] [idle]");
}

#[test]
fn a_phase_that_fails_or_panics_afterwards_costs_itself_alone() {
    let mut play = endless([
        act("A", |mut guard| {
            last_words(&mut guard);
            guard.fail("no")
        }),
        just("Z"),
    ]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A A! [failed: no] U U. D D. P P. [idle]");

    let mut play = endless([
        act("A", |mut guard| {
            last_words(&mut guard);
            panic!("after the end")
        }),
        just("Z"),
    ]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A [panic] A! U U. D D. P P. [idle]");
}

#[test]
fn a_halt_is_still_told() {
    let mut play = endless([act("A", |mut guard| {
        guard.queue.halt();
        guard.queue.finish();
        guard.end()
    })]);
    play.run();
    play.run();
    assert_eq!(play.told(), "A A. [halted] [idle]");
}

#[test]
fn where_the_limit_of_starts_is_used_up_a_game_that_is_over_is_idle() {
    let finishes = || {
        act("A", |mut guard| {
            guard.queue.finish();
            guard.end()
        })
    };
    let mut play = endless([finishes()]);
    play.phases.set_start_limit(1);
    play.run();
    assert_eq!(play.told(), "A A. [idle]");
}

#[test]
fn a_game_in_whose_end_a_drop_panicked_is_over_all_the_same() {
    let bomb = Bomb;
    let mut play = endless([
        suspends("outer"),
        just("B"),
        act("bomb", move |guard| {
            let _ = &bomb;
            end(guard)
        }),
        just("C"),
    ]);
    play.run();
    play.phases.interrupt(waits_once("W"));
    play.run();
    let finished = catch_unwind(AssertUnwindSafe(|| play.phases.finish(&mut play.log)));
    assert!(finished.is_err(), "the drop has panicked");
    assert!(play.phases.is_finished() && play.phases.is_empty());
    play.run();
    assert_eq!(play.told(), "outer [waiting] W [waiting] outer! W~ W. [idle]");
}
