//! Answers that are given when somebody is asked.

use std::fmt::{self, Write};
use std::panic::Location;

use phase_core::{AnyAnswer, Seat};

/// Answers that have not been given yet, in the order in which they were scripted.
#[derive(Debug, Clone, Default)]
pub(super) struct Script {
    pub(super) lines: Vec<Line>,
    /// Where answers were scripted, and how many.
    parts: Vec<Part>,
}

/// One answer.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) seat: Seat,
    pub(super) answer: AnyAnswer,
    pub(super) origin: Origin,
}

/// Where an answer comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    part: Part,
    /// Which answer of its part it is, from 1.
    number: usize,
}

/// What was scripted at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    place: &'static Location<'static>,
    count: usize,
    /// How many parts there were before.
    number: usize,
}

impl Script {
    pub(super) fn add(
        &mut self,
        answers: impl IntoIterator<Item = (Seat, AnyAnswer)>,
        place: &'static Location<'static>,
    ) {
        let answers: Vec<_> = answers.into_iter().collect();
        let part = Part { place, count: answers.len(), number: self.parts.len() };
        let numbered = answers.into_iter().zip(1..);
        self.lines.extend(numbered.map(|((seat, answer), number)| {
            let origin = Origin { part, number };
            Line { seat, answer, origin }
        }));
        self.parts.push(part);
    }

    /// What is left over, and what has been used up.
    pub(super) fn told(&self) -> String {
        let mut told = String::new();
        if !self.lines.is_empty() {
            told = format!("\nstill scripted:{self}");
        }
        for part in &self.parts {
            let is_left = self.lines.iter().any(|line| line.origin.part == *part);
            if part.count > 0 && !is_left {
                let plural = if part.count == 1 { "" } else { "s" };
                // Writing to a string never fails.
                let _ = write!(told, "\nused up: {} answer{plural}, scripted at {}", part.count, part.place);
            }
        }
        told
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {}, {}", self.answer, self.seat, self.origin)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part: Part { place, count, .. }, number } = self;
        write!(f, "scripted at {place}")?;
        if *count > 1 { write!(f, " as answer {number} of {count}") } else { Ok(()) }
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            write!(f, "\n        {line}")?;
        }
        Ok(())
    }
}
