//! What a trace takes of memory, and what it shows once it has dropped something.

use std::fmt;
use std::sync::OnceLock;

use expect_test::expect;
use phase_core::prelude::*;
use phase_tools::Trace;

use crate::play::{Game, above, act, just};

#[phase(unshifts(Move))]
#[derive(Debug)]
struct Turn(u32);

#[phase]
#[derive(Debug)]
struct Move(#[expect(dead_code, reason = "shown")] u32);

impl Phase for Turn {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(Move(self.0));
        guard.unshift(Move(self.0 + 1));
        guard.end()
    }
}

impl Phase for Move {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// Plays so many turns of nine events each.
fn play(trace: &Trace, turns: u32) -> PhaseManager<()> {
    let mut phases = PhaseManager::new();
    trace.attach(&mut phases);
    go_on(&mut phases, turns);
    phases
}

fn go_on(phases: &mut PhaseManager<()>, turns: u32) {
    for turn in 0..turns {
        phases.push(Turn(turn));
        phases.run(&mut ()).unwrap();
    }
}

#[test]
fn a_ring_stays_within_its_bytes() {
    for bytes in [0, 1, 100, 1_000, 10_000, 100_000, 1_000_000] {
        for names_only in [false, true] {
            let trace = Trace::bounded(bytes);
            let trace = if names_only { trace.names_only() } else { trace };
            // What the manager itself takes is taken before.
            let mut phases = play(&trace, 1);
            let first = allocation_counter::measure(|| go_on(&mut phases, 20_000));
            assert!(
                usize::try_from(first.bytes_max).unwrap() <= bytes + bytes / 20 + 500,
                "{bytes} bytes, {names_only}: {first:?}"
            );
            let events = trace.events().len();
            assert_eq!(events + trace.dropped(), 20_001 * 9);
            // Where it has any use, it makes use of what it has.
            let least = if names_only { 80 } else { 160 };
            assert!(
                bytes < 100_000 || events > bytes / least,
                "{bytes} bytes, {names_only}: {events} events"
            );
        }
    }
}

#[test]
fn an_event_by_name_takes_at_most_64_bytes() {
    for bytes in [100_000, 1_000_000] {
        let trace = Trace::bounded(bytes).names_only();
        play(&trace, 20_000);
        // One of 32 parts may be nearly empty.
        assert!(
            (trace.events().len() + trace.events().len() / 31 + 1) * 64 >= bytes,
            "{}",
            trace.events().len()
        );
    }
}

#[test]
fn a_full_ring_asks_for_no_memory() {
    for trace in [Trace::bounded(100_000).names_only(), Trace::bounded(100_000)] {
        let mut phases = play(&trace, 10_000);
        let later = allocation_counter::measure(|| go_on(&mut phases, 10_000));
        assert_eq!(later.count_total, 0);
    }
}

#[test]
fn what_was_dropped_is_counted_and_nothing_refers_to_it() {
    let trace = Trace::bounded(9_000);
    play(&trace, 100);
    assert_eq!(trace.events().len() + trace.dropped(), 900);
    let shown = trace.to_string();
    let mut lines = shown.lines();
    assert_eq!(lines.next(), Some(format!("{} events before were dropped", trace.dropped()).as_str()));
    let numbers: Vec<usize> =
        lines.clone().map(|line| line.trim_start().split_once(". ").unwrap().0.parse().unwrap()).collect();
    for line in lines {
        if let Some((_, parent)) = line.split_once("unshifted by ") {
            let parent = parent.split(',').next().unwrap();
            assert!(
                parent == "one that was dropped" || numbers.contains(&parent.parse().unwrap()),
                "{shown}"
            );
        }
    }
}

#[test]
fn a_ring_that_has_overflowed_within_a_turn() {
    let mut game = Game::traced(Trace::bounded(7_500), []);
    game.phases.push(act("turn", |mut guard| {
        for name in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"] {
            guard.unshift(above(name, || just("effect")));
        }
        guard.end()
    }));
    game.run();
    expect![[r"
        48 events before were dropped
        11. Act: ended
        1. g: ended
          12. effect: unshifted by 1, ended
        2. h: ended
          13. effect: unshifted by 2, ended
        3. i: ended
          14. effect: unshifted by 3, ended
        4. j: ended
          15. effect: unshifted by 4, ended
        5. k: ended
          16. effect: unshifted by 5, ended
        6. l: ended
          17. effect: unshifted by 6, ended
        7. m: ended
          18. effect: unshifted by 7, ended
        8. n: ended
          19. effect: unshifted by 8, ended
        9. o: ended
          20. effect: unshifted by 9, ended
        10. p: ended
          21. effect: unshifted by 10, ended"]]
    .assert_eq(&game.shown());
}

#[test]
fn a_text_that_is_too_long_is_cut() {
    let mut game = Game::traced(Trace::bounded(40_000), []);
    game.phases.push(just(Box::leak("ä".repeat(50_000).into_boxed_str())));
    game.phases.push(just("short"));
    game.run();
    let shown = game.shown();
    assert!(shown.len() < 1_000 && shown.contains("ää…: pushed by the host, ended"), "{shown}");
    assert!(shown.contains("\n2. short: "), "{shown}");
}

#[test]
fn what_was_there_counts_within_the_bytes() {
    let mut phases = PhaseManager::new();
    for number in 0..20_000 {
        phases.unshift(Move(number));
        phases.interrupt(Move(number));
    }
    for trace in [Trace::bounded(100_000).names_only(), Trace::bounded(100_000)] {
        let taken = allocation_counter::measure(|| trace.attach(&mut phases));
        assert_eq!(trace.events().len() + trace.dropped(), 40_000);
        assert!(trace.events().len() > 300);
        assert!(taken.bytes_current < 105_500, "{taken:?}");
    }
}

/// Shows far more than there is room for, at once or in pieces, and goes on after it was told that there is no more.
#[phase]
struct Chatter(Option<usize>);

impl Phase for Chatter {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl fmt::Debug for Chatter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PIECE: &str = "and so on; ";
        match self.0 {
            Some(pieces) => (0..pieces).for_each(|_| {
                let _ = f.write_str(PIECE);
            }),
            None => return f.write_str(ALL.get_or_init(|| PIECE.repeat(1_000_000))),
        }
        Ok(())
    }
}

static ALL: OnceLock<String> = OnceLock::new();

#[test]
fn a_text_without_end_takes_no_more_memory_than_the_ring_has() {
    let _ = format!("{:?}", Chatter(None));
    for chatter in [|| Chatter(None), || Chatter(Some(1_000_000))] {
        let trace = Trace::bounded(1 << 16);
        let mut phases = PhaseManager::new();
        trace.attach(&mut phases);
        let taken = allocation_counter::measure(|| {
            phases.push(chatter());
            phases.run(&mut ()).unwrap();
        });
        assert!(taken.bytes_max < 1 << 16, "{taken:?}");
        let shown = trace.events().iter().find_map(|event| event.debug.clone()).unwrap();
        assert!(shown.starts_with("and so on; and") && shown.ends_with('…'), "{shown}");
    }
}
