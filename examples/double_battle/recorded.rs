//! A battle that is recorded, and one that goes on from a recording.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use phase_core::prelude::*;
use phase_core::{AnyAnswer, ForkError};
use phase_tools::record::{Line as RecordLine, Tape};
use phase_tools::{Divergence, Recorder, Recording};
use serde::Serialize;

use super::battle::Battle;
use super::battler::Side;
use super::dice::Dice;
use super::fault::Fault;
use super::game::Game;
use super::in_play::InPlay;
use super::text::Line;
use crate::sealed;

/// A battle that is recorded.
#[derive(Debug)]
pub struct RecordedGame {
    recorder: Recorder<Battle>,
    /// Which side a person plays, if one does.
    pub person: Option<Side>,
    /// How much of what was said has been shown.
    shown: usize,
}

impl RecordedGame {
    /// Records a battle from here on. The recording holds it as it is now, so that it needs no other file.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn new(game: Game) -> serde_json::Result<Self> {
        let save = serde_json::to_string(&game)?;
        let Game { battle, phases, person, .. } = game;
        let recorder = Recorder::new(phases, battle).version(env!("CARGO_PKG_VERSION")).save(save);
        Ok(Self { recorder, person, shown: 0 })
    }

    /// The battle of a recording, up to just before a step.
    ///
    /// # Errors
    ///
    /// If it differs from the recording.
    pub fn resume(recording: &Recording, game: Game, before: u64) -> Result<Self, Divergence> {
        let Game { battle, phases, person, .. } = game;
        let recorder = recording.resume_at(before, phases, battle)?;
        let shown = recorder.world().lines.len();
        Ok(Self { recorder, person, shown })
    }

    /// Writes the recording to a file when the battle is over, whatever the end.
    #[must_use]
    pub fn keep_in(&self, path: PathBuf) -> Keeper {
        Keeper { tape: self.recorder.tape(), path: Some(path) }
    }
}

impl InPlay for RecordedGame {
    fn battle(&self) -> &Battle {
        self.recorder.world()
    }

    fn phases(&self) -> &PhaseManager<Battle> {
        self.recorder.phases()
    }

    fn step(&mut self) -> Result<Step, RunError> {
        self.recorder.step()
    }

    fn answer(&mut self, seat: Seat, answer: AnyAnswer) -> Result<Step, AnswerError<AnyAnswer>> {
        self.recorder.answer_any(seat, answer)
    }

    fn cast(&mut self, sides: u32) -> u32 {
        self.dice().below(sides)
    }

    fn said(&mut self) -> Vec<Line> {
        let lines = &self.recorder.world().lines;
        let said = lines.get(self.shown..).unwrap_or_default().to_vec();
        self.shown = lines.len();
        said
    }

    fn remember(&mut self) -> Result<(), ForkError> {
        self.recorder.checkpoint()
    }

    fn undo(&mut self) -> bool {
        let has_gone = self.recorder.undo();
        self.shown = self.recorder.world().lines.len();
        has_gone
    }

    fn redo(&mut self) -> bool {
        let has_gone = self.recorder.redo();
        self.shown = self.recorder.world().lines.len();
        has_gone
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        #[derive(Serialize)]
        struct Saved<'a> {
            battle: Battle,
            phases: &'a PhaseManager<Battle>,
            #[serde(skip_serializing_if = "Option::is_none")]
            person: Option<Side>,
        }
        let battle = Battle { dice: self.dice(), ..self.recorder.world().clone() };
        sealed::write(&Saved { battle, phases: self.recorder.phases(), person: self.person }, path)
    }
}

impl RecordedGame {
    /// The dice of the battle as they would be if those that were asked for had been cast by it: the world of a recorder can't be
    /// changed from outside.
    fn dice(&self) -> Dice {
        let mut dice = self.recorder.world().dice.clone();
        for recorded in self.recorder.recording().lines() {
            if matches!(recorded.line, RecordLine::Answer { seat: Seat::Chance, .. }) {
                dice.number();
            }
        }
        dice
    }
}

/// Writes a recording to a file, also when what it records panics.
#[derive(Debug)]
pub struct Keeper {
    tape: Tape,
    path: Option<PathBuf>,
}

impl Keeper {
    /// Writes it now.
    ///
    /// # Errors
    ///
    /// If the file can't be written; which one that is.
    pub fn write(mut self) -> Result<(), (PathBuf, io::Error)> {
        let Some(path) = self.path.take() else { return Ok(()) };
        fs::write(&path, self.tape.recording().to_string()).map_err(|error| (path, error))
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            // There is something worse to be told already.
            let _ = fs::write(path, self.tape.recording().to_string());
        }
    }
}

/// Reads a recording from a file, and the battle that it begins with.
///
/// # Errors
///
/// What is wrong with the file.
pub fn read(path: &Path) -> Result<(Recording, Game), Fault> {
    const ADVICE: &str = "give the path of a file that `--record` wrote";
    let text =
        fs::read_to_string(path).map_err(|error| Fault::unreadable(path, "recording", &error, ADVICE))?;
    let place = path.display().to_string();
    let recording: Recording = text.parse().map_err(|error| Fault::new(&place, &format!("{error}")))?;
    let Some(save) = recording.save() else {
        return Err(Fault::new(
            &place,
            &format!("the recording does not say how the battle began; {ADVICE}"),
        ));
    };
    let game = serde_json::from_str(save);
    let game =
        game.map_err(|error| Fault::new(&place, &format!("the recording begins with no battle: {error}")))?;
    Ok((recording, game))
}
