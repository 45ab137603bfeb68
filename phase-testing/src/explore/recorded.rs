//! The way to a fault as a recording.

use phase_core::{AnswerError, ForkError, PhaseManager, RunStatus};
use phase_tools::{Recorder, Recording};

use super::advance::{Fault, Patience};
use super::finding::{FindingKind, Given};
use crate::panics::catch;

/// So many phases may start on the way to a loop between two questions.
const LEAST_STARTS: usize = 1000;

/// Plays a way once more, and records that; nothing if an answer can't be written.
///
/// Of a loop there are only the first laps, if it is not the game itself that ends it.
pub(super) fn record<W: Clone + 'static>(
    phases: &PhaseManager<W>,
    world: &W,
    way: &[Given],
    fault: &Fault,
    patience: Patience,
) -> Result<Option<Recording>, ForkError> {
    let mut phases = phases.fork()?;
    let laps = fault.started.len() + 3 * fault.cycle.len();
    if fault.is_unlimited {
        phases.set_start_limit(patience.starts.min(laps.max(LEAST_STARTS)));
    }
    let mut recorder = Recorder::new(phases, world.clone());
    recorder.note(&fault.message);
    let recording = go_the_way(&mut recorder, way, fault, laps, patience);
    // What is left of the game may panic, which has been told where it was found.
    let _ = catch(|| drop(recorder));
    Ok(recording)
}

fn go_the_way<W: 'static>(
    recorder: &mut Recorder<W>,
    way: &[Given],
    fault: &Fault,
    laps: usize,
    patience: Patience,
) -> Option<Recording> {
    for (number, given) in way.iter().enumerate() {
        let is_last = number + 1 == way.len();
        if go(recorder, patience.starts, patience) != Some(RunStatus::Asking) {
            return None;
        }
        match catch(|| recorder.answer_any(given.seat, given.answer.clone())) {
            Ok(Ok(_)) => {}
            Ok(Err(AnswerError::Unwritable { .. })) if fault.kind != FindingKind::Refusal => return None,
            // It happens in the answer itself.
            _ => return is_last.then(|| recorder.recording()),
        }
    }
    let most = if fault.cycle.is_empty() { patience.frames.saturating_add(1) } else { laps };
    go(recorder, most, patience);
    Some(recorder.recording())
}

/// Runs the game until it rests, and at most so many times where a phase waits; nothing if it fails on the way.
fn go<W: 'static>(recorder: &mut Recorder<W>, most: usize, patience: Patience) -> Option<RunStatus> {
    let mut status = None;
    for _ in 0..most.max(1) {
        status = Some(catch(|| recorder.run()).ok()?.ok()?);
        match status {
            Some(RunStatus::Waiting) => {}
            Some(RunStatus::Halted) if patience.past_halts => {}
            _ => break,
        }
    }
    status
}
