//! Files for `chrome://tracing` and Perfetto.

mod checker;

use std::collections::BTreeMap;

use expect_test::expect;
use phase_core::QueuedBy;
use phase_core::prelude::*;
use phase_tools::{Trace, TraceKind};

use crate::play::{Act, Game, Tickets, above, act, just, suspends, waits};
use crate::random;
use checker::{Picture, as_far_as_it_goes, check, check_events};

/// What a viewer shows: tracks with their slices, from step to step, then arrows and instants.
pub(crate) fn shown(trace: &Trace) -> String {
    let picture = check(&trace.to_chrome_json());
    let mut lines = Vec::new();
    let step = |at: u64| at / 1000;
    for (track, name) in picture.tracks.iter().filter(|(_, name)| *name != "events") {
        lines.push(format!("game {}, {name}:", track.0));
        for (index, slice) in picture.slices.iter().enumerate().filter(|(_, slice)| slice.track == *track) {
            let depth = std::iter::successors(slice.inside, |inside| picture.slices[*inside].inside).count();
            let (begin, end) = (step(slice.begin), step(slice.end));
            lines.push(format!("{:1$}{2} {begin}..{end}", "", 2 * depth + 2, label(&picture, index)));
        }
    }
    for arrow in &picture.arrows {
        lines.push(format!("{} -> {}", label(&picture, arrow.from), label(&picture, arrow.to)));
    }
    lines.extend(picture.instants.iter().cloned());
    lines.join("\n")
}

fn label(picture: &Picture, slice: usize) -> String {
    let slice = &picture.slices[slice];
    slice.id.map_or(slice.name.clone(), |id| format!("{id}. {}", slice.name))
}

#[test]
fn what_was_set_off_stands_inside() {
    let mut game = Game::of([
        act("A", |mut guard| {
            guard.unshift(above("B", || just("C")));
            guard.defer(just("D"));
            guard.end()
        }),
        just("E"),
    ]);
    game.run();
    expect![[r"
        game 1, phases:
          1. Act 1..5
            3. Act 2..4
              5. Act 3..4
            4. Act 4..5
          2. Act 5..6"]]
    .assert_eq(&shown(&game.trace));
}

#[test]
fn pushes_are_arrows() {
    let mut game = Game::of([
        act("A", |mut guard| {
            guard.push(just("C"));
            guard.unshift(just("B"));
            guard.end()
        }),
        just("B"),
    ]);
    game.run();
    expect![[r"
        game 1, phases:
          1. Act 1..3
            4. Act 2..3
          2. Act 3..4
          3. Act 4..5
        1. Act -> 3. Act"]]
    .assert_eq(&shown(&game.trace));
}

#[test]
fn waits_are_slices_inside() {
    let mut game = Game::of([waits("W", 3), suspends("S"), waits("W", 1)]);
    for _ in 0..4 {
        game.run();
    }
    game.tickets.pop().unwrap().end().unwrap();
    game.run();
    game.phases.interrupt(above("I", || just("J")));
    game.run();
    game.run();
    expect![[r"
        game 1, phases:
          1. Act 1..5
            waiting 2..5
          2. Act 5..7
            suspended 6..7
          3. Act 7..11
            waiting 8..9
            parked 9..11
        game 1, in between, 1:
          4. Act 9..11
            5. Act 10..11"]]
    .assert_eq(&shown(&game.trace));
}

#[test]
fn questions_and_answers_are_slices_inside() {
    #[phase(world = Tickets, asks, pushes(Act))]
    #[derive(Debug)]
    struct ChoicePhase;

    impl Asks for ChoicePhase {
        type Answer = u32;

        fn options(&self, _: Seat, _: &Tickets) -> Option<Vec<u32>> {
            Some(vec![1, 2])
        }

        fn answer(&mut self, _: Seat, answer: u32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.push(just("pushed"));
            if answer == 1 { guard.ask() } else { guard.end() }
        }
    }

    let mut game = Game::of([]);
    game.phases.push(ChoicePhase);
    game.run();
    let seat = Seat::Player(0);
    for answer in [1, 3, 2] {
        drop(game.phases.answer::<ChoicePhase>(&mut game.tickets, seat, answer));
    }
    game.run();
    expect![[r"
        game 1, phases:
          1. ChoicePhase 1..7
            asking 2..3
            was answered 1 by player 0 3..4
            asking 4..6
            was answered 2 by player 0 6..7
          2. Act 7..8
          3. Act 8..9
        was answered 1 by player 0 -> 2. Act
        was answered 2 by player 0 -> 3. Act
        event: ChoicePhase refused an answer of player 0"]]
    .assert_eq(&shown(&game.trace));
}

#[test]
fn an_interrupt_has_a_track() {
    let mut game = Game::of([above("A", || just("B"))]);
    game.phases.interrupt(waits("I", 1));
    game.run();
    game.phases.interrupt(just("II"));
    game.run();
    expect![[r"
        game 1, phases:
          2. Act 1..4
            waiting 2..3
            parked 3..4
          1. Act 4..6
            4. Act 5..6
        game 1, in between, 1:
          3. Act 3..4"]]
    .assert_eq(&shown(&game.trace));
}

#[test]
fn what_is_dropped_and_what_fails_is_an_instant() {
    let mut game = Game::of([
        act("A", |mut guard| {
            guard.unshift(act("B", |guard| guard.fail("no luck")));
            guard.unshift(just("C"));
            guard.end()
        }),
        just("D"),
    ]);
    game.run();
    game.phases.clear(&mut game.tickets);
    expect![[r"
        game 1, phases:
          1. Act 1..3
            3. Act 2..3
        event: Act failed (phase `B` failed in `start`, set off by Act)
        dropped: Act was dropped: the tree was cleared
        dropped: Act was dropped: the tree was cleared"]]
    .assert_eq(&shown(&game.trace));
}

#[test]
fn what_comes_in_the_middle_does_not_stand_in_what_did_not_set_it_off() {
    let mut game = Game::of([act("A", |mut guard| {
        guard.unshift(just("B"));
        guard.defer(just("C"));
        guard.end()
    })]);
    for _ in 0..2 {
        game.phases.step(&mut game.tickets).unwrap();
    }
    game.phases.unshift(just("from the host"));
    game.run();
    expect![[r"
        game 1, phases:
          1. Act 1..5
            2. Act 2..3
            3. Act 4..5
        game 1, in between, 1:
          4. Act 3..4"]]
    .assert_eq(&shown(&game.trace));
}

#[test]
fn what_is_inserted_further_behind_is_an_arrow() {
    let mut game = Game::of([
        act("A", |mut guard| {
            guard.queue.insert_after::<Act>(just("I"));
            guard.end()
        }),
        just("B"),
    ]);
    game.run();
    expect![[r"
        game 1, phases:
          1. Act 1..2
          2. Act 2..3
          3. Act 3..4
        1. Act -> 3. Act"]]
    .assert_eq(&shown(&game.trace));
}

#[test]
fn a_chain_without_end_goes_on_in_a_track_of_its_own() {
    fn link(left: u32) -> Act {
        act("link", move |mut guard| {
            if left > 0 {
                guard.unshift(link(left - 1));
            }
            guard.end()
        })
    }
    let mut game = Game::of([link(999)]);
    game.run();
    let picture = check(&game.trace.to_chrome_json());
    let deepest = (0..picture.slices.len())
        .map(|index| std::iter::successors(Some(index), |inner| picture.slices[*inner].inside).count())
        .max();
    assert_eq!(
        (picture.slices.len(), deepest, picture.tracks.len(), picture.arrows.len()),
        (1000, Some(200), 6, 4)
    );
}

#[test]
fn several_games_are_processes() {
    let trace = Trace::new();
    let mut games = [Game::traced(trace.clone(), []), Game::traced(trace.clone(), [])];
    for _ in 0..2 {
        for game in &mut games {
            game.phases.push(above("turn", || just("move")));
            game.phases.step(&mut game.tickets).unwrap();
        }
    }
    expect![[r"
        game 1, phases:
          1. Act 1..4
            2. Act 3..4
        game 2, phases:
          1. Act 2..5
            2. Act 4..5"]]
    .assert_eq(&shown(&trace));
}

#[test]
fn a_ring_that_has_dropped_the_beginning() {
    let mut game = Game::traced(Trace::bounded(4096), []);
    for _ in 0..200 {
        game.phases.push(above("turn", || above("move", || waits("hit", 1))));
        game.run();
        game.run();
    }
    assert!(game.trace.dropped() > 0);
    let picture = check(&game.trace.to_chrome_json());
    assert_eq!(picture.instants, ["trace: events dropped before"]);
    assert_eq!(picture.tracks.len(), 2);
}

#[test]
fn nothing_at_all() {
    assert_eq!(Trace::new().to_chrome_json(), "[\n]\n");
}

#[test]
fn texts_are_escaped() {
    const HOSTILE: &str = "\"\\</script>\u{2028}\u{7f}\u{feff}é😀";
    let mut game = Game::of([just(HOSTILE)]);
    game.run();
    let json = game.trace.to_chrome_json();
    assert!(!json.contains('<') && !json.contains('\u{2028}'));
    let events: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(events.last().unwrap()["args"]["debug"].as_str().unwrap(), HOSTILE.replace('\u{7f}', " "));
}

#[test]
fn a_file_that_is_cut_off_opens() {
    // One that is worth cutting, and not too long for it.
    let json = (0..1000)
        .map(|seed| random::played(Trace::new(), seed, 6).trace.to_chrome_json())
        .find(|json| {
            let picture = check(json);
            (4_000..12_000).contains(&json.len()) && picture.tracks.len() > 2 && picture.arrows.len() > 1
        })
        .unwrap();
    let mut events = 0;
    for end in 1..=json.len() {
        let read = as_far_as_it_goes(&json.as_bytes()[..end]);
        if read.len() != events {
            check_events(&read, true);
            events = read.len();
        }
    }
    // `chrome://tracing` takes a comma at the end away, and puts the bracket there.
    for (end, _) in json.match_indices('\n') {
        let cut = json[..end].trim_end_matches(',');
        let closed = if cut.ends_with(']') { cut.to_owned() } else { format!("{cut}]") };
        check_events(&serde_json::from_str::<Vec<_>>(&closed).unwrap(), true);
    }
}

#[test]
fn random_games() {
    let (mut arrows, mut tracks, mut instants) = (0, 0, 0);
    for seed in 0..120 {
        let game = random::played(Trace::new(), seed, 25);
        let json = game.trace.to_chrome_json();
        let picture = check(&json);
        agrees(&picture, &game.trace, seed);
        assert_eq!(json, random::played(Trace::new(), seed, 25).trace.to_chrome_json(), "seed {seed}");
        arrows += picture.arrows.len();
        tracks = tracks.max(picture.tracks.len());
        instants += picture.instants.len();
        for bytes in [0, 2048] {
            let short = random::played(Trace::bounded(bytes), seed, 25);
            check(&short.trace.to_chrome_json());
        }
    }
    assert!(arrows > 200 && tracks > 3 && instants > 200, "{arrows} {tracks} {instants}");
}

/// Whether a picture shows what the events tell.
fn agrees(picture: &Picture, trace: &Trace, seed: u64) {
    let events = trace.events();
    // A second game of the trace sees the phases of the first once more.
    let is_alone = picture.tracks.keys().all(|track| track.0 == 1);
    if !is_alone {
        return;
    }
    let started = events.iter().filter(|event| event.kind == TraceKind::Started).count();
    let slices: BTreeMap<u64, usize> =
        picture.slices.iter().enumerate().filter_map(|(index, slice)| Some((slice.id?, index))).collect();
    assert_eq!(slices.len(), started, "seed {seed}");
    let dropped = events.iter().filter(|event| matches!(event.kind, TraceKind::Dropped { .. })).count();
    let shown = picture.instants.iter().filter(|name| name.starts_with("dropped: ")).count();
    assert_eq!(shown, dropped, "seed {seed}");
    for arrow in &picture.arrows {
        let from = picture.slices[arrow.from]
            .id
            .map_or_else(|| picture.phase_around(arrow.from), |_| Some(arrow.from));
        let source = picture.slices[from.expect("a phase")].id.unwrap();
        let queued = &picture.slices[arrow.to].queued;
        assert!(queued.ends_with(&format!(" by Act {source}")), "seed {seed}: {queued} {source}");
    }
    for event in &events {
        let TraceKind::Queued { how, by: QueuedBy::Phase(by) } = event.kind else { continue };
        let Some(slice) = slices.get(&event.id.get()) else { continue };
        let by = slices[&by.get()];
        let has_arrow = picture.arrows.iter().any(|arrow| arrow.to == *slice);
        let is_inside = picture.is_around(by, *slice);
        assert!(is_inside || has_arrow, "seed {seed}: {how:?} {event:?}");
        if matches!(how, QueuedHow::Push) {
            assert!(has_arrow && !is_inside, "seed {seed}: {event:?}");
        }
    }
}
