//! The conversation under inspection.

use std::io;

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_tools::Inspector;

use super::phases::{MessagePhase, PassagePhase, PausePhase};
use super::scene::Scene;
use super::story::JETTY;

/// An inspector of the conversation.
///
/// Its phases can't be copied, so the way back is to begin anew. A line waits for Enter alone, which is no choice: the
/// player presses it.
#[must_use]
pub fn inspector() -> Inspector<Scene> {
    let (phases, scene) = begin();
    Inspector::new(phases, scene)
        .restart(begin)
        .output(|scene| scene.shown.drain(..).collect())
        .player(|phases, _, _| {
            phases.question().filter(|asked| asked.phase().is::<MessagePhase>()).map(|_| AnyAnswer::new(()))
        })
        .act("open the pause menu", |phases, _| phases.interrupt(PausePhase))
}

/// Shows the conversation in the terminal until whoever looks at it quits.
///
/// # Errors
///
/// If there is no terminal, or it fails.
pub fn inspect() -> io::Result<()> {
    inspector().run().map(drop)
}

fn begin() -> (PhaseManager<Scene>, Scene) {
    let mut phases = PhaseManager::new();
    phases.push(PassagePhase(&JETTY));
    (phases, Scene::default())
}
