//! Games that end badly leave a whole recording.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use phase_core::Seat;
use phase_tools::record::DivergenceKind;

use crate::game::{A, Act, Kind, anew, recorded};
use crate::random::quietly;

#[test]
fn a_game_that_panics() {
    let mut recorder =
        recorded([Act::Ask(1), Act::Unshift(Kind::B, vec![Act::Panic]), Act::Push(Kind::C, vec![])]);
    recorder.run().unwrap();
    recorder.answer::<A>(Seat::Player(0), 1).unwrap();
    assert!(quietly(|| catch_unwind(AssertUnwindSafe(|| recorder.run())).is_err()));
    let recording = recorder.recording();
    assert!(recording.to_string().ends_with("run\n  start B unshifted 1 by -1\n  panicked\n"), "{recording}");
    let (phases, world) = anew();
    let mut replayed = quietly(|| recording.replay(phases, world)).unwrap();
    // It stands as the game stood: what was queued is there.
    assert_eq!(replayed.phases.run(&mut replayed.world).unwrap(), phase_core::RunStatus::Idle);

    recorder.run().unwrap();
    let recording = recorder.recording();
    assert!(
        recording.to_string().ends_with("panicked\nrun\n  start C pushed 0 by -2\n  idle\n"),
        "{recording}"
    );
    let (phases, world) = anew();
    assert!(quietly(|| recording.replay(phases, world)).is_ok());
}

#[test]
fn a_panic_in_one_of_the_two() {
    let end = |last: Act| {
        let mut recorder = recorded([]);
        recorder.push(A::new([])).unwrap();
        let _ = recorder.unshift(A::new([last]));
        recorder
    };
    let mut panics = end(Act::Panic);
    assert!(quietly(|| catch_unwind(AssertUnwindSafe(|| panics.run())).is_err()));
    let text = panics.recording().to_string();
    let (phases, world) = anew();
    let difference = text.replace("Panic", "Halt").parse::<phase_tools::Recording>().unwrap();
    let difference = difference.replay(phases, world).unwrap_err();
    assert_eq!((difference.kind(), difference.step()), (DivergenceKind::Failure, 4), "{difference}");

    let mut goes_on = end(Act::Halt);
    goes_on.run().unwrap();
    let text = goes_on.recording().to_string().replace("Halt", "Panic");
    let (phases, world) = anew();
    let difference =
        quietly(|| text.parse::<phase_tools::Recording>().unwrap().replay(phases, world)).unwrap_err();
    assert_eq!((difference.kind(), difference.step()), (DivergenceKind::Failure, 4), "{difference}");
}

#[test]
fn a_panic_in_an_answer() {
    let mut recorder = recorded([Act::Ask(1), Act::Panic]);
    recorder.run().unwrap();
    let answer = AssertUnwindSafe(|| recorder.answer::<A>(Seat::Player(0), 1).is_ok());
    assert!(quietly(|| catch_unwind(answer).is_err()));
    recorder.run().unwrap();
    let recording = recorder.recording();
    assert!(recording.to_string().ends_with("answer player 0 1\n  panicked\nrun\n  idle\n"), "{recording}");
    let (phases, world) = anew();
    assert!(quietly(|| recording.replay(phases, world)).is_ok());
}

#[test]
fn a_recording_is_there_while_the_game_runs() {
    #[derive(Debug, serde::Serialize, serde::Deserialize)]
    #[phase_core::phase(world = Watched, save)]
    struct Watch(u32);

    #[derive(Default)]
    pub(crate) struct Watched(Arc<Mutex<Option<phase_tools::record::Tape>>>, Vec<String>);

    impl phase_core::Phase for Watch {
        fn start(&mut self, guard: phase_core::EndGuard<'_, Self>) -> phase_core::Flow<Self> {
            let tape = guard.world.0.lock().unwrap().clone().unwrap();
            // From another thread, as a panic hook may be.
            let text = std::thread::spawn(move || tape.recording().to_string()).join().unwrap();
            guard.world.1.push(text);
            guard.end()
        }
    }

    let handle = Arc::new(Mutex::new(None));
    let world = Watched(Arc::clone(&handle), Vec::new());
    let mut recorder = phase_tools::Recorder::new(phase_core::PhaseManager::new(), world);
    *handle.lock().unwrap() = Some(recorder.tape());
    recorder.push(Watch(7)).unwrap();
    recorder.run().unwrap();
    assert_eq!(recorder.world().1, ["recording 1\npush Watch 7\nrun\n  start Watch pushed 0\n"]);
}

#[test]
fn a_game_that_fails_or_hangs() {
    let mut recorder = recorded([Act::Push(Kind::B, vec![Act::Wait; 100]), Act::Fail]);
    assert!(recorder.run().is_err());
    for _ in 0..50 {
        recorder.run().unwrap();
    }
    let recording = recorder.recording();
    assert!(
        recording.to_string().ends_with("  failed\nrun\n  start B pushed 0 by -1\n  waits B\nrun 49\n"),
        "{recording}"
    );
    assert_eq!(recording.steps(), 1 + 2 + 49);
    let (phases, world) = anew();
    let mut replayed = recording.replay(phases, world).unwrap();
    replayed.phases.run(&mut replayed.world).unwrap();
    assert_eq!(replayed.phases.waiting().unwrap().updates, 50);
}
