//! A battle in play, as the driver and those at the table see it.

use std::io;
use std::path::Path;

use phase_core::prelude::*;
use phase_core::{AnyAnswer, ForkError};

use super::battle::Battle;
use super::phases::MovePhase;
use super::text::Line;

/// A battle in play: to be looked at, and to be changed by what the rules allow.
pub trait InPlay {
    /// The battle.
    fn battle(&self) -> &Battle;

    /// What is still to happen.
    fn phases(&self) -> &PhaseManager<Battle>;

    /// Goes on by one phase.
    ///
    /// # Errors
    ///
    /// If the phase fails.
    fn step(&mut self) -> Result<Step, RunError>;

    /// Answers the question that stands, for one of the seats that it asks.
    ///
    /// # Errors
    ///
    /// If the answer is not taken, or the phase that takes it fails.
    fn answer(&mut self, seat: Seat, answer: AnyAnswer) -> Result<Step, AnswerError<AnyAnswer>>;

    /// Casts a die that is asked for, by the dice of the battle, so that a seed is the same battle however they are cast; gives a
    /// number below `sides`.
    fn cast(&mut self, sides: u32) -> u32;

    /// What has been said since this was asked last.
    fn said(&mut self) -> Vec<Line>;

    /// Remembers this moment, for [`undo`](Self::undo) to come back to.
    ///
    /// # Errors
    ///
    /// If a phase can't be copied.
    fn remember(&mut self) -> Result<(), ForkError>;

    /// Goes back to the moment remembered last, if there is one, and says whether there was.
    fn undo(&mut self) -> bool;

    /// Takes an undo back, if there was one, and says so.
    fn redo(&mut self) -> bool;

    /// Writes the battle to a file.
    ///
    /// # Errors
    ///
    /// If the file can't be written.
    fn save(&self, path: &Path) -> io::Result<()>;
}

/// The move that starts next, if it is a move that does.
///
/// Moves are [`Ordered`], so it need not be the one at the front: the best on the level goes first, and of equals
/// the one that was queued first.
#[must_use]
pub fn next_move<'a>(phases: &'a PhaseManager<Battle>, battle: &Battle) -> Option<&'a MovePhase> {
    let (_, level) = phases.levels().last()?;
    level.clone().next()?.downcast_ref::<MovePhase>()?;
    let moves = level.rev().filter_map(PhaseRef::downcast_ref::<MovePhase>);
    moves.max_by_key(|queued| queued.key(battle))
}
