//! `when_empty_with`: a closure that pushes the next phases.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, just, suspends, unshifts, waits, waits_once};

/// Of another type than the rest; the last by name goes first.
#[phase(world = Log, ordered)]
#[derive(Debug)]
struct Supplied(&'static str);

impl Phase for Supplied {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self.0);
        guard.end()
    }
}

impl Ordered for Supplied {
    type Key = &'static str;

    fn key(&self, _: &Log) -> &'static str {
        self.0
    }
}

fn with(fill: impl Fn(&mut Log, &mut EmptyQueue<'_, Log>) + Send + Sync + 'static) -> Play {
    Play { phases: PhaseManager::new().when_empty_with(fill), log: Log::default() }
}

/// How often the closure has noted that it was asked.
fn asked(log: &Log) -> usize {
    log.told().matches("(asked)").count()
}

/// Notes that it is asked, and pushes one phase the first `times`.
fn some(times: usize) -> impl Fn(&mut Log, &mut EmptyQueue<'_, Log>) + Send + Sync + 'static {
    move |log, queue| {
        log.note("(asked)");
        if asked(log) <= times {
            queue.push(just("T"));
        }
    }
}

#[test]
fn it_is_asked_until_it_pushes_none() {
    let mut play = with(some(2));
    play.phases.push(just("A"));
    play.run();
    play.run();
    assert_eq!(play.told(), "A A. (asked) T T. (asked) T T. (asked) [idle] (asked) [idle]");
}

#[test]
fn it_may_push_phases_of_several_types_which_run_in_order() {
    let mut play = with(|log, queue| {
        if asked(log) == 0 {
            log.note("(asked)");
            queue.push(unshifts("A", &["A1"]));
            queue.push(Supplied("low"));
            queue.push(AnyPhase::from(just("B")));
            queue.push(Supplied("top"));
        }
    });
    play.run();
    assert_eq!(play.told(), "(asked) A A. A1 A1. top B B. low [idle]");
}

#[test]
fn an_ordered_phase_yields_to_a_better_one_even_if_it_is_the_first() {
    let mut play = with(|log, queue| {
        if asked(log) == 0 {
            log.note("(asked)");
            queue.push(Supplied("low"));
            queue.push(Supplied("top"));
        }
    });
    play.run();
    assert_eq!(play.told(), "(asked) top low [idle]");
}

#[test]
fn what_it_pushes_stands_on_level_0() {
    let mut play = with(|_, queue| {
        queue.push(waits("A"));
        queue.push(just("B"));
    });
    play.phases.push(unshifts("X", &["X1"]));
    play.run();
    play.phases.unshift(just("U"));
    play.levels();
    assert_eq!(play.told(), "X X. X1 X1. A [waiting] {0: [B] 1: [U]}");
}

#[test]
fn a_step_asks_it_and_starts_the_first() {
    let mut play = with(some(1));
    play.step();
    play.step();
    play.step();
    assert_eq!(play.told(), "(asked) T T. [ended] (asked) [idle] (asked) [idle]");
}

#[test]
fn it_is_not_asked_while_something_waits_or_is_parked() {
    let mut play = with(some(0));
    play.phases.push(suspends("W"));
    play.run();
    play.phases.interrupt(waits_once("I"));
    play.run();
    play.run();
    play.log.end_ticket();
    play.run();
    assert_eq!(play.told(), "W [waiting] I [waiting] I~ I. [waiting] <ok> W. (asked) [idle]");
}

#[test]
fn a_halt_comes_first() {
    let mut play = with(some(0));
    play.phases.push(act("A", |mut guard| {
        guard.queue.halt();
        guard.end()
    }));
    play.run();
    play.run();
    assert_eq!(play.told(), "A A. [halted] (asked) [idle]");
}

#[test]
fn it_sees_what_it_has_pushed() {
    let mut play = with(|log, queue| {
        let empty = (queue.len(), queue.is_empty());
        if asked(log) == 0 {
            queue.push(just("A"));
            queue.push(Supplied("r"));
        }
        log.note(format!("(asked) {empty:?} {:?} {queue:?}", (queue.len(), queue.is_empty())));
    });
    play.run();
    assert_eq!(
        play.told(),
        "(asked) (0, true) (2, false) EmptyQueue { levels: {0: [A, Supplied(\"r\")]} } A A. r \
         (asked) (0, true) (0, true) EmptyQueue { levels: {} } [idle]"
    );
}

#[test]
fn the_last_of_when_empty_and_when_empty_with_counts() {
    let mut play = with(some(9));
    play.phases.set_when_empty(|_: &mut Log| waits("one"));
    play.run();
    assert_eq!(play.told(), "one [waiting]");

    let mut play =
        Play { phases: PhaseManager::new().when_empty(|_: &mut Log| waits("one")), log: Log::default() };
    play.phases.set_when_empty_with(some(1));
    play.run();
    assert_eq!(play.told(), "(asked) T T. (asked) [idle]");
}

#[test]
fn a_copy_asks_it_too() {
    let play = with(some(1));
    let mut fork =
        Play { phases: play.phases.fork().expect("there is nothing to copy"), log: Log::default() };
    fork.run();
    assert_eq!((play.told(), fork.told()), (String::new(), "(asked) T T. (asked) [idle]".to_owned()));
}

#[test]
fn what_was_pushed_before_a_panic_stays() {
    let mut play = with(|log, queue| {
        log.note("(asked)");
        if asked(log) == 1 {
            queue.push(just("A"));
            queue.push(just("B"));
            panic!("before it was done");
        }
    });
    play.run();
    play.levels();
    play.run();
    assert_eq!(play.told(), "(asked) [panic] {0: [A, B]} A A. B B. (asked) [idle]");
}

#[test]
fn a_panic_before_anything_was_pushed_leaves_nothing() {
    let mut play = with(|log, _| {
        log.note("(asked)");
        assert!(asked(log) > 2, "not yet");
    });
    play.phases.push(just("A"));
    play.run();
    play.run();
    play.run();
    assert_eq!(play.told(), "A A. (asked) [panic] (asked) [panic] (asked) [idle]");
}

#[test]
fn a_panic_in_the_key_of_what_was_pushed_takes_nothing_out() {
    /// Has no key.
    #[phase(world = Log, ordered)]
    #[derive(Debug)]
    struct Unranked;

    impl Phase for Unranked {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    impl Ordered for Unranked {
        type Key = u32;

        fn key(&self, _: &Log) -> u32 {
            panic!("no key")
        }
    }

    let mut play = with(|_, queue| {
        queue.push(Unranked);
        queue.push(Unranked);
    });
    let run = AssertUnwindSafe(|| play.phases.run(&mut play.log).is_ok());
    assert!(catch_unwind(run).is_err(), "a key has panicked");
    assert_eq!(play.phases.len(), 2);
}

#[test]
fn the_limit_of_starts_counts_what_starts_and_not_how_often_it_is_asked() {
    let mut play = with(some(2));
    play.phases.set_start_limit(2);
    play.run();
    assert_eq!(play.told(), "(asked) T T. (asked) T T. (asked) [idle]");

    let mut play = with(some(9));
    play.phases.set_start_limit(2);
    play.run();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "(asked) T T. (asked) T T. (asked) [limit: 2] {0: [T]} T T. (asked) T T. (asked) [limit: 2]"
    );
}

#[test]
fn a_loop_without_a_wait_is_found_by_the_limit() {
    let mut play = with(|_, queue| queue.push(act("T", |guard: EndGuard<'_, Act>| guard.end())));
    play.phases.set_start_limit(3);
    play.run();
    assert_eq!(play.told(), "T T. T T. T T. [limit: 3]");
}
