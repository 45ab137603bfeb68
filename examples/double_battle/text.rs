//! What the battle says: lines of toned text, which a terminal shows in colour.

use std::fmt;
use std::io::{self, Write};
use std::mem;

use anstyle::{AnsiColor, Style};
use serde::{Deserialize, Serialize};

use super::creature::Creature;

/// How a piece of text is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tone {
    /// As it is.
    Plain,
    /// A title.
    Heading,
    /// Of less weight.
    Quiet,
    /// A creature acts.
    Move,
    /// Something good, or full hp.
    Good,
    /// Something middling, or an ability.
    Notable,
    /// Something bad, or low hp.
    Bad,
}

impl Tone {
    const fn style(self) -> Style {
        match self {
            Self::Plain => Style::new(),
            Self::Heading => Style::new().bold(),
            Self::Quiet => Style::new().dimmed(),
            Self::Move => AnsiColor::Cyan.on_default(),
            Self::Good => AnsiColor::Green.on_default(),
            Self::Notable => AnsiColor::Yellow.on_default(),
            Self::Bad => AnsiColor::Red.on_default(),
        }
    }
}

/// One line, piece by piece.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Line {
    spans: Vec<(Tone, String)>,
    flush: bool,
}

impl Line {
    /// A line of one tone.
    #[must_use]
    pub fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self::default().and(tone, text)
    }

    /// A line that starts at the left edge, whatever queued it.
    #[must_use]
    pub fn heading(text: impl Into<String>) -> Self {
        Self { flush: true, ..Self::new(Tone::Heading, text) }
    }

    /// The line with more text behind it.
    #[must_use]
    pub fn and(mut self, tone: Tone, text: impl Into<String>) -> Self {
        self.spans.push((tone, text.into()));
        self
    }

    /// The line with a bar behind it that shows how many hp are left, and the numbers.
    #[must_use]
    pub fn and_gauge(self, hp: u32, max_hp: u32) -> Self {
        self.and_bar(hp, max_hp).and(Tone::Plain, format!(" {hp}/{max_hp}"))
    }

    /// The line with a bar behind it that shows how many hp are left.
    #[must_use]
    pub fn and_bar(self, hp: u32, max_hp: u32) -> Self {
        const CELLS: u32 = 10;
        // Rounded up, so that only the fallen have an empty bar.
        let full = (hp * CELLS).div_ceil(max_hp);
        let tone = match hp * 100 / max_hp {
            0..20 => Tone::Bad,
            20..50 => Tone::Notable,
            _ => Tone::Good,
        };
        let bar = |cell: &str, cells: u32| cell.repeat(cells as usize);
        self.and(tone, bar("█", full)).and(Tone::Quiet, bar("░", CELLS - full))
    }

    /// The line behind a mark that shows what belongs to an ability.
    #[must_use]
    pub fn under_banner(mut self) -> Self {
        self.spans.insert(0, (Tone::Notable, "│ ".to_owned()));
        self
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The text alone.
    #[must_use]
    pub fn into_text(self) -> String {
        self.spans.into_iter().map(|(_, text)| text).collect()
    }

    /// Writes the line, set in by the level of the phase that said it.
    ///
    /// # Errors
    ///
    /// Whatever `out` reports.
    pub fn write(&self, level: usize, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        if !self.flush && !self.spans.is_empty() {
            write!(out, "{}", "  ".repeat(level + 1))?;
        }
        for (tone, text) in &self.spans {
            let style = tone.style();
            write!(out, "{style}{text}{style:#}")?;
        }
        writeln!(out)
    }
}

/// A line that goes on with parts of a list, and over as many lines as that takes in a terminal of 80 columns.
#[must_use]
pub fn paragraph(head: Line, parts: &[String]) -> Vec<Line> {
    const WIDTH: usize = 78;
    let indent: usize = head.spans.iter().map(|(_, text)| text.chars().count()).sum();
    let (mut lines, mut line, mut column) = (Vec::new(), head, indent);
    for (left, part) in (0..parts.len()).rev().zip(parts) {
        let comma = if left == 0 { "" } else { "," };
        let width = part.chars().count() + comma.len();
        if column > indent && column + 1 + width > WIDTH {
            lines.push(mem::replace(&mut line, Line::new(Tone::Plain, " ".repeat(indent))));
            column = indent;
        }
        let space = if column > indent { " " } else { "" };
        line = line.and(Tone::Plain, format!("{space}{part}{comma}"));
        column += space.len() + width;
    }
    lines.push(line);
    lines
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.spans.iter().map(|(_, text)| text.as_str()).collect();
        text.fmt(f)
    }
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self::new(Tone::Plain, text)
    }
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Self::new(Tone::Plain, text)
    }
}

/// Names in a row: `A`, `A and B`, `A, B and C`.
#[must_use]
pub fn list<'a>(creatures: impl IntoIterator<Item = &'a Creature>) -> String {
    let names: Vec<&str> = creatures.into_iter().map(|creature| creature.name.as_str()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((only, _)) => (*only).to_owned(),
        None => String::new(),
    }
}
