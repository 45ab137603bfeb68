//! Recordings that break off, the way to a difference, and long ways.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use phase_core::prelude::*;
use phase_tools::record::Tape;
use phase_tools::{Recorder, Recording};

use crate::game::{Act, B, Kind, anew, recorded};
use crate::random::quietly;

/// Keeps what a tape says in the middle of each of its calls.
#[phase(world = Watched, save)]
#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct WatchPhase;

#[derive(Default)]
struct Watched {
    tape: Arc<Mutex<Option<Tape>>>,
    seen: Vec<String>,
}

impl Watched {
    fn look(&mut self) {
        let tape = self.tape.lock().unwrap().clone();
        self.seen.extend(tape.map(|tape| tape.recording().to_string()));
    }
}

impl Phase for WatchPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.look();
        guard.ask()
    }

    fn on_end(&mut self, world: &mut Watched, _: &mut Queue<'_, Self>) {
        world.look();
    }

    fn on_cancel(&mut self, world: &mut Watched) {
        world.look();
    }
}

impl Asks for WatchPhase {
    type Answer = bool;

    fn fallback(&self, _: Seat, _: &Watched) -> Option<bool> {
        Some(true)
    }

    fn answer(&mut self, _: Seat, ends: bool, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.look();
        if ends { guard.end() } else { guard.ask() }
    }
}

/// What tapes say in the middle of all calls, and the whole recording.
fn watched() -> (Vec<String>, String) {
    let world = Watched::default();
    let tape = world.tape.clone();
    let mut recorder = Recorder::new(PhaseManager::new(), world);
    *tape.lock().unwrap() = Some(recorder.tape());
    let seat = Seat::Player(0);
    for _ in 0..5 {
        recorder.push(WatchPhase).unwrap();
    }
    recorder.run().unwrap();
    recorder.answer::<WatchPhase>(seat, false).unwrap();
    recorder.answer::<WatchPhase>(seat, true).unwrap();
    recorder.step().unwrap();
    recorder.time_out().unwrap();
    recorder.step().unwrap();
    recorder.cancel();
    recorder.run().unwrap();
    recorder.cancel_tree();
    recorder.step().unwrap();
    recorder.cancel_all();
    recorder.run().unwrap();
    let text = recorder.recording().to_string();
    (recorder.into_parts().1.seen, text)
}

#[test]
fn a_recording_that_breaks_off_in_any_call() {
    let (seen, text) = watched();
    assert!(seen.len() > 10);
    let lines = text.match_indices('\n').map(|(end, _)| text[..end].to_owned());
    for text in lines.chain(seen) {
        let recording: Recording = text.parse().unwrap();
        let replayed = recording.replay(PhaseManager::new(), Watched::default());
        assert!(replayed.is_ok(), "{}\n{recording}", replayed.err().unwrap());
    }
}

#[test]
fn the_call_that_a_difference_recommends() {
    let ends = [
        vec![Act::Wait],
        vec![Act::Suspend],
        vec![Act::Ask(1)],
        vec![Act::Fail],
        vec![Act::Panic],
        vec![Act::Halt],
        vec![Act::Clear],
        vec![Act::Unshift(Kind::C, vec![])],
        vec![Act::Count(1), Act::Wait],
    ];
    let acts = |last: &[Act]| vec![Act::Push(Kind::A, last.to_vec()), Act::Push(Kind::B, vec![])];
    let mut recommended = Vec::new();
    for one in ends.iter().chain([&vec![]]) {
        for other in ends.iter().chain([&vec![]]) {
            for by_steps in [false, true] {
                let (one, other) = (acts(one), acts(other));
                let mut recorder = recorded([]);
                recorder.push(B::new(one.clone())).unwrap();
                for _ in 0..if by_steps { 5 } else { 1 } {
                    let call = || if by_steps { recorder.step().is_ok() } else { recorder.run().is_ok() };
                    let _ = quietly(|| catch_unwind(AssertUnwindSafe(call)));
                }
                let acts_as_text = |acts: &Vec<Act>| serde_json::to_string(acts).unwrap();
                let text = recorder.recording().to_string();
                let text = text.replacen(&acts_as_text(&one), &acts_as_text(&other), 1);
                let recording: Recording = text.parse().unwrap();
                let (phases, world) = anew();
                let Err(difference) = quietly(|| recording.replay(phases, world)) else { continue };
                let words = difference.to_string();
                let step =
                    words.rsplit_once("resume_at(").unwrap().1.split(',').next().unwrap().parse().unwrap();
                let (phases, world) = anew();
                let resumed = quietly(|| recording.resume_at(step, phases, world));
                assert!(resumed.is_ok(), "{words}\nand then:\n{}\n{text}", resumed.unwrap_err());
                recommended.push(difference.step() - step);
                assert!(difference.step() - step <= 1, "{words}");
            }
        }
    }
    assert!(recommended.contains(&0) && recommended.contains(&1));
}

#[test]
fn walking_through_a_long_run_step_by_step() {
    const STARTS: u32 = 20_000;
    let mut recorder = recorded(vec![Act::Push(Kind::B, vec![Act::Count(1)]); STARTS as usize]);
    recorder.run().unwrap();
    let recording = recorder.recording();
    let (phases, world) = anew();
    // No call may look through the rest of the run, or this takes fifteen times as long.
    let mut walk = recording.walk(phases, world);
    for step in 0..=STARTS {
        walk.to(u64::from(step) + 3).unwrap();
        assert_eq!(walk.world().count, step);
    }
    walk.to(u64::MAX).unwrap();
    assert!(walk.is_over());
}
