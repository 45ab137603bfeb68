//! Taking a game back, and its recording with it.

use phase_core::prelude::*;
use phase_tools::Recorder;

use crate::game::{A, Act, Kind, World, anew, play_on, recorded};
use crate::random::{Random, game, quietly};

const FIRST: Seat = Seat::Player(0);

#[test]
fn the_last_answer() {
    let mut recorder =
        recorded([Act::Ask(1), Act::Unshift(Kind::B, vec![]), Act::Ask(1), Act::Ask(1)]).undoable(10);
    let mut moments = Vec::new();
    while recorder.run().unwrap() == RunStatus::Asking {
        moments.push(recorder.recording());
        recorder.answer::<A>(FIRST, 3).unwrap();
    }
    assert_eq!((moments.len(), recorder.undos()), (3, 3));
    for moment in moments.iter().rev() {
        assert!(recorder.undo());
        assert_eq!(&recorder.recording(), moment);
    }
    assert!(!recorder.undo());
    assert!(recorder.world().answers.is_empty());
    for moment in &moments[1..] {
        assert!(recorder.redo());
        // A run came between.
        assert!(moment.to_string().starts_with(&recorder.recording().to_string()));
    }
    assert_eq!(recorder.world().answers, [3, 3]);
    while recorder.undo() {}
    for answer in [4, 5, 6] {
        recorder.answer::<A>(FIRST, answer).unwrap();
        recorder.run().unwrap();
        assert!(!recorder.redo(), "there is another future");
    }
    let recording = recorder.recording();
    // As if nothing had been undone, numbers of questions included.
    let mut straight = recorded([Act::Ask(1), Act::Unshift(Kind::B, vec![]), Act::Ask(1), Act::Ask(1)]);
    straight.run().unwrap();
    for answer in [4, 5, 6] {
        straight.answer::<A>(FIRST, answer).unwrap();
        straight.run().unwrap();
    }
    assert_eq!(recording.to_string(), straight.recording().to_string());
    let (phases, world) = anew();
    assert_eq!(recording.replay(phases, world).unwrap().world.answers, [4, 5, 6]);
}

#[test]
fn an_answer_that_is_refused_is_nothing_to_undo() {
    let mut recorder = recorded([Act::Ask(1), Act::Ask(1)]).undoable(10);
    recorder.run().unwrap();
    recorder.answer::<A>(FIRST, 1).unwrap();
    assert!(recorder.answer::<A>(FIRST, 77).is_err());
    assert!(recorder.answer::<A>(Seat::Player(3), 1).is_err());
    assert!(recorder.answer::<crate::game::B>(FIRST, 1).is_err());
    assert_eq!(recorder.undos(), 1);
    assert!(recorder.undo());
    assert!(recorder.world().answers.is_empty());
    assert!(!recorder.undo());
}

#[test]
fn checkpoints_of_the_host() {
    let mut recorder = recorded([Act::Count(1)]);
    recorder.checkpoint().unwrap();
    let before = recorder.recording();
    recorder.run().unwrap();
    recorder.push(A::new([Act::Count(5)])).unwrap();
    recorder.run().unwrap();
    assert!(recorder.undo());
    assert_eq!((recorder.world().count, recorder.recording()), (0, before));
}

#[test]
fn a_phase_that_cannot_be_copied() {
    #[derive(Debug, serde::Serialize, serde::Deserialize)]
    #[phase(world = World, save)]
    struct Heavy;

    impl Phase for Heavy {
        fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
            guard.end()
        }
    }

    let mut recorder = recorded([Act::Ask(1), Act::Ask(1)]).undoable(10);
    recorder.run().unwrap();
    recorder.answer::<A>(FIRST, 1).unwrap();
    assert_eq!((recorder.undos(), recorder.no_way_back()), (1, None));
    recorder.push(Heavy).unwrap();
    recorder.answer::<A>(FIRST, 1).unwrap();
    assert_eq!(recorder.undos(), 0);
    assert!(matches!(recorder.no_way_back(), Some(ForkError::NotClone { phase: "Heavy", .. })));
    assert!(!recorder.undo());
}

#[test]
fn undoing_at_random() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let acts = random.acts(3);
        let (phases, world) = game(&acts);
        let mut recorder = Recorder::new(phases, world).digests().undoable(1 + random.below(20));
        for _ in 0..5 {
            quietly(|| play_on(&mut recorder));
            for _ in 0..random.below(4) {
                recorder.undo();
            }
            if random.below(3) == 0 {
                recorder.redo();
            }
        }
        let recording = recorder.recording();
        let (phases, world) = game(&acts);
        let replayed = quietly(|| recording.replay_with_digests(phases, world));
        let replayed = replayed.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{recording}"));
        assert_eq!(replayed.world.answers, recorder.world().answers);
        assert_eq!(format!("{:?}", replayed.phases), format!("{:?}", recorder.phases()));
    }
}

#[test]
fn what_changes_nothing_leaves_what_can_be_undone_and_redone() {
    let refused = |recorder: &mut Recorder<World>| {
        assert!(recorder.answer::<A>(FIRST, 77).is_err());
        assert!(recorder.answer_any(Seat::Player(3), AnyAnswer::new(1_u32)).is_err());
    };
    let mut recorder = recorded([Act::Ask(1), Act::Ask(1)]).undoable(1);
    recorder.run().unwrap();
    recorder.answer::<A>(FIRST, 1).unwrap();
    refused(&mut recorder);
    assert_eq!(recorder.undos(), 1);
    let after = recorder.recording();
    assert!(recorder.undo());
    refused(&mut recorder);
    assert_eq!((recorder.undos(), recorder.redos()), (0, 1));
    assert!(recorder.redo());
    assert_eq!(recorder.recording(), after);
    assert_eq!(recorder.world().answers, [1]);
    assert!(recorder.undo());
    assert!(recorder.world().answers.is_empty());
}

#[test]
fn a_time_out_for_nobody_is_nothing_to_undo() {
    let mut recorder = recorded([Act::Ask(10)]).undoable(20);
    recorder.run().unwrap();
    assert_eq!(recorder.time_out().unwrap().len(), 9);
    assert_eq!(recorder.undos(), 1);
    // The last has no fallback.
    assert_eq!(recorder.time_out().unwrap(), []);
    assert_eq!(recorder.undos(), 1);
    assert!(recorder.undo());
    assert_eq!((recorder.time_out().unwrap().len(), recorder.redos()), (9, 0));
}

#[test]
fn an_answer_that_panics_can_be_undone() {
    let mut recorder = recorded([Act::Ask(1), Act::Panic]).undoable(1);
    recorder.run().unwrap();
    let before = recorder.recording();
    let answer = std::panic::AssertUnwindSafe(|| recorder.answer::<A>(FIRST, 1).is_ok());
    assert!(quietly(|| std::panic::catch_unwind(answer).is_err()));
    assert_eq!(recorder.undos(), 1);
    assert!(recorder.undo());
    assert_eq!(recorder.recording(), before);
    assert_eq!(recorder.redos(), 1);
    assert!(recorder.redo());
}
