//! Digests of the world: where they begin, and what is said where they differ.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::Seat;
use phase_tools::record::{DivergenceKind, Line};
use phase_tools::{Recorder, Recording};

use crate::game::{A, Act, B, Kind, World, anew, play_on};
use crate::random::{Random, game, quietly};

const FIRST: Seat = Seat::Player(0);

fn counts() -> Vec<Act> {
    vec![
        Act::Count(1),
        Act::Ask(1),
        Act::Wait,
        Act::Count(2),
        Act::Wait,
        Act::Unshift(Kind::B, vec![Act::Count(3)]),
        Act::Ask(1),
    ]
}

/// Plays that game, with digests after so many calls.
fn played(without: usize) -> Recording {
    let (phases, world) = anew();
    let mut recorder = Recorder::new(phases, world);
    let calls: [fn(&mut Recorder<World>); 10] = [
        |recorder| recorder.push(A::new(counts())).unwrap(),
        |recorder| assert!(recorder.run().is_ok()),
        |recorder| assert!(recorder.answer::<A>(FIRST, 1).is_ok()),
        |recorder| assert!(recorder.run().is_ok()),
        |recorder| assert!(recorder.run().is_ok()),
        |recorder| assert!(recorder.run().is_ok()),
        |recorder| assert!(recorder.answer::<A>(FIRST, 2).is_ok()),
        |recorder| assert!(recorder.run().is_ok()),
        |recorder| recorder.push(B::new([])).unwrap(),
        |recorder| assert!(recorder.run().is_ok()),
    ];
    for (call, number) in calls.iter().zip(0..) {
        if number == without {
            recorder = recorder.digests();
        }
        call(&mut recorder);
    }
    recorder.recording()
}

#[test]
fn digests_that_are_switched_on_later() {
    for without in 0..10 {
        let recording: Recording = played(without).to_string().parse().unwrap();
        let (phases, world) = anew();
        let replayed = recording.replay_with_digests(phases, world);
        assert!(replayed.is_ok(), "after {without}: {}\n{recording}", replayed.unwrap_err());
        // What differs from there on is found.
        let other = recording.lines().find_map(|line| match line.line {
            Line::World(digest) => Some(format!("{digest:016x}")),
            _ => None,
        });
        let text = recording.to_string().replace(&other.unwrap(), "0123456789abcdef");
        let recording: Recording = text.parse().unwrap();
        let (phases, world) = anew();
        let difference = recording.replay_with_digests(phases, world).unwrap_err();
        assert_eq!(difference.kind(), DivergenceKind::World, "after {without}: {difference}");
    }
}

#[test]
fn digests_that_are_switched_on_in_any_game() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let acts = random.acts(3);
        let (phases, world) = game(&acts);
        let mut recorder = Recorder::new(phases, world);
        for _ in 0..random.below(8) {
            let call = AssertUnwindSafe(|| {
                drop(recorder.step());
                drop(recorder.time_out());
            });
            drop(quietly(|| catch_unwind(call)));
        }
        let mut recorder = recorder.digests();
        quietly(|| play_on(&mut recorder));
        let recording: Recording = recorder.recording().to_string().parse().unwrap();
        let (phases, world) = game(&acts);
        match quietly(|| recording.replay_with_digests(phases, world)) {
            Ok(replayed) => assert_eq!(replayed.world.count, recorder.world().count),
            // Nothing has been called any more.
            Err(difference) => {
                let kind = difference.kind();
                assert_eq!(kind, DivergenceKind::NoDigests, "seed {seed}: {difference}\n{recording}");
            }
        }
    }
}

#[test]
fn digests_after_resuming_begin_there() {
    let recording = played(0);
    for step in 0..=recording.steps() {
        let (phases, world) = anew();
        let resumed = recording.resume_at(step, phases, world).unwrap();
        let has_digest =
            |recording: &Recording| recording.lines().any(|line| matches!(line.line, Line::World(_)));
        assert!(!has_digest(&resumed.recording()));
        let mut resumed = resumed.digests();
        for _ in 0..20 {
            resumed.run().unwrap();
            if resumed.question().is_some() {
                resumed.answer::<A>(FIRST, 3).unwrap();
            }
        }
        resumed.push(B::new([Act::Count(1)])).unwrap();
        resumed.run().unwrap();
        let resumed: Recording = resumed.recording().to_string().parse().unwrap();
        assert!(has_digest(&resumed));
        let (phases, world) = anew();
        let replayed = resumed.replay_with_digests(phases, world);
        assert!(replayed.is_ok(), "{step}: {}\n{resumed}", replayed.unwrap_err());
    }
}

#[test]
fn a_recording_without_digests_can_not_be_compared_by_them() {
    let recording = played(usize::MAX);
    let (phases, world) = anew();
    let difference = recording.replay_with_digests(phases, world).unwrap_err();
    assert_eq!(difference.kind(), DivergenceKind::NoDigests);
    expect_test::expect!["the recording holds no digest of the world, so there is nothing to compare; play it with `replay`, or record with `Recorder::digests`"].assert_eq(&difference.to_string());
}

/// What is said of the recording if the digests of so many worlds are those of it, and the others are not.
fn difference(recording: &Recording, same: usize) -> String {
    let mut worlds = 0;
    let mut text = String::new();
    for line in recording.to_string().lines() {
        let is_other = line.starts_with("  world ") && {
            worlds += 1;
            worlds > same
        };
        text.push_str(if is_other { "  world 0123456789abcdef" } else { line });
        text.push('\n');
    }
    let (phases, world) = anew();
    text.parse::<Recording>().unwrap().replay_with_digests(phases, world).unwrap_err().to_string()
}

#[test]
fn the_phase_that_left_another_world_is_named() {
    let recording = played(0);
    let said: Vec<_> = (0..6)
        .map(|same| {
            let said = difference(&recording, same);
            said.lines().take(2).collect::<Vec<_>>().join("\n")
        })
        .collect();
    expect_test::expect![[r"
        the game differs from its recording at step 0, line 2: another world
          recorded: before the first step the world is one of digest 0123456789abcdef
        the game differs from its recording at step 2, line 6: another world
          recorded: after `A` starts, the world is one of digest 0123456789abcdef
        the game differs from its recording at step 3, line 9: another world
          recorded: after player 0 answers `A`, the world is one of digest 0123456789abcdef
        the game differs from its recording at step 4, line 12: another world
          recorded: after `A` is updated, the world is one of digest 0123456789abcdef
        the game differs from its recording at step 6, line 18: another world
          recorded: after `A` ends, the world is one of digest 0123456789abcdef
        the game differs from its recording at step 7, line 21: another world
          recorded: after `B` starts, the world is one of digest 0123456789abcdef"]]
    .assert_eq(&said.join("\n"));
}

#[test]
fn a_wrong_start_is_told_as_such() {
    let recording = played(0);
    let world = World { count: 7, ..World::default() };
    let difference = recording.replay_with_digests(anew().0, world).unwrap_err();
    assert_eq!((difference.kind(), difference.step(), difference.line()), (DivergenceKind::World, 0, 2));
    expect_test::expect![[r"
        the game differs from its recording at step 0, line 2: another world
          recorded: before the first step the world is one of digest 21ce683a865794df
          happened: before the first step the world is one of digest 4abcd66fbd2b91d9
        there is no step before it
        to stand right before it: recording.resume_at(0, phases, world)"]]
    .assert_eq(&difference.to_string());
    // An older recording, without it, is compared from its first phase on.
    let text = recording.to_string();
    let lines: Vec<_> = text.lines().collect();
    let old: Recording = [&lines[..1], &lines[2..]].concat().join("\n").parse().unwrap();
    assert!(old.replay_with_digests(anew().0, anew().1).is_ok());
    let world = World { count: 7, ..World::default() };
    assert_eq!(old.replay_with_digests(anew().0, world).unwrap_err().kind(), DivergenceKind::World);
}
