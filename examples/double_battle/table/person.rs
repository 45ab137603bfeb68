//! A person at the table, against the AI.

use std::io::{BufRead, Write};

use super::keyboard::Keyboard;
use super::prompt::{Prompt, READY, answer_as_ai, greet, note};
use crate::double_battle::battler::Side;
use crate::double_battle::in_play::InPlay;
use crate::double_battle::play::{Host, PlayError, Reply};

/// A person who plays one side, and casts the dice where they are asked for; the AI plays the other side.
#[derive(Debug)]
pub struct Person<R> {
    side: Side,
    keyboard: Keyboard<R>,
    /// How many playouts the AI tries for each of its choices.
    playouts: u64,
}

impl<R: BufRead> Person<R> {
    /// A person who plays this side.
    pub const fn new(side: Side, keyboard: Keyboard<R>, playouts: u64) -> Self {
        Self { side, keyboard, playouts }
    }

    /// Tells the person what there is to know before the first question.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn greet(&self, game: &dyn InPlay, out: &mut dyn Write) -> Result<(), PlayError> {
        greet(game, self.side, out)
    }
}

impl<R: BufRead> Host for Person<R> {
    fn answer(
        &mut self,
        game: &mut dyn InPlay,
        is_below_text: bool,
        out: &mut dyn Write,
    ) -> Result<Reply, PlayError> {
        if let Some(reply) = answer_as_ai(game, self.side.foe(), self.playouts)? {
            return Ok(reply);
        }
        let Some(prompt) = Prompt::of(game, self.side) else { return Ok(Reply::Moved) };
        prompt.write(is_below_text, out)?;
        loop {
            write!(out, "{READY}")?;
            out.flush()?;
            let Some(line) = self.keyboard.line(out).map_err(PlayError::Input)? else {
                writeln!(out)?;
                note("The input has ended, and you leave the battle.", out)?;
                return Ok(Reply::Left);
            };
            if let Some(reply) = prompt.take(&line, game, out)? {
                return Ok(reply);
            }
        }
    }
}
