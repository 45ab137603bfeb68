//! Lines that fit a terminal of 80 columns.

use std::io::{self, Write};

use crate::card_stack::player::Player;
use crate::card_stack::said::Said;
use crate::double_battle::text::{Line, Tone};

/// Where the lines of a game go.
pub(super) struct Page<'a> {
    out: &'a mut dyn Write,
    /// Whether the last line is empty, so that another empty one would be one too many.
    is_blank: bool,
}

impl<'a> Page<'a> {
    const WIDTH: usize = 80;

    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, is_blank: false }
    }

    pub(super) fn out(&mut self) -> &mut dyn Write {
        self.is_blank = false;
        &mut *self.out
    }

    /// Writes something, set in by so many levels, over as many lines as it takes; what does not fit the first is set in
    /// further.
    pub(super) fn write(&mut self, level: usize, tone: Tone, text: &str) -> io::Result<()> {
        // Beyond this, the words would have no room.
        let level = level.min(20);
        let mut indent = 2 * (level + 1);
        let mut words = text.split(' ');
        let mut line = words.next().unwrap_or_default().to_owned();
        for word in words {
            if indent + line.chars().count() + 1 + word.chars().count() > Self::WIDTH {
                self.write_line(indent, tone, &line)?;
                line.clear();
                indent = 2 * (level + 3);
            } else {
                line.push(' ');
            }
            line += word;
        }
        self.write_line(indent, tone, &line)
    }

    fn write_line(&mut self, indent: usize, tone: Tone, text: &str) -> io::Result<()> {
        Line::new(tone, text.trim_end()).write(indent / 2 - 1, self.out())
    }

    /// Writes what the duel says, as one of the duelists may know it, or as nobody in particular.
    pub(super) fn write_said(&mut self, said: &Said, reader: Option<Player>) -> io::Result<()> {
        let private = said.private.as_ref().filter(|(player, _)| Some(*player) == reader);
        let text = private.map_or(said.text.as_str(), |(_, text)| text);
        if said.tone == Tone::Heading {
            self.blank()?;
        }
        self.write(said.depth, said.tone, text)
    }

    /// Says something that does not belong to the duel.
    pub(super) fn note(&mut self, text: &str) -> io::Result<()> {
        self.write(0, Tone::Quiet, &format!("({text})"))
    }

    pub(super) fn blank(&mut self) -> io::Result<()> {
        if self.is_blank {
            return Ok(());
        }
        writeln!(self.out())?;
        self.is_blank = true;
        Ok(())
    }
}
