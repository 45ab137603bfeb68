//! A recorded game.

use std::fmt;
use std::iter::Peekable;

use serde::de::IgnoredAny;

use super::line::{End, Line};
use super::log::{Log, LogLines};
use super::text::Quoted;

/// What a [`Recorder`](super::Recorder) has written: all that the host did in a game, and what came of it.
///
/// Needs the [feature](crate#features) `record`.
///
/// `Display` writes it as text, and [`FromStr`](std::str::FromStr) reads that; [the module's page](super#the-text) says
/// what the lines mean. [`replay`](Self::replay) plays it again and stops at the first difference;
/// [`resume_at`](Self::resume_at) goes on from any of its steps; [`hidden_chance`](Self::hidden_chance) looks for what
/// differs from run to run.
///
/// A **step** is a start of a phase, an end of one that had waited, a run that only waited, or anything that the host did besides
/// running the game: each moment before which one can stand. They are counted from 1.
///
/// A recording of 10,000 starts takes some 40 kilobytes, and a copy is little more than one of these bytes. It holds what was
/// answered, secret or not: see [the module's page](super#secrets).
///
/// # Examples
///
/// ```
/// use phase_tools::record::Recording;
///
/// let recording: Recording = "recording 1\nseed \"42\"\n# a game that was left at once\nrun\n  idle\n".parse()?;
/// assert_eq!(recording.seed(), Some("42"));
/// assert_eq!(recording.steps(), 0);
/// # Ok::<(), phase_tools::record::RecordingError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Recording {
    pub(super) head: Vec<Head>,
    pub(super) log: Log,
}

/// A line before the first that says what was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Head {
    Format,
    Version(String),
    Seed(String),
    Save(String),
    Comment { text: String, is_behind: bool },
}

/// The number of the format that this version of the crate writes, and the highest that it reads.
pub(super) const FORMAT: u32 = 1;

/// A line of a recording, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedLine<'a> {
    /// The number of the line in the text, from 1.
    pub number: usize,
    /// The step that it is, or belongs to; 0 before the first. Of a run that waited several times, the first.
    pub step: u64,
    /// Whether it is that step, or the first of several.
    pub is_step: bool,
    /// What it says.
    pub line: Line<'a>,
}

impl Recording {
    pub(super) fn new() -> Self {
        Self { head: vec![Head::Format], log: Log::default() }
    }

    /// The version of the game, as its recorder was told.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.head.iter().find_map(|head| if let Head::Version(text) = head { Some(&**text) } else { None })
    }

    /// The seed of the game, as its recorder was told.
    #[must_use]
    pub fn seed(&self) -> Option<&str> {
        self.head.iter().find_map(|head| if let Head::Seed(text) = head { Some(&**text) } else { None })
    }

    /// The save from which the game went on, as its recorder was told.
    #[must_use]
    pub fn save(&self) -> Option<&str> {
        self.head.iter().find_map(|head| if let Head::Save(text) = head { Some(&**text) } else { None })
    }

    /// The lines behind the header.
    ///
    /// # Examples
    ///
    /// Which phases started, and how often:
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use phase_tools::record::{Line, Recording};
    ///
    /// let text = "recording 1\nrun\n  start TurnPhase pushed 0\n  start TurnPhase supplied 0\n  halted\n";
    /// let recording: Recording = text.parse()?;
    /// let mut starts = BTreeMap::new();
    /// for recorded in recording.lines() {
    ///     if let Line::Start { name, .. } = recorded.line {
    ///         *starts.entry(name).or_insert(0) += 1;
    ///     }
    /// }
    /// assert_eq!(starts["TurnPhase"], 2);
    /// # Ok::<(), phase_tools::record::RecordingError>(())
    /// ```
    pub fn lines(&self) -> impl Iterator<Item = RecordedLine<'_>> {
        Numbered {
            lines: self.log.lines().peekable(),
            number: self.head.iter().filter(|head| !head.is_behind()).count(),
            steps: 0,
            in_run: false,
        }
    }

    /// How many steps there are.
    #[must_use]
    pub fn steps(&self) -> u64 {
        let mut lines = Numbered { lines: self.log.lines().peekable(), number: 0, steps: 0, in_run: false };
        lines.by_ref().for_each(drop);
        lines.steps
    }

    /// How much memory it takes, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.log.size() + self.head.iter().map(Head::size).sum::<usize>()
    }

    pub(super) fn set(&mut self, new: Head) {
        let is_same = |head: &Head| std::mem::discriminant(head) == std::mem::discriminant(&new);
        match self.head.iter().position(is_same) {
            Some(place) => self.head[place] = new,
            None => self.head.push(new),
        }
    }
}

/// Recordings are equal if their texts are.
impl PartialEq for Recording {
    fn eq(&self, other: &Self) -> bool {
        self.head == other.head && self.log.lines().eq(other.log.lines())
    }
}

impl Eq for Recording {}

impl Head {
    fn is_behind(&self) -> bool {
        matches!(self, Self::Comment { is_behind: true, .. })
    }

    fn size(&self) -> usize {
        let text = match self {
            Self::Format => 0,
            Self::Version(text) | Self::Seed(text) | Self::Save(text) | Self::Comment { text, .. } => {
                text.len()
            }
        };
        size_of::<Self>() + text
    }
}

/// Whether a save can stand in its line as it is: one that is JSON, and a map or an array.
fn is_bare_save(save: &str) -> bool {
    save.starts_with(['{', '['])
        && !save.ends_with(char::is_whitespace)
        && !save.contains(['\n', '\r'])
        && serde_json::from_str::<IgnoredAny>(save).is_ok()
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format => write!(f, "recording {FORMAT}"),
            Self::Version(text) => write!(f, "version {}", Quoted(text)),
            Self::Seed(text) => write!(f, "seed {}", Quoted(text)),
            Self::Save(text) if is_bare_save(text) => write!(f, "save {text}"),
            Self::Save(text) => write!(f, "save {}", Quoted(text)),
            Self::Comment { text, is_behind } => Line::Comment { text, is_behind: *is_behind }.fmt(f),
        }
    }
}

impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for head in &self.head {
            write!(f, "{}{head}", if head.is_behind() { "  " } else { between })?;
            between = "\n";
        }
        for line in self.log.lines() {
            let is_behind = matches!(line, Line::Comment { is_behind: true, .. });
            write!(f, "{}{line}", if is_behind { "  " } else { between })?;
        }
        writeln!(f)
    }
}

/// Lines with their numbers and those of their steps.
struct Numbered<'a> {
    lines: Peekable<LogLines<'a>>,
    number: usize,
    steps: u64,
    /// Whether the last input was a run or a step.
    in_run: bool,
}

impl<'a> Iterator for Numbered<'a> {
    type Item = RecordedLine<'a>;

    fn next(&mut self) -> Option<RecordedLine<'a>> {
        let line = self.lines.next()?;
        if !matches!(line, Line::Comment { is_behind: true, .. }) {
            self.number += 1;
        }
        let before = self.steps;
        let steps = match line {
            Line::Start { .. } => 1,
            Line::Over { end, name: Some(_) } if self.in_run && end != End::Cancelled => 1,
            Line::Run { times } | Line::Step { times } if self.is_quiet() => times,
            line if line.is_input() && !line.is_run() => 1,
            _ => 0,
        };
        self.steps = self.steps.saturating_add(steps);
        if line.is_input() {
            self.in_run = line.is_run();
        }
        let step = if steps == 0 { before } else { before.saturating_add(1) };
        Some(RecordedLine { number: self.number, step, is_step: steps > 0, line })
    }
}

impl Numbered<'_> {
    /// Whether nothing came of the input that was just read.
    fn is_quiet(&self) -> bool {
        let mut ahead = self.lines.clone();
        let next = ahead.find(|line| !matches!(line, Line::Comment { .. } | Line::World(_)));
        next.is_none_or(|line| !line.is_outcome())
    }
}
