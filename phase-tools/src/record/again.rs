//! Doing again what the host did.

use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::{AnswerError, PhaseRef, QueuedHow, RunError, registry};

use super::data::is_secret;
use super::divergence::DivergenceKind;
use super::line::Line;
use super::recorder::Recorder;

/// Why something that the host did can't be done again.
pub(super) struct Problem {
    pub(super) kind: DivergenceKind,
    pub(super) words: String,
}

/// Does what a line says that the host did.
pub(super) fn do_again<W: 'static>(recorder: &mut Recorder<W>, line: Line<'_>) -> Result<(), Problem> {
    match line {
        Line::Answer { .. } => return answer(recorder, line),
        Line::Queue { how, name, data } => return queue(recorder, how, name, data),
        // Whom it has answered for is compared.
        Line::TimeOut => drop(recorder.time_out()),
        Line::Cancel => drop(recorder.cancel()),
        Line::CancelTree => drop(recorder.cancel_tree()),
        Line::CancelParked { index } => {
            let parked = recorder.phases().parked().nth(index).map(PhaseRef::id);
            let Some(id) = parked else {
                let words = format!("{} phases are parked", recorder.phases().parked().count());
                return Err(Problem { kind: DivergenceKind::Wait, words });
            };
            recorder.cancel_parked(id);
        }
        Line::CancelAll => drop(recorder.cancel_all()),
        Line::Clear => recorder.clear(),
        Line::Finish => recorder.finish(),
        Line::Recover => recorder.recover(),
        _ => {}
    }
    Ok(())
}

fn answer<W: 'static>(recorder: &mut Recorder<W>, line: Line<'_>) -> Result<(), Problem> {
    let Line::Answer { seat, data } = line else { return Ok(()) };
    let Some(question) = recorder.question() else {
        return Err(Problem { kind: DivergenceKind::Question, words: "nothing asks".to_owned() });
    };
    let mut reader = serde_json::Deserializer::from_str(data);
    let answer = question
        .read(seat, recorder.world(), &mut reader)
        .map_err(|error| Problem { kind: DivergenceKind::Refused, words: error.to_string() })?;
    let Err(error) = recorder.answer_any(seat, answer) else { return Ok(()) };
    let (kind, words) = match &error {
        AnswerError::Run(_) => return Ok(()),
        AnswerError::NotAsked { .. } => (DivergenceKind::Question, error.to_string()),
        AnswerError::NotThisSeat { .. } => (DivergenceKind::Seat, error.to_string()),
        AnswerError::Refused { phase, source, is_secret: false, .. } => {
            (DivergenceKind::Refused, format!("`{phase}` refuses the answer of {seat}: {source}"))
        }
        _ => (DivergenceKind::Refused, format!("the answer of {seat} is refused")),
    };
    Err(Problem { kind, words })
}

fn queue<W: 'static>(
    recorder: &mut Recorder<W>,
    how: QueuedHow,
    name: &str,
    data: &str,
) -> Result<(), Problem> {
    let mut reader = serde_json::Deserializer::from_str(data);
    let phase = registry().of::<W>().build(name, &mut reader).map_err(|error| {
        let words = if is_secret::<W>(name) {
            format!("phase `{name}` can't be read from what was recorded")
        } else {
            error.to_string()
        };
        Problem { kind: DivergenceKind::Data, words }
    })?;
    let queued = match how {
        QueuedHow::Unshift => recorder.unshift(phase),
        QueuedHow::Defer => recorder.defer(phase),
        QueuedHow::Interrupt => recorder.interrupt(phase),
        _ => recorder.push(phase),
    };
    queued.map_err(|error| Problem { kind: DivergenceKind::Data, words: error.to_string() })
}

/// How a part of the game came back.
pub(super) enum Came {
    Back,
    Panicked(String),
}

/// Calls the game. How it fails is on its tape.
pub(super) fn caught(call: impl FnOnce() -> Result<(), RunError>) -> Came {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(_) => Came::Back,
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            // What is thrown may panic once more when it is dropped.
            std::mem::forget(panic);
            Came::Panicked(text.unwrap_or_else(|| "of no text".to_owned()))
        }
    }
}
