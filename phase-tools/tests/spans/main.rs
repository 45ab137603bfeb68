//! Spans for those who use `tracing`.

mod collector;
#[allow(dead_code, reason = "what traces are tested with is more than what spans are")]
#[path = "../traces/play.rs"]
mod play;
#[allow(dead_code, reason = "what traces are tested with is more than what spans are")]
#[path = "../traces/random.rs"]
mod random;

use std::collections::BTreeMap;

use phase_core::prelude::*;
use phase_core::{QueuedBy, QueuedHow};
use phase_tools::{Trace, TraceKind};

use collector::{Collected, Collector};
use play::{Game, above, act, just, suspends, waits};

/// What is told while something runs.
fn told(run: impl FnOnce()) -> Collector {
    let collector = Collector::default();
    tracing::subscriber::with_default(collector.clone(), run);
    collector
}

/// A line for each span: the phase, that of its parent, those that it follows from, and the end.
fn lines(collected: &Collected) -> Vec<String> {
    let debug = |span| collected.field(span, "debug").unwrap();
    let line = |(index, span): (usize, &collector::Span)| {
        let parent = span.parent.map_or(String::new(), |parent| format!(" in {}", debug(parent)));
        let follows: Vec<String> =
            span.follows.iter().map(|other| format!(" after {}", debug(*other))).collect();
        let follows = follows.concat();
        let end = collected.field(index, "end").unwrap_or_else(|| "open".to_owned());
        format!("{}{parent}{follows}: {end}", debug(index))
    };
    collected.spans.iter().enumerate().map(line).collect()
}

fn play(game: &mut Game) {
    phase_tools::spans(&mut game.phases);
    game.run();
}

#[test]
fn a_span_stands_in_that_of_the_phase_that_has_set_it_off() {
    let told = told(|| {
        let mut game = Game::of([]);
        phase_tools::spans(&mut game.phases);
        game.phases.push(act("A", |mut guard| {
            guard.unshift(above("B", || just("C")));
            guard.defer(just("D"));
            guard.push(just("E"));
            guard.end()
        }));
        game.run();
    });
    let collected = told.collected();
    assert_eq!(
        lines(&collected),
        ["A: ended", "B in A: ended", "C in B: ended", "D in A: ended", "E after A: ended"]
    );
    let fields = ["name", "id", "cause"].map(|name| collected.field(1, name).unwrap());
    assert_eq!(fields, ["Act", "2", "1"]);
    assert_eq!(collected.field(0, "cause"), None);
    assert_eq!(collected.open.0, 0, "all are closed");
}

#[test]
fn what_fails_is_an_error_and_what_is_dropped_is_told() {
    let told = told(|| {
        let mut game = Game::of([act("A", |mut guard| {
            guard.unshift(act("B", |guard| guard.fail("no luck")));
            guard.defer(just("C"));
            guard.end()
        })]);
        play(&mut game);
        game.phases.push(just("P"));
        game.phases.push(suspends("S"));
        game.phases.clear(&mut game.tickets);
        game.phases.push(act("P", |_| std::panic::resume_unwind(Box::new(()))));
        game.phases.push(suspends("S"));
        game.run();
        game.run();
        game.tickets.clear();
        game.run();
    });
    let collected = told.collected();
    let events: Vec<String> = collected
        .events
        .iter()
        .map(|(level, span, fields)| {
            let span = span.map_or("nothing".to_owned(), |span| collected.field(span, "debug").unwrap());
            let of = |name| fields.get(name).map_or(String::new(), |value| format!(" {value}"));
            format!("{level} in {span}:{}{}{}{}", of("message"), of("error"), of("source"), of("reason"))
        })
        .collect();
    assert_eq!(
        events,
        [
            "ERROR in B: failed phase `B` failed in `start`, set off by Act no luck",
            "DEBUG in A: dropped \"the tree was cleared\"",
            "DEBUG in nothing: dropped \"the tree was cleared\"",
            "DEBUG in nothing: dropped \"the tree was cleared\"",
            "ERROR in P: panicked",
            "TRACE in S: suspended",
            "WARN in S: abandoned",
        ]
    );
    assert_eq!(collected.open.0, 0);
}

#[test]
fn what_was_there_before_has_a_span_as_soon_as_it_is_heard_of() {
    let told = told(|| {
        let mut game = Game::of([waits("W", 2), just("B")]);
        game.run();
        play(&mut game);
        game.phases.interrupt(just("I"));
        game.run();
        game.run();
    });
    assert_eq!(lines(&told.collected()), ["W: ended", "I: ended", "B: ended"]);
}

#[test]
fn a_root_stands_in_the_span_of_the_host() {
    let told = told(|| {
        let mut game = Game::of([]);
        phase_tools::spans(&mut game.phases);
        let host = tracing::info_span!(target: "phase_tools", "game", debug = "host");
        game.phases.push(above("A", || just("B")));
        host.in_scope(|| game.run());
    });
    assert_eq!(lines(&told.collected()), ["host: open", "A in host: ended", "B in A: ended"]);
}

#[test]
fn what_is_held_is_bounded_by_what_is_queued() {
    let told = told(|| {
        let mut game = Game::of([]);
        phase_tools::spans(&mut game.phases);
        for _ in 0..2000 {
            // Each pushes the next one, which is to follow from it.
            game.phases.push(act("turn", |mut guard| {
                guard.unshift(above("move", || just("hit")));
                guard.push(just("after"));
                guard.end()
            }));
            game.run();
        }
    });
    let collected = told.collected();
    assert_eq!((collected.spans.len(), collected.open), (8000, (0, 3)));
}

#[test]
fn a_debug_that_panics_costs_nothing_but_itself() {
    #[phase]
    struct BrokenPhase;

    impl std::fmt::Debug for BrokenPhase {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            std::panic::resume_unwind(Box::new("no"))
        }
    }

    impl Phase for BrokenPhase {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let told = told(|| {
        let mut phases = PhaseManager::new();
        phase_tools::spans(&mut phases);
        phases.push(BrokenPhase);
        phases.run(&mut ()).unwrap();
    });
    assert_eq!(lines(&told.collected()), ["BrokenPhase: ended"]);
}

#[test]
fn what_is_secret_is_not_told() {
    #[phase(asks, secret)]
    #[derive(Debug)]
    struct PinPhase {
        _right: u32,
    }

    impl Asks for PinPhase {
        type Answer = u32;

        fn secret(&self, _: Seat, (): &()) -> bool {
            true
        }

        fn check(&self, _: Seat, answer: &u32, (): &()) -> Result<(), BoxError> {
            if *answer == 4711 { Ok(()) } else { Err("it is wrong".into()) }
        }

        fn answer(&mut self, _: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let told = told(|| {
        let mut phases = PhaseManager::new();
        phase_tools::spans(&mut phases);
        phases.push(PinPhase { _right: 4711 });
        phases.run(&mut ()).unwrap();
        for pin in [815, 4711] {
            drop(phases.answer::<PinPhase>(&mut (), Seat::Player(1), pin));
            drop(phases.answer::<PinPhase>(&mut (), Seat::Player(0), pin));
        }
    });
    let collected = told.collected();
    let all = format!("{collected:?}");
    assert!(!all.contains("4711") && !all.contains("815"), "{all}");
    let told: Vec<_> = collected
        .events
        .iter()
        .map(|(level, _, fields)| {
            let seat = fields.get("seat").map_or("", String::as_str);
            format!("{level} {} {seat}", fields["message"])
        })
        .collect();
    assert_eq!(
        told,
        [
            "INFO asks ",
            "WARN refused an answer player 1",
            "WARN refused an answer player 0",
            "WARN refused an answer player 1",
            "INFO answered player 0",
        ]
    );
    assert_eq!(lines(&collected), ["PinPhase: ended"]);
}

#[test]
fn random_games_have_the_parents_of_their_traces() {
    for seed in 0..60 {
        let mut trace = Trace::new();
        let told = told(|| {
            let mut game = random::played_by(Game::of([]), seed, 20, phase_tools::spans);
            trace = game.trace.clone();
            game.phases.clear(&mut game.tickets);
            game.phases.cancel_all(&mut game.tickets);
            game.run();
        });
        let collected = told.collected();
        assert_eq!(collected.open.0, 0, "seed {seed}");
        let of = |span: usize| collected.field(span, "id").unwrap().parse::<u64>().unwrap();
        let parents: BTreeMap<u64, Option<u64>> =
            collected.spans.iter().enumerate().map(|(span, at)| (of(span), at.parent.map(of))).collect();
        let events = trace.events();
        let queued = events.iter().filter_map(|event| match event.kind {
            TraceKind::Queued { how: QueuedHow::Push | QueuedHow::Interrupt, .. } => Some((event.id, None)),
            TraceKind::Queued { by: QueuedBy::Phase(by), .. } => Some((event.id, Some(by.get()))),
            TraceKind::Queued { .. } => Some((event.id, None)),
            _ => None,
        });
        let queued: BTreeMap<_, _> = queued.collect();
        let started = events.iter().filter(|event| event.kind == TraceKind::Started);
        let wanted: BTreeMap<_, _> = started.map(|event| (event.id.get(), queued[&event.id])).collect();
        assert_eq!(parents, wanted, "seed {seed}");
    }
}
