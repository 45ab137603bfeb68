//! What a person types.

use std::io::{self, BufRead, Write};

use crate::escape::escape;

/// Where lines come from.
#[derive(Debug)]
pub struct Keyboard<R> {
    input: R,
    /// Whether the lines have to be shown, since no terminal has done that.
    echo: bool,
}

impl<R: BufRead> Keyboard<R> {
    /// Lines that somebody types at a terminal.
    pub const fn terminal(input: R) -> Self {
        Self { input, echo: false }
    }

    /// Lines from anywhere else, which are shown as if they had been typed.
    pub const fn pipe(input: R) -> Self {
        Self { input, echo: true }
    }

    /// The next line, without its end and the white space around it; nothing once the input has ended.
    ///
    /// # Errors
    ///
    /// If the input or the output fails.
    pub fn line(&mut self, out: &mut dyn Write) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if self.echo {
            writeln!(out, "{}", escape(&line))?;
        }
        Ok(Some(line))
    }
}

/// What a line means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// A choice.
    Number(u64),
    /// Nothing was typed.
    Enter,
    Help,
    Field,
    Undo,
    Redo,
    /// Save to this file.
    Save(&'a str),
    Quit,
    /// None of these.
    Unknown,
}

impl<'a> Command<'a> {
    pub(super) const HELP: [(&'static str, &'static str); 6] = [
        ("f", "shows the field: who stands there, and what you have chosen"),
        ("u", "undoes your last answer, and then the one before, and so on"),
        ("r", "takes an undo back"),
        ("s FILE", "saves the battle at this question, for `--load FILE`"),
        ("q", "leaves the battle"),
        ("?", "shows this"),
    ];

    pub(super) fn of(line: &'a str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => Self::Enter,
            ("?" | "h" | "help", "") => Self::Help,
            ("f" | "field", "") => Self::Field,
            ("u" | "undo", "") => Self::Undo,
            ("r" | "redo", "") => Self::Redo,
            ("s" | "save", file) => Self::Save(file),
            ("q" | "quit", "") => Self::Quit,
            (number, "") => number.parse().map_or(Self::Unknown, Self::Number),
            _ => Self::Unknown,
        }
    }
}
