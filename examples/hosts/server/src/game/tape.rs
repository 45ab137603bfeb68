//! A game in the form in which `phase-tools` plays recordings again, step by step.

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::game::Game;
use phase_tools::Recorder;

use super::fault::{Fault, guarded};
use super::table::{Table, core_seat};
use crate::store::{Given, Recording};

/// A game as a recording of `phase-tools`: with each phase that ran, and up to where it fails if it does. The example
/// `double_battle` plays it again with `--replay`, and stops before any step of it.
///
/// # Errors
///
/// If its first state can't be read or written. What goes wrong in the game is in the recording.
pub fn tape(recording: &Recording) -> Result<phase_tools::Recording, Fault> {
    let Table { game, .. } = Table::load(&recording.first)?;
    let save = serde_json::to_string(&game).map_err(|error| Fault::by(&error))?;
    let Game { battle, phases, .. } = game;
    let recorder = Recorder::new(phases, battle).seed(recording.header.seed.to_string()).save(save);
    let tape = recorder.tape();
    let mut recorder = recorder;
    // The end of a game that fails is on the tape.
    let _ = guarded(|| {
        let failed = |error: RunError| Fault::by(&error);
        if recording.header.began.is_some() {
            recorder.run().map_err(failed)?;
        }
        for given in &recording.answers {
            let answer = offered(&recorder, given).ok_or_else(|| Fault::new("an answer is no option now"))?;
            recorder.answer_any(core_seat(given.seat), answer).map_err(|error| Fault::by(&error))?;
            recorder.run().map_err(failed)?;
        }
        Ok(())
    });
    Ok(tape.recording())
}

/// The option that was answered.
fn offered(recorder: &Recorder<Battle>, given: &Given) -> Option<AnyAnswer> {
    let question = recorder.question()?;
    let options = question.options(core_seat(given.seat), recorder.world())?;
    let text = |option: &AnyAnswer| serde_json::to_value(option).ok();
    let wanted = serde_json::from_str(given.answer.get()).ok();
    options.into_iter().find(|option| wanted.is_some() && text(option) == wanted)
}
