//! The steps of the conversation. Those that need the player are questions, declared `asks`.

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

/// A line that stays until the player presses Enter.
#[phase(world = Scene, leaf, asks)]
#[derive(Debug)]
pub struct MessagePhase(pub &'static str);

impl Asks for MessagePhase {
    type Answer = ();

    fn answer(&mut self, _: Seat, (): (), guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// What a player picks from a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice(pub &'static str);

/// What the player says to a passage.
#[phase(world = Scene, unshifts(PassagePhase))]
#[derive(Debug)]
pub struct ChoicePhase(pub &'static Passage);

impl Phase for ChoicePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.ask()
    }

    fn on_cancel(&mut self, scene: &mut Scene) {
        scene.show("(You never answered.)");
    }
}

impl Asks for ChoicePhase {
    type Answer = Choice;

    fn options(&self, _: Seat, _: &Scene) -> Option<Vec<Choice>> {
        Some(self.0.answers.iter().map(|&(answer, _)| Choice(answer)).collect())
    }

    fn answer(&mut self, _: Seat, Choice(said): Choice, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for &(answer, passage) in self.0.answers {
            if answer == said {
                guard.unshift(PassagePhase(passage));
            }
        }
        guard.end()
    }
}

/// The pause menu, which the host opens over whatever is asked. It knows nothing of what it stands over.
#[phase(world = Scene, asks, unshifts(MessagePhase, FarewellPhase))]
#[derive(Debug)]
pub struct PausePhase;

impl PausePhase {
    /// Closes the menu.
    pub const GO_ON: Choice = Choice("Go on");
    const ABOUT: Choice = Choice("About this story");
    const LEAVE: Choice = Choice("Leave");
}

impl Asks for PausePhase {
    type Answer = Choice;

    fn options(&self, _: Seat, _: &Scene) -> Option<Vec<Choice>> {
        Some(vec![Self::GO_ON, Self::ABOUT, Self::LEAVE])
    }

    fn answer(&mut self, _: Seat, chosen: Choice, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        match chosen {
            // What an interrupting phase unshifts comes before the parked one, too.
            Self::ABOUT => guard.unshift(MessagePhase("It has four passages and one end.")),
            Self::LEAVE => {
                // This gives up all that is parked, with its `on_cancel`, and all that is queued, which has none.
                guard.queue.clear();
                guard.unshift(FarewellPhase);
            }
            _ => {}
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
