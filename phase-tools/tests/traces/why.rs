//! Why a phase ran.

use phase_core::prelude::*;
use phase_tools::Trace;

use crate::play::{Act, Game, above, act, just};

#[test]
fn the_chain_leads_to_the_call_of_the_host() {
    let mut game = Game::of([
        above("turn", || {
            act("move", |mut guard| {
                guard.defer(act("faint", |mut guard| {
                    guard.push(just("next turn"));
                    guard.end()
                }));
                guard.end()
            })
        }),
        just("other"),
    ]);
    game.phases.interrupt(above("alarm", || just("siren")));
    game.run();
    assert_eq!(
        game.why("next turn"),
        "next turn, pushed by\nfaint, deferred by\nmove, unshifted by\nturn, pushed by the host"
    );
    assert_eq!(game.why("other"), "other, pushed by the host");
    assert_eq!(game.why("siren"), "siren, unshifted by\nalarm, sent as an interrupt by the host");
}

#[test]
fn what_was_inserted_and_what_was_replaced() {
    let mut game = Game::of([
        act("A", |mut guard| {
            guard.queue.insert_before::<Act>(just("inserted"));
            assert!(guard.queue.replace(|act: &Act| act.name == "B", just("replacing")).is_ok());
            guard.end()
        }),
        just("B"),
    ]);
    game.run();
    assert_eq!(game.why("inserted"), "inserted, inserted by\nA, pushed by the host");
    assert_eq!(game.why("replacing"), "replacing, put in another's place by\nA, pushed by the host");
    assert_eq!(game.why("B"), "B, pushed by the host");
}

#[test]
fn the_chain_tells_where_the_ring_has_dropped_the_rest() {
    // Each turn pushes the next one.
    fn turn(left: u32) -> Act {
        act("turn", move |mut guard| {
            if left > 0 {
                guard.push(turn(left - 1));
            }
            guard.end()
        })
    }
    let mut game = Game::traced(Trace::bounded(8 * 1024), [turn(2_000)]);
    game.run();
    let why = game.why("turn");
    let lines: Vec<_> = why.lines().collect();
    assert!(lines.len() > 10 && lines.len() < 100, "{why}");
    let (last, others) = lines.split_last().unwrap();
    assert_eq!(*last, "a phase that the trace has dropped");
    assert!(others.iter().all(|line| *line == "turn, pushed by"), "{why}");

    let mut game = Game::of([turn(2_000)]);
    game.run();
    let why = game.trace.why(game.trace.last::<Act>().unwrap()).unwrap();
    assert_eq!(why.ids().count(), 1_000);
    assert_eq!(why.to_string().lines().last(), Some("more phases: ask for the last one of these"));
    let why = game.trace.why(why.ids().last().unwrap()).unwrap();
    assert_eq!(why.ids().count(), 1_000);
}

#[test]
fn a_phase_that_nobody_has_heard_of() {
    let mut game = Game::of([just("A")]);
    game.run();
    let known = game.trace.last::<Act>().unwrap();
    assert!(game.trace.why(known).is_some());
    assert_eq!(Trace::new().why(known), None);
    assert_eq!(Trace::new().last::<Act>(), None);
    assert_eq!(game.trace.last_named("Nobody"), None);
}

/// Queues like a game of chance: who is a child of whom comes from a few numbers.
#[test]
fn of_many_phases_each_finds_the_one_that_queued_it() {
    #[phase]
    #[derive(Debug)]
    struct Node(u64);

    impl Phase for Node {
        fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
            for child in 1..=self.0 % 4 {
                if self.0 < 100_000 {
                    guard.unshift(Node(self.0 * 4 + child));
                }
            }
            guard.end()
        }
    }

    for trace in [Trace::new(), Trace::new().names_only()] {
        let mut phases = PhaseManager::new();
        trace.attach(&mut phases);
        phases.push(Node(3));
        phases.run(&mut ()).unwrap();
        let (mut numbers, mut seen) = (std::collections::HashMap::new(), 0);
        for event in trace.events() {
            if let Some(debug) = &event.debug {
                numbers.insert(event.id, debug[5..debug.len() - 1].parse::<u64>().unwrap());
            }
        }
        for event in trace.events() {
            let why = trace.why(event.id).unwrap();
            let ids: Vec<_> = why.ids().collect();
            assert_eq!(ids[0], event.id);
            seen += 1;
            if !numbers.is_empty() {
                let line = ids.windows(2).all(|pair| (numbers[&pair[0]] - 1) / 4 == numbers[&pair[1]]);
                assert!(line && numbers[ids.last().unwrap()] == 3, "{why}");
            }
            assert!(why.to_string().ends_with(", pushed by the host\n"), "{why}");
        }
        assert!(seen > 400, "{seen}");
    }
}
