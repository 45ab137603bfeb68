//! Phases that ask for a number, and what may go wrong around them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};

use phase_core::prelude::*;
use phase_tools::{Recorder, Recording};
use serde::{Deserialize, Serialize};

use crate::random::quietly;

/// What has happened, in words.
type Words = Vec<String>;

const FIRST: Seat = Seat::Player(0);

#[phase(world = Words, save, clone, asks)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Q;

impl Asks for Q {
    type Answer = u32;

    fn answer(&mut self, _: Seat, answer: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(format!("answer {answer}"));
        guard.end()
    }
}

fn asking(times: usize) -> Recorder<Words> {
    let mut recorder = Recorder::new(PhaseManager::new(), Words::new());
    for _ in 0..times {
        recorder.push(Q).unwrap();
    }
    recorder
}

/// The text of what was recorded, after it has been read and played again with the same world at the end.
fn played_again(recorder: &Recorder<Words>) -> String {
    let text = recorder.recording().to_string();
    let recording: Recording = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let replayed = quietly(|| recording.replay(PhaseManager::new(), Words::new()));
    let replayed = replayed.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(&replayed.world, recorder.world(), "{text}");
    text
}

#[test]
fn a_note_between_undo_and_redo_leaves_whole_lines() {
    let mut recorder = asking(2).undoable(5);
    recorder.run().unwrap();
    recorder.answer::<Q>(FIRST, 1).unwrap();
    recorder.run().unwrap();
    recorder.answer::<Q>(FIRST, 2).unwrap();
    recorder.run().unwrap();
    assert!(recorder.undo() && recorder.undo());
    assert_eq!(recorder.redos(), 2);
    recorder.note("took both back");
    assert_eq!((recorder.redos(), recorder.redo()), (0, false), "a note is something new");
    recorder.undo();
    recorder.answer::<Q>(FIRST, 3).unwrap();
    recorder.run().unwrap();
    assert!(played_again(&recorder).ends_with(
        "# took both back\nanswer player 0 3\n  ended Q\nrun\n  start Q pushed 0\n  asks Q 2 player 0\n"
    ));
}

#[test]
fn numbers_after_an_undo_to_before_the_first_question() {
    let mut recorder = asking(2);
    recorder.checkpoint().unwrap();
    recorder.run().unwrap();
    assert!(recorder.undo());
    recorder.run().unwrap();
    recorder.answer::<Q>(FIRST, 1).unwrap();
    recorder.run().unwrap();
    let text = played_again(&recorder);
    assert!(text.contains("asks Q 1 player 0") && text.contains("asks Q 2 player 0"), "{text}");
}

/// After how many looks at who is asked the next one panics.
static LOOKS: AtomicI32 = AtomicI32::new(i32::MAX);

#[phase(world = Words, save, clone, asks)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Nobody;

impl Asks for Nobody {
    type Answer = u32;

    fn seats(&self, _: &Words) -> Vec<Seat> {
        assert!(LOOKS.fetch_sub(1, Ordering::Relaxed) != 0, "nobody is there");
        vec![FIRST]
    }

    fn answer(&mut self, _: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn a_panic_where_a_question_says_whom_it_asks() {
    let looks = |before: i32| {
        LOOKS.store(before, Ordering::Relaxed);
        let mut recorder = Recorder::new(PhaseManager::new(), Words::new());
        recorder.push(Nobody).unwrap();
        let has_panicked = quietly(|| catch_unwind(AssertUnwindSafe(|| recorder.run())).is_err());
        recorder.push(Q).unwrap();
        (recorder, has_panicked)
    };
    let mut before = 0;
    while let (mut recorder, true) = looks(before) {
        recorder.run().unwrap();
        let text = recorder.recording().to_string();
        assert!(text.contains("  panicked\npush Q null\nrun\n"), "look {before}: {text}");
        LOOKS.store(before, Ordering::Relaxed);
        let replayed = quietly(|| recorder.recording().replay(PhaseManager::new(), Words::new()));
        assert!(replayed.is_ok(), "look {before}: it panics there again: {text}");
        before += 1;
    }
    assert!(before > 1, "the recorder looks, too");
}

/// Panics when it starts, and does what `on_cancel` says when it is given up.
#[phase(world = Words, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Boom {
    clears: bool,
    panics_again: bool,
}

impl Phase for Boom {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.clears {
            guard.queue.clear();
        }
        panic!("boom")
    }

    fn on_cancel(&mut self, world: &mut Words) {
        assert!(!self.panics_again, "boom again");
        world.push("Boom is cancelled".to_owned());
    }
}

/// A game whose interrupt has panicked, and has not been given up.
fn panicked(clears: bool, panics_again: bool) -> Recorder<Words> {
    let mut recorder = asking(1);
    recorder.run().unwrap();
    recorder.interrupt(Boom { clears, panics_again }).unwrap();
    assert!(quietly(|| catch_unwind(AssertUnwindSafe(|| recorder.run())).is_err()));
    recorder
}

#[test]
fn an_answer_that_is_refused_after_a_panic_writes_what_that_had_left_to_do() {
    for clears in [false, true] {
        let mut recorder = panicked(clears, false);
        assert!(recorder.answer::<Q>(FIRST, 42).is_err());
        assert_eq!(recorder.world(), &["Boom is cancelled"]);
        let text = played_again(&recorder);
        let came = if clears { "  cancelled Q\n" } else { "" };
        assert!(text.ends_with(&format!("  panicked\nrecover\n{came}")), "{text}");
        // Once is enough.
        assert!(recorder.answer_any(FIRST, AnyAnswer::new(42_u32)).is_err());
        assert_eq!(recorder.time_out().unwrap(), []);
        assert_eq!(played_again(&recorder), text);
    }
}

#[test]
fn a_time_out_for_nobody_after_a_panic_writes_what_that_had_left_to_do() {
    let mut recorder = panicked(true, false);
    assert_eq!(recorder.time_out().unwrap(), []);
    recorder.run().unwrap();
    let text = played_again(&recorder);
    assert!(text.ends_with("  panicked\nrecover\n  cancelled Q\nrun\n  idle\n"), "{text}");
}

#[test]
fn a_panic_in_what_another_one_had_left_to_do() {
    let mut recorder = panicked(false, true);
    let answer = AssertUnwindSafe(|| recorder.answer::<Q>(FIRST, 42).is_ok());
    assert!(quietly(|| catch_unwind(answer).is_err()));
    recorder.run().unwrap();
    recorder.answer::<Q>(FIRST, 42).unwrap();
    let text = played_again(&recorder);
    assert!(text.contains("  panicked\nrecover\n  panicked\nrun\n  asks Q 1 player 0\nanswer"), "{text}");
}

/// What has no `Serialize`.
#[derive(Debug, Clone, PartialEq)]
struct Bare;

#[phase(world = Words, save, clone, asks)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct AsksBare;

impl Asks for AsksBare {
    type Answer = Bare;

    fn answer(&mut self, _: Seat, _: Bare, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn who_is_not_asked_is_told_so_before_an_answer_that_cannot_be_written() {
    let mut recorder = Recorder::new(PhaseManager::new(), Words::new());
    recorder.push(AsksBare).unwrap();
    recorder.run().unwrap();
    let before = recorder.recording();
    let stranger = Seat::Player(3);
    assert!(matches!(
        recorder.answer::<AsksBare>(stranger, Bare),
        Err(AnswerError::NotThisSeat { seat: Seat::Player(3), answer: Bare, .. })
    ));
    assert!(matches!(
        recorder.answer_any(stranger, AnyAnswer::new(Bare)),
        Err(AnswerError::NotThisSeat { seat: Seat::Player(3), .. })
    ));
    assert!(matches!(recorder.answer::<AsksBare>(FIRST, Bare), Err(AnswerError::Unwritable { .. })));
    assert_eq!(recorder.recording(), before);
}
