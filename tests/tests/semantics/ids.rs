//! What tells one phase of a manager from all others.
#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods of a guard are not general enough in its lifetime to be handed around"
)]

use std::collections::HashSet;

use phase_core::PhaseId;
use phase_core::prelude::*;

use crate::play::{Log, Play};
use crate::scenes::{Blow, Move, Turn, ids, played};

fn numbers(phases: &PhaseManager<Log>) -> Vec<u64> {
    ids(phases).into_iter().map(PhaseId::get).collect()
}

/// Notes its own id.
fn tells(name: &'static str) -> Blow {
    Blow::of(name, |guard| {
        guard.world.note(format!("({})", guard.queue.id()));
        guard.end()
    })
}

#[test]
fn they_are_given_in_order_of_queueing_whichever_way_the_host_queues() {
    let mut play = Play::default();
    play.phases.push(tells("a"));
    play.phases.unshift(tells("b"));
    play.phases.defer(tells("c"));
    play.phases.push(AnyPhase::new(tells("d")));
    play.phases.interrupt(tells("e"));
    play.phases.insert_before::<Blow>(Move::just("f"));
    play.phases.insert_after::<Move>(Move::just("g"));
    assert!(play.phases.replace(|phase: &Move| phase.name() == "f", tells("h")).is_ok());
    play.phases.inbox().push(tells("i")).expect("the manager is there");
    play.phases.push(tells("j"));
    assert_eq!(numbers(&play.phases), [8, 7, 5, 2, 3, 1, 4, 9]);
    play.run();
    assert_eq!(
        play.told(),
        "h (8) g e (5) b (2) c (3) a (1) d (4) j (9) i (10) [idle]",
        "and from the inbox when it is delivered"
    );
}

#[test]
fn and_whichever_way_a_phase_queues() {
    let phases = PhaseManager::new().when_empty_with(|log: &mut Log, queue| {
        if !log.told().contains("supplied") {
            queue.push(tells("supplied"));
            queue.push(tells("too"));
        }
    });
    let mut play = Play { phases, log: Log::default() };
    play.phases.push(Turn::of("T", |mut guard| {
        guard.push(tells("p"));
        guard.defer(Move::of("M", |mut guard| {
            guard.unshift(tells("h"));
            guard.queue.within::<Turn>().expect("there is a turn").defer(tells("s"));
            guard.queue.within::<Turn>().expect("there is a turn").unshift(tells("u"));
            guard.end()
        }));
        guard.unshift(tells("v"));
        guard.end()
    }));
    play.run();
    assert_eq!(play.told(), "T v (4) M h (5) u (7) s (6) p (2) supplied (8) too (9) [idle]");
}

#[test]
fn a_phase_that_is_handed_back_takes_its_id_with_it_and_comes_again_as_another() {
    let mut play = Play::default();
    play.phases.push(tells("a"));
    let refused = play.phases.replace(|_: &Move| true, tells("b")).expect_err("there is no move");
    play.phases.push(refused);
    play.phases.push(Move::just("c"));
    let replaced = play.phases.replace(|_: &Move| true, tells("d")).expect("there is one");
    play.phases.push(replaced);
    let ids = numbers(&play.phases);
    assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");
    let at_most = *ids.last().expect("there are some");

    let removed = play.phases.remove(|phase: &Blow| phase.name() == "a").expect("it is queued");
    play.phases.push(removed);
    assert!(numbers(&play.phases).last().is_some_and(|id| *id > at_most), "never twice");
}

#[test]
fn inside_a_phase_too() {
    let play = played(Turn::of("T", |mut guard| {
        let refused = guard.queue.replace(|_: &Move| true, tells("a")).expect_err("there is no move");
        guard.unshift(refused);
        guard.unshift(Move::just("M"));
        let replaced = guard.queue.replace(|_: &Move| true, tells("b"));
        assert!(replaced.is_ok(), "there is one");
        let ids: Vec<_> = guard.queue.levels().flat_map(|(_, level)| level).map(PhaseRef::id).collect();
        assert!(ids[0] < ids[1] && guard.queue.id() < ids[0]);
        guard.end()
    }));
    assert!(play.told().starts_with("T a ("), "{}", play.told());
}

#[test]
fn nothing_that_is_dropped_frees_one() {
    let mut play = Play::default();
    let mut given = HashSet::new();
    for round in 0..4 {
        for _ in 0..3 {
            play.phases.push(Blow::just("h"));
        }
        assert!(ids(&play.phases).into_iter().all(|id| given.insert(id)), "in round {round}");
        match round {
            0 => play.phases.clear(&mut play.log),
            1 => _ = play.phases.retain(|_| false),
            2 => _ = play.phases.cancel_all(&mut play.log),
            _ => play.run(),
        }
        assert!(play.phases.is_empty());
    }
    assert_eq!(given.len(), 12);
}

#[test]
fn a_phase_has_the_one_it_was_queued_with_in_all_that_shows_it() {
    let mut play = Play::default();
    play.phases.push(Blow::of("first", |guard| guard.end()));
    play.phases.push(Move::waits("M", |mut guard| {
        assert_eq!(guard.queue.id().get(), 2);
        guard.unshift(tells("h"));
        guard.end()
    }));
    let id = ids(&play.phases)[1];
    assert_eq!(play.phases.find(|_: &Move| true).map(|phase| phase.name()), Some("M"));
    play.run();
    assert_eq!(play.phases.current().map(|phase| phase.id()), Some(id));
    play.phases.interrupt(Blow::asks("I", |guard| guard.end()));
    play.run();
    assert_eq!(play.phases.parked().map(|phase| phase.id()).collect::<Vec<_>>(), [id]);
    let question = play.phases.question().expect("it asks");
    assert_eq!(question.phase().id().get(), 3);
}

#[test]
fn they_are_shown_ordered_and_hashed_as_numbers() {
    let mut play = Play::default();
    play.phases.push(Blow::just("a"));
    play.phases.push(Blow::just("b"));
    let ids = ids(&play.phases);
    assert_eq!((ids[0].to_string().as_str(), format!("{:?}", ids[1]).as_str()), ("1", "PhaseId(2)"));
    assert!(ids[0] < ids[1] && ids[0] == ids[0].min(ids[1]));
    assert_eq!(ids.iter().copied().collect::<HashSet<_>>().len(), 2);
    assert_eq!(serde_json::to_string(&ids).expect("they are numbers"), "[1,2]");
    assert_eq!(serde_json::from_str::<Vec<PhaseId>>("[1,2]").expect("they are numbers"), ids);
}
