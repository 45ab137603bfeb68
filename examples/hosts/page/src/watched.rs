//! A battle with a log of what it has said.

use std::io;
use std::path::Path;

use phase_core::prelude::*;
use phase_core::{AnyAnswer, ForkError};
use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::in_play::InPlay;
use phase_examples::double_battle::text::Line;

/// A battle, and what it has said on the way to where it stands. An undo takes that back, too.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) game: Game,
    pub(crate) log: Vec<Line>,
    /// How long the log was at the moments that can be gone back to.
    past: Vec<usize>,
    /// What undos have taken out of the log.
    undone: Vec<Vec<Line>>,
}

impl Watched {
    pub(crate) const fn new(game: Game) -> Self {
        Self { game, log: Vec::new(), past: Vec::new(), undone: Vec::new() }
    }

    pub(crate) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

impl InPlay for Watched {
    fn battle(&self) -> &Battle {
        self.game.battle()
    }

    fn phases(&self) -> &PhaseManager<Battle> {
        self.game.phases()
    }

    fn step(&mut self) -> Result<Step, RunError> {
        self.game.step()
    }

    fn answer(&mut self, seat: Seat, answer: AnyAnswer) -> Result<Step, AnswerError<AnyAnswer>> {
        self.game.answer(seat, answer)
    }

    fn cast(&mut self, sides: u32) -> u32 {
        self.game.cast(sides)
    }

    fn said(&mut self) -> Vec<Line> {
        let said = self.game.said();
        self.log.extend_from_slice(&said);
        said
    }

    fn remember(&mut self) -> Result<(), ForkError> {
        self.game.remember()?;
        self.past.push(self.log.len());
        self.undone.clear();
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if !self.game.undo() {
            self.past.clear();
            return false;
        }
        let length = self.past.pop().unwrap_or_default();
        self.undone.push(self.log.split_off(length.min(self.log.len())));
        true
    }

    fn redo(&mut self) -> bool {
        if !self.game.redo() {
            return false;
        }
        self.past.push(self.log.len());
        self.log.append(&mut self.undone.pop().unwrap_or_default());
        true
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        InPlay::save(&self.game, path)
    }
}
