//! What a target does with a text: reads it as a recording and, if it is one, writes it again and plays it.

use phase_core::prelude::*;
use phase_tools::record::Line;
use phase_tools::{Recorder, Recording};
use serde::{Deserialize, Serialize};

use crate::game::{Message, Note, Plan, Sleep, Speed, Spell, World};

/// Ends the games that phases of a made-up recording would play for ever.
const START_LIMIT: usize = 40;
/// A recording may say that a game waited for years.
const MOST_WAITS: u64 = 50;

/// Asks two players for a number.
#[phase(world = World, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Guess {
    /// Who has answered.
    pub answered: Vec<Seat>,
}

impl Phase for Guess {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.ask()
    }
}

impl Asks for Guess {
    type Answer = Vec<u8>;

    fn seats(&self, _: &World) -> Vec<Seat> {
        [Seat::Player(0), Seat::Chance].into_iter().filter(|seat| !self.answered.contains(seat)).collect()
    }

    fn fallback(&self, _: Seat, _: &World) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn unasked(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }

    fn answer(&mut self, seat: Seat, answer: Vec<u8>, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.answered.push(seat);
        for number in answer.into_iter().take(3) {
            guard.unshift(Note(u32::from(number)));
        }
        if self.seats(guard.world).is_empty() { guard.end() } else { guard.ask() }
    }
}

fn game() -> (PhaseManager<World>, World) {
    (PhaseManager::new().start_limit(START_LIMIT), World::default())
}

/// Reads a text and, if it is a recording, plays it.
///
/// # Panics
///
/// If a recording that was written reads as another one, or one that plays, does not up to one of its steps.
pub fn play(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let recording = match text.parse::<Recording>() {
        Ok(recording) => recording,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = recording.to_string();
    let again: Recording = written.parse().expect("what was written can be read");
    assert_eq!(again, recording);
    assert_eq!(again.to_string(), written);
    let waits = |line| match line {
        Line::Run { times } | Line::Step { times } => times,
        _ => 0,
    };
    if recording.lines().any(|recorded| waits(recorded.line) > MOST_WAITS) {
        return;
    }
    let (phases, world) = game();
    if let Err(difference) = recording.replay(phases, world) {
        assert!(difference.step() <= recording.steps());
        return assert!(!difference.to_string().is_empty());
    }
    for step in [0, recording.steps() / 2, recording.steps(), u64::MAX] {
        let (phases, world) = game();
        let resumed = recording.resume_at(step, phases, world).expect("the whole of it plays");
        let (phases, world) = game();
        resumed.recording().replay(phases, world).expect("it has just been recorded");
    }
}

/// Recordings of real games.
///
/// # Panics
///
/// If something can't be recorded, which must not be.
#[must_use]
pub fn real() -> Vec<String> {
    let (phases, world) = game();
    let mut recorder = Recorder::new(phases, world).version("1").seed("\"s\"");
    let mut texts = Vec::new();
    let plans = vec![Plan::Push(7), Plan::Hurry(-1), Plan::Hurry(9), Plan::Echo, Plan::Sleep(false, 2)];
    recorder.push(Spell { plans }).expect("it can be written");
    recorder.push(Guess { answered: Vec::new() }).expect("it can be written");
    recorder.push(Speed { speed: 4 }).expect("it can be written");
    for round in 0..24 {
        let _ = recorder.run();
        let seat = recorder.question().and_then(|question| question.seats(recorder.world()).first().copied());
        match (round % 6, seat) {
            (0, Some(_)) => drop(recorder.time_out()),
            (_, Some(seat)) => drop(recorder.answer::<Guess>(seat, vec![1, round])),
            (1, _) => {
                recorder.interrupt(Sleep { deep: round % 4 == 1, lasts: 2 }).expect("it can be written");
            }
            (2, _) => recorder.unshift(Message::Silence).expect("it can be written"),
            (3, _) => drop(recorder.cancel()),
            (4, _) => recorder.push(Guess { answered: vec![Seat::Chance] }).expect("it can be written"),
            _ => drop(recorder.step()),
        }
        if round == 20 {
            recorder.clear();
            recorder.note("finished");
            recorder.finish();
        }
        texts.push(recorder.recording().to_string());
    }
    texts
}
