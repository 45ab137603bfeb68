//! `peek`, `parked`, and the levels as a phase sees them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

use crate::play::{Act, Log, Play, act, end, just, suspends, waits, waits_once};

fn peeked(play: &Play) -> String {
    play.phases.peek(&play.log).map_or("nothing".to_owned(), |phase| format!("{phase:?}"))
}

fn parked(play: &Play) -> String {
    play.phases.parked().map(|phase| format!("{phase:?}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn it_is_what_starts_next_at_every_step() {
    let mut play = Play::of([
        act("A", |mut guard| {
            guard.push(just("P"));
            guard.defer(just("D"));
            guard.unshift(act("U", |mut guard| {
                guard.defer(just("UD"));
                guard.unshift(just("UU"));
                guard.end()
            }));
            guard.end()
        }),
        just("B"),
    ]);
    let mut expected = Vec::new();
    while !play.phases.is_empty() {
        let levels = play.phases.levels().to_string();
        let next = peeked(&play);
        assert_eq!(peeked(&play), next, "looking changes nothing");
        assert_eq!(play.phases.levels().to_string(), levels, "looking changes nothing");
        expected.push(format!("{next} {next}. [ended]"));
        play.step();
    }
    assert_eq!(peeked(&play), "nothing");
    assert_eq!(play.told(), expected.join(" "));
    assert!(play.told().starts_with("A A. [ended] U U. [ended] UU UU. [ended] UD UD."), "{}", play.told());
}

#[test]
fn what_waits_is_passed_over() {
    let mut play = Play::of([act("W", |mut guard| {
        guard.defer(just("D"));
        guard.wait()
    })]);
    play.run();
    assert_eq!(peeked(&play), "D");
    play.phases.unshift(just("U"));
    assert_eq!(peeked(&play), "U");
    play.phases.interrupt(just("I"));
    assert_eq!(peeked(&play), "I");
}

#[test]
fn what_is_parked_is_passed_over() {
    let mut play = Play::of([waits_once("W"), just("B")]);
    play.run();
    play.phases.interrupt(suspends("I"));
    assert_eq!((peeked(&play), parked(&play)), ("I".to_owned(), "W".to_owned()));
    play.run();
    assert_eq!((peeked(&play), parked(&play)), ("B".to_owned(), "W".to_owned()));
    play.log.end_ticket();
    play.step();
    assert_eq!((peeked(&play), parked(&play)), ("B".to_owned(), "W".to_owned()));
    play.run();
    assert_eq!(peeked(&play), "nothing");
}

#[test]
fn when_empty_is_not_asked() {
    let phases = PhaseManager::new().when_empty(|log: &mut Log| {
        log.note("(asked)");
        waits("T")
    });
    let play = Play { phases, log: Log::default() };
    assert_eq!(peeked(&play), "nothing");
    let play = Play {
        phases: PhaseManager::new().when_empty_with(|log: &mut Log, _| log.note("(asked)")),
        log: Log::default(),
    };
    assert_eq!(peeked(&play), "nothing");
    assert_eq!(play.told(), "");
}

/// The last by name goes first, but those whose name the world's log has go before all.
#[phase(world = Log, ordered)]
#[derive(Debug, PartialEq)]
struct Peeked(&'static str);

impl Phase for Peeked {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self.0);
        guard.end()
    }
}

impl Ordered for Peeked {
    type Key = (bool, &'static str);

    fn key(&self, log: &Log) -> Self::Key {
        assert!(!log.told().contains("broken"), "no key can be read");
        (log.told().contains(self.0), self.0)
    }
}

#[test]
fn of_ordered_phases_it_is_the_best_in_the_world_as_it_is() {
    let mut play = Play::default();
    play.phases.push(Peeked("a"));
    play.phases.push(just("J"));
    play.phases.push(Peeked("c"));
    play.phases.push(Peeked("b"));
    assert_eq!(peeked(&play), "Peeked(\"c\")");
    play.log.note("b");
    assert_eq!(peeked(&play), "Peeked(\"b\")");
    assert_eq!(play.phases.find::<Peeked>(|_| true), Some(&Peeked("a")), "none has moved");
    play.step();
    assert_eq!(peeked(&play), "J");
    play.run();
    assert_eq!(play.told(), "b b [ended] J J. c a [idle]");
}

#[test]
fn a_panic_in_a_key_changes_nothing() {
    let mut play = Play::default();
    play.phases.push(Peeked("a"));
    play.phases.push(Peeked("b"));
    play.log.note("broken");
    assert!(catch_unwind(AssertUnwindSafe(|| peeked(&play))).is_err());
    play.levels();
    assert_eq!(play.told(), "broken {0: [Peeked(\"a\"), Peeked(\"b\")]}");
    play.log = Log::default();
    play.run();
    assert_eq!(play.told(), "b a [idle]");
}

#[test]
fn parked_phases_come_outermost_first_and_the_waiting_one_is_none_of_them() {
    let mut play = Play::of([waits_once("A")]);
    assert_eq!(parked(&play), "");
    play.run();
    assert_eq!(parked(&play), "");
    play.phases.interrupt(suspends("B"));
    play.run();
    play.phases.interrupt(waits_once("C"));
    play.run();
    assert_eq!(parked(&play), "A B");
    assert!(play.phases.parked().all(PhaseRef::is::<Act>));
    play.run();
    assert_eq!(parked(&play), "A");
    play.waiting();
    play.log.end_ticket();
    play.run();
    assert_eq!(parked(&play), "");
    assert_eq!(
        play.told(),
        "A [waiting] B [waiting] C [waiting] C~ C. [waiting] (B waits, 0) <ok> B. A~ A. [idle]"
    );
}

#[test]
fn after_a_clear_none_is_parked() {
    let mut play = Play::of([suspends("A")]);
    play.run();
    play.phases.interrupt(waits("B"));
    play.run();
    play.clear();
    assert_eq!(parked(&play), "");
}

#[test]
fn after_a_clear_in_a_phase_that_panics_none_is_parked_though_none_has_been_told_yet() {
    let mut play = Play::of([suspends("A")]);
    play.run();
    play.phases.interrupt(suspends("B"));
    play.run();
    play.phases.interrupt(act("C", |mut guard| {
        guard.queue.clear();
        panic!("after the clear");
    }));
    play.run();
    assert_eq!(parked(&play), "");
    assert_eq!(play.told(), "A [waiting] B [waiting] C [panic]");
    play.run();
    assert_eq!(play.told(), "A [waiting] B [waiting] C [panic] C! B! A! [idle]");
}

#[test]
fn a_phase_sees_the_levels_with_what_it_has_queued() {
    let mut play = Play::of([
        act("A", |mut guard| {
            let levels = |guard: &EndGuard<'_, Act>| guard.queue.levels().to_string().replace('\n', " ");
            let before = levels(&guard);
            guard.unshift(just("U"));
            guard.defer(just("D"));
            let after = levels(&guard);
            guard.world.note(format!("{{{before}}} {{{after}}}"));
            end(guard)
        }),
        just("B"),
    ]);
    play.step();
    play.levels();
    assert_eq!(play.told(), "A {0: [B]} {0: [B] 1: [D] 2: [U]} A. [ended] {0: [B] 1: [D] 2: [U]}");
}
