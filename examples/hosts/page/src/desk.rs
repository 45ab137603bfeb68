//! Who answers at a page: a person who can't be waited for, and the AI.

use std::io::Write;

use phase_examples::double_battle::battler::Side;
use phase_examples::double_battle::in_play::InPlay;
use phase_examples::double_battle::play::{Host, PlayError, Reply};
use phase_examples::double_battle::table::{Prompt, READY, answer_as_ai};
use phase_examples::escape::escape;

/// Plays like [`Person`](phase_examples::double_battle::table::Person) in a terminal, and writes the same. But a page can't wait
/// for a key: where nothing has been typed, the desk shows the question and leaves, and the battle rests there until it is
/// played on.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) side: Side,
    pub(crate) playouts: u64,
    /// What has been typed at the question that stands.
    pub(crate) typed: Option<String>,
}

impl Host for Desk {
    fn answer(
        &mut self,
        game: &mut dyn InPlay,
        is_below_text: bool,
        out: &mut dyn Write,
    ) -> Result<Reply, PlayError> {
        if let Some(line) = self.typed.take() {
            let line = line.trim();
            writeln!(out, "{}", escape(line))?;
            let Some(prompt) = Prompt::of(game, self.side) else { return Ok(Reply::Moved) };
            if let Some(reply) = prompt.take(line, game, out)? {
                return Ok(reply);
            }
        } else {
            if let Some(reply) = answer_as_ai(game, self.side.foe(), self.playouts)? {
                return Ok(reply);
            }
            let Some(prompt) = Prompt::of(game, self.side) else { return Ok(Reply::Moved) };
            prompt.write(is_below_text, out)?;
        }
        write!(out, "{READY}")?;
        Ok(Reply::Left)
    }
}
