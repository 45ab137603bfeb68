//! One trace that listens to many games: what it takes, what it keeps, and in which order.

use phase_core::prelude::*;
use phase_tools::{Trace, TraceKind};

#[phase(leaf)]
#[derive(Debug)]
struct Turn;

impl Phase for Turn {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// Events of a turn.
const EVENTS: usize = 3;

fn play(phases: &mut PhaseManager<()>, turns: usize) {
    for _ in 0..turns {
        phases.push(Turn);
        phases.run(&mut ()).unwrap();
    }
}

fn game(trace: &Trace) -> PhaseManager<()> {
    let mut phases = PhaseManager::new();
    trace.attach(&mut phases);
    phases
}

fn traces(bytes: usize) -> [Trace; 2] {
    [Trace::bounded(bytes).names_only(), Trace::bounded(bytes)]
}

#[test]
fn games_that_come_and_go_take_no_more_than_the_bytes() {
    const BYTES: usize = 100_000;
    for trace in traces(BYTES) {
        let taken = allocation_counter::measure(|| {
            let mut last = game(&trace);
            for turn in 0..3_000 {
                // Some come before the last one has gone.
                if turn % 2 == 0 {
                    last = game(&trace);
                } else {
                    drop(std::mem::take(&mut last));
                    last = game(&trace);
                }
                play(&mut last, turn % 20);
            }
        });
        // Two games take a few thousand themselves.
        assert!(taken.bytes_max <= BYTES as u64 * 105 / 100 + 5_000, "{taken:?}");
        assert!(taken.bytes_current <= i64::try_from(BYTES * 105 / 100).unwrap(), "{taken:?}");
        let turns: usize = (0..3_000).map(|turn| turn % 20).sum();
        assert_eq!(trace.events().len() + trace.dropped(), turns * EVENTS);
    }
}

#[test]
fn many_games_at_once_take_no_more_than_the_bytes() {
    const BYTES: usize = 100_000;
    for trace in traces(BYTES) {
        let mut games: Vec<_> = (0..2_000).map(|_| game(&trace)).collect();
        for phases in &mut games {
            play(phases, 1);
        }
        let taken = allocation_counter::measure(|| {
            for _ in 0..5 {
                for phases in &mut games {
                    play(phases, 1);
                }
            }
        });
        assert!(taken.bytes_max <= BYTES as u64 / 20, "{taken:?}");
        assert_eq!(trace.events().len() + trace.dropped(), 12_000 * EVENTS);
        assert!(trace.events().len() > BYTES / 250, "{}", trace.events().len());
    }
}

#[test]
fn a_game_that_pauses_holds_no_more_than_a_part() {
    for bytes in [20_000, 200_000] {
        for trace in traces(bytes) {
            let mut paused = game(&trace);
            play(&mut paused, 5);
            let mut other = game(&trace);
            let taken = allocation_counter::measure(|| play(&mut other, 10_000));
            assert!(taken.bytes_max <= (bytes + bytes / 20 + 500) as u64, "{taken:?}");
            assert_eq!(trace.events().len() + trace.dropped(), 10_005 * EVENTS);
            // The first still writes as if it were alone, unless it is told.
            play(&mut paused, 2);
            assert_eq!(trace.events().len() + trace.dropped(), 10_007 * EVENTS);
            let ids: Vec<_> = trace.events().iter().rev().take(7).map(|event| event.id.get()).collect();
            assert_eq!(ids, [7, 7, 7, 6, 6, 6, 10_000]);
        }
    }
}

#[test]
fn games_beside_a_long_one_leave_it_most_of_the_ring() {
    const BYTES: usize = 1_000_000;
    let trace = Trace::bounded(BYTES).names_only();
    let mut long = game(&trace);
    for _ in 0..2_000 {
        play(&mut long, 10);
        // Such as one that tries a move out.
        play(&mut game(&trace), 2);
    }
    let kept = trace.events().len();
    assert_eq!(kept + trace.dropped(), 24_000 * EVENTS);
    assert!(kept > BYTES / 64 / 2, "{kept}");
}

#[test]
fn games_that_take_each_others_place_fill_the_ring() {
    const BYTES: usize = 1_000_000;
    let trace = Trace::bounded(BYTES).names_only();
    let mut current = game(&trace);
    for _ in 0..2_000 {
        play(&mut current, 10);
        let next = game(&trace);
        current = next;
    }
    let kept = trace.events().len();
    assert_eq!(kept + trace.dropped(), 20_000 * EVENTS);
    assert!(kept > BYTES / 64, "{kept}");
}

#[test]
fn phases_are_known_by_the_game_that_came_last() {
    let trace = Trace::new().names_only();
    let (mut first, mut second) = (game(&trace), PhaseManager::new());
    play(&mut first, 3);
    second.push(Turn);
    trace.attach(&mut second);
    play(&mut first, 3);
    let id = |number: usize| trace.events().iter().map(|event| event.id).find(|id| id.get() == number as u64);
    let why = |number| trace.why(id(number).unwrap()).unwrap().to_string();
    assert_eq!(why(1), "Turn, there before it was observed\n");
    assert_eq!(why(2), "Turn, pushed by the host\n");
    assert_eq!(why(6), "Turn, pushed by the host\n");
    second.run(&mut ()).unwrap();
    let kinds: Vec<_> = trace.events().into_iter().map(|event| event.kind).collect();
    assert_eq!(kinds[9], TraceKind::Queued { how: QueuedHow::Present, by: QueuedBy::Unknown });
    assert_eq!(kinds[19..], [TraceKind::Started, TraceKind::Ended]);
}

#[test]
fn names_only_may_be_asked_for_while_a_game_writes() {
    let trace = Trace::bounded(100_000);
    let mut phases = game(&trace);
    play(&mut phases, 10);
    let trace = trace.names_only();
    assert_eq!((trace.events().len(), trace.dropped()), (0, 10 * EVENTS));
    play(&mut phases, 10);
    assert_eq!((trace.events().len(), trace.dropped()), (10 * EVENTS, 10 * EVENTS));
    assert!(trace.events().iter().all(|event| event.debug.is_none()));
}

#[test]
fn more_games_than_can_be_told_apart_are_kept_all_the_same() {
    #[phase(leaf)]
    #[derive(Debug)]
    struct Other;

    impl Phase for Other {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let trace = Trace::bounded(100_000).names_only();
    for _ in 0..70_000 {
        game(&trace);
    }
    for number in 0..200 {
        let mut phases = game(&trace);
        if number % 2 == 0 {
            phases.push(Turn);
        } else {
            phases.push(Other);
        }
        phases.run(&mut ()).unwrap();
    }
    let events = trace.events();
    assert_eq!((events.len(), trace.dropped()), (200 * EVENTS, 0));
    for (number, events) in events.chunks(EVENTS).enumerate() {
        let name = if number % 2 == 0 { "Turn" } else { "Other" };
        assert!(events.iter().all(|event| event.name == name), "{number}");
    }
}
