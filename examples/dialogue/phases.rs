//! The steps of the conversation.
//!
//! A phase here shows itself in `start`, and waits. An `update` with a line is an answer to it. An `update` without one
//! means that it was parked under a menu, which has taken the line, and is back: it shows itself again.

use phase_core::prelude::*;

use super::scene::Scene;
use super::story::Passage;

/// Tells a passage: its lines, and then its question.
#[phase(world = Scene, unshifts(MessagePhase, ChoicePhase))]
#[derive(Debug)]
pub struct PassagePhase(pub &'static Passage);

impl Phase for PassagePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for line in self.0.lines {
            guard.unshift(MessagePhase(line));
        }
        if !self.0.answers.is_empty() {
            guard.unshift(ChoicePhase(self.0));
        }
        guard.end()
    }
}

/// Shows a line until the player presses Enter.
#[phase(world = Scene, leaf)]
#[derive(Debug)]
pub struct MessagePhase(pub &'static str);

impl MessagePhase {
    fn show(&self, scene: &mut Scene) {
        scene.show(format!("{} [Enter]", self.0));
    }
}

impl Phase for MessagePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.show(guard.world);
        guard.wait()
    }
}

impl Waits for MessagePhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if guard.world.line.take().is_some() {
            return guard.end();
        }
        self.show(guard.world);
        guard.wait()
    }
}

/// Asks what the player says to a passage, until it is one of the answers.
#[phase(world = Scene, unshifts(PassagePhase))]
#[derive(Debug)]
pub struct ChoicePhase(pub &'static Passage);

impl ChoicePhase {
    fn show(&self, scene: &mut Scene) {
        scene.show_menu("You say:", self.0.answers.iter().map(|&(answer, _)| answer));
    }
}

impl Phase for ChoicePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.show(guard.world);
        guard.wait()
    }

    fn on_cancel(&mut self, scene: &mut Scene) {
        scene.show("(You never answered.)");
    }
}

impl Waits for ChoicePhase {
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let Some(line) = guard.world.line.take() else {
            self.show(guard.world);
            return guard.wait();
        };
        let answers = self.0.answers;
        let Some(chosen) = guard.world.choose(&line, answers.len()) else { return guard.wait() };
        let (_, passage) = answers[chosen];
        guard.unshift(PassagePhase(passage));
        guard.end()
    }
}

/// The pause menu. It knows nothing of what it stands over.
#[phase(world = Scene, unshifts(MessagePhase, FarewellPhase))]
#[derive(Debug)]
pub struct PausePhase;

impl PausePhase {
    const ANSWERS: [&'static str; 3] = ["Go on", "About this story", "Leave"];

    fn show(scene: &mut Scene) {
        scene.show_menu("-- Paused --", Self::ANSWERS);
    }
}

impl Phase for PausePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        Self::show(guard.world);
        guard.wait()
    }
}

impl Waits for PausePhase {
    fn update(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let Some(line) = guard.world.line.take() else {
            Self::show(guard.world);
            return guard.wait();
        };
        let chosen = if line == "p" { Some(0) } else { guard.world.choose(&line, Self::ANSWERS.len()) };
        match chosen {
            Some(0) => {}
            // What an interrupting phase unshifts comes before the parked one, too.
            Some(1) => guard.unshift(MessagePhase("It has four passages and one end.")),
            Some(_) => {
                // This gives up all that is parked, with its `on_cancel`, and all that is queued, which has none.
                guard.queue.clear();
                guard.unshift(FarewellPhase);
            }
            None => return guard.wait(),
        }
        guard.end()
    }
}

/// The end for those who leave.
#[phase(world = Scene, leaf)]
#[derive(Debug)]
pub struct FarewellPhase;

impl Phase for FarewellPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.show("The bell falls silent. Good-bye!");
        guard.end()
    }
}
