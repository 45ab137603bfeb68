//! The frame loop around the phases.

use std::io::{self, Write};
use std::time::Duration;

use phase_core::prelude::*;

use super::phases::ShowPhase;
use super::stage::{Actor, FRAMES, Stage};

/// Plays the show, with a pause before each frame, and tells what the timers say of it.
///
/// # Errors
///
/// If `output` fails.
pub fn show(pause: Duration, output: &mut impl Write) -> io::Result<()> {
    let mut stage = Stage::new(pause);
    let mut phases = PhaseManager::new();
    phases.push(ShowPhase);

    while phases.run(&mut stage).map_err(io::Error::other)? == RunStatus::Waiting {
        stage.draw_next_frame();
        if is_tedious(&stage) {
            phases.cancel(&mut stage);
        }
        write_lines(&mut stage, output)?;
    }

    stage.say("And the timers?");
    for (actor, timer) in std::mem::take(&mut stage.timers) {
        stage.say(match timer.join() {
            Ok(()) => format!("  That of the {actor} has ended its phase."),
            Err(error) => format!("  That of the {actor} came too late; {error}."),
        });
    }
    write_lines(&mut stage, output)
}

/// Whether the audience has seen enough of the motion on show.
fn is_tedious(stage: &Stage) -> bool {
    let motion = stage.motion.as_ref();
    motion.is_some_and(|motion| motion.actor == Actor::Snail && motion.drawn == FRAMES / 2)
}

fn write_lines(stage: &mut Stage, output: &mut impl Write) -> io::Result<()> {
    for line in stage.lines.drain(..) {
        writeln!(output, "{line}")?;
    }
    output.flush()
}
