//! The loop around the phases: a line in, a run, and what it said out.

use std::io::{self, BufRead, Write};

use phase_core::prelude::*;

use super::phases::{MessagePhase, PassagePhase, PausePhase};
use super::scene::Scene;
use super::story::JETTY;

const HELP: &str = "(Enter goes on, a number chooses, `p` is the pause menu, and `?` is this help.)";

/// Tells the story to whoever types `input`, until it or the input ends.
///
/// # Errors
///
/// If a line cannot be read or written.
pub fn run(input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut scene = Scene::default();
    let mut phases = PhaseManager::new();
    phases.push(PassagePhase(&JETTY));

    let mut lines = input.split(b'\n');
    while phases.run(&mut scene).map_err(io::Error::other)? == RunStatus::Waiting {
        write_shown(&mut scene, output)?;
        let Some(line) = lines.next().transpose()? else {
            give_up(&mut phases, &mut scene);
            break;
        };
        match String::from_utf8_lossy(&line).trim() {
            "?" => phases.interrupt(MessagePhase(HELP)),
            "p" if !is_paused(&phases) => phases.interrupt(PausePhase),
            line => scene.line = Some(line.to_owned()),
        }
    }
    write_shown(&mut scene, output)
}

/// Whether the pause menu itself is what waits, to which `p` is an answer.
fn is_paused(phases: &PhaseManager<Scene>) -> bool {
    phases.current().is_some_and(PhaseRef::is::<PausePhase>)
}

/// Gives up the phase that waits and all behind it: nobody is left to answer.
fn give_up(phases: &mut PhaseManager<Scene>, scene: &mut Scene) {
    scene.show("(There is no more input.)");
    phases.cancel(scene);
    phases.clear(scene);
}

fn write_shown(scene: &mut Scene, output: &mut impl Write) -> io::Result<()> {
    for line in scene.shown.drain(..) {
        writeln!(output, "{line}")?;
    }
    output.flush()
}
