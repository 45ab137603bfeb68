//! The conversation under inspection.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_tools::Inspector;

use super::phases::{MessagePhase, PassagePhase, PausePhase};
use super::scene::Scene;
use super::story::JETTY;

/// An inspector of the conversation.
///
/// Its phases can't be copied, so the way back is to begin anew. A line waits for Enter alone, which is no choice: the
/// player presses it, and with that it has been said: it is the host who shows what a phase asks, so the world knows nothing of it.
#[must_use]
pub fn inspector() -> Inspector<Scene> {
    let (phases, scene) = begin();
    let spoken = Rc::new(RefCell::new(Vec::new()));
    let heard = Rc::clone(&spoken);
    Inspector::new(phases, scene)
        .restart(begin)
        .output(move |scene| heard.borrow_mut().drain(..).chain(scene.shown.drain(..)).collect())
        .player(move |phases, _, _| {
            let question = phases.question()?;
            let MessagePhase(line) = question.phase().downcast_ref()?;
            spoken.borrow_mut().push((*line).to_owned());
            Some(AnyAnswer::new(()))
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
