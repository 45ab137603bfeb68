//! A trace that is looked at by one thread while others play.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;

use phase_core::prelude::*;
use phase_tools::{Trace, TraceEvent, TraceKind};

#[phase(unshifts(Two))]
#[derive(Debug)]
struct One(u64);

#[phase]
#[derive(Debug)]
struct Two(#[expect(dead_code, reason = "shown")] u64);

impl Phase for One {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(Two(self.0));
        guard.end()
    }
}

impl Phase for Two {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn play(phases: &mut PhaseManager<()>, turns: u64) {
    for turn in 0..turns {
        phases.push(One(turn));
        phases.run(&mut ()).unwrap();
    }
}

fn game(trace: &Trace) -> PhaseManager<()> {
    let mut phases = PhaseManager::new();
    trace.attach(&mut phases);
    phases
}

/// The number of an event among all of its game, each turn of which has six; all else that it shows is as it must be.
fn number_of(event: &TraceEvent, texts: bool) -> usize {
    let id = event.id.get();
    let (turn, is_one) = ((id - 1) / 2, id % 2 == 1);
    let step = match (&event.kind, is_one) {
        (TraceKind::Queued { how: QueuedHow::Push, by: QueuedBy::Host }, true) => 0,
        (TraceKind::Started, true) => 1,
        (TraceKind::Queued { how: QueuedHow::Unshift, by: QueuedBy::Phase(one) }, false)
            if one.get() == id - 1 =>
        {
            2
        }
        (TraceKind::Ended, true) => 3,
        (TraceKind::Started, false) => 4,
        (TraceKind::Ended, false) => 5,
        other => panic!("{other:?}"),
    };
    assert_eq!(event.name, if is_one { "One" } else { "Two" });
    let shown = texts && event.kind == TraceKind::Started;
    assert_eq!(event.debug, shown.then(|| format!("{}({turn})", event.name)));
    usize::try_from(6 * turn + step).unwrap()
}

#[test]
fn what_is_read_while_a_game_goes_on_is_whole() {
    const TURNS: u64 = 30_000;
    for (trace, texts) in [(Trace::bounded(40_000).names_only(), false), (Trace::bounded(40_000), true)] {
        let is_over = Arc::new(AtomicBool::new(false));
        let (writes, over) = (trace.clone(), Arc::clone(&is_over));
        let player = thread::spawn(move || {
            play(&mut game(&writes), TURNS);
            over.store(true, Ordering::Release);
        });
        let (mut reads, mut seen) = (0, 0);
        while !is_over.load(Ordering::Acquire) || reads == 0 {
            let (before, events, after) = (trace.dropped(), trace.events(), trace.dropped());
            let Some(first) = events.first().map(|first| number_of(first, texts)) else { continue };
            assert!((before..=after).contains(&first), "{before}, {first}, {after}");
            for (event, number) in events.iter().zip(first..) {
                assert_eq!(number_of(event, texts), number);
            }
            assert!(first + events.len() >= seen, "some are gone that were there");
            seen = first + events.len();
            // It may be dropped before the question comes.
            if let Some(why) = trace.last::<Two>().and_then(|last| trace.why(last)) {
                let why = why.to_string();
                assert!(why.starts_with("Two"), "{why}");
                assert!(why.ends_with("pushed by the host\n") || why.ends_with("dropped\n"), "{why}");
            }
            assert!(trace.to_string().lines().count() > 0);
            reads += 1;
        }
        player.join().unwrap();
        assert_eq!(trace.events().len() + trace.dropped(), usize::try_from(6 * TURNS).unwrap());
    }
}

#[test]
fn games_on_two_threads_are_both_whole() {
    const TURNS: usize = 3_000;
    const GAMES: usize = 100;
    for (trace, texts) in [(Trace::new().names_only(), false), (Trace::new(), true)] {
        let start = Arc::new(Barrier::new(2));
        let (other, started) = (trace.clone(), Arc::clone(&start));
        let second = thread::spawn(move || {
            started.wait();
            // Each of them comes while the first game may have the trace for itself, and goes again.
            for _ in 0..GAMES {
                play(&mut game(&other), 20);
            }
        });
        let mut first = game(&trace);
        start.wait();
        play(&mut first, TURNS as u64);
        second.join().unwrap();
        assert_eq!(trace.dropped(), 0);
        // Games that have come equally far can't be told apart, and needn't.
        let mut lengths = vec![0; GAMES + 1];
        for event in &trace.events() {
            let number = number_of(event, texts);
            let game = lengths.iter_mut().find(|length| **length == number).expect("no event is missing");
            *game += 1;
        }
        lengths.sort_unstable();
        assert!(lengths[..GAMES].iter().all(|length| *length == 6 * 20), "{lengths:?}");
        assert_eq!(lengths[GAMES], 6 * TURNS);
    }
}

#[test]
fn what_happens_on_one_thread_after_another_is_told_in_that_order() {
    let trace = Trace::new().names_only();
    let (to_second, at_second) = mpsc::channel::<()>();
    let (to_first, at_first) = mpsc::channel::<()>();
    let other = trace.clone();
    let second = thread::spawn(move || {
        for _ in 0..50 {
            at_second.recv().unwrap();
            // Each is a game of its own, that takes the pen from the first.
            play(&mut game(&other), 1);
            to_first.send(()).unwrap();
        }
    });
    let mut first = game(&trace);
    for _ in 0..50 {
        play(&mut first, 1);
        to_second.send(()).unwrap();
        at_first.recv().unwrap();
    }
    second.join().unwrap();
    let numbers: Vec<_> = trace.events().iter().map(|event| number_of(event, false)).collect();
    let in_turns: Vec<_> = (0..50).flat_map(|turn| (6 * turn..6 * turn + 6).chain(0..6)).collect();
    assert_eq!(numbers, in_turns);
}
