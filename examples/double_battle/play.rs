//! The drive loop: one phase at a time, and after each what it said.

use std::fmt;
use std::io::{self, Write};
use std::mem;

use phase_core::prelude::*;
use phase_core::{AnyAnswer, BoxError};

use super::battle::Battle;
use super::in_play::{InPlay, next_move};
use super::text::{Line, Tone};

/// Whoever answers what a battle asks.
pub trait Host {
    /// Answers the question that stands, for one of its seats. It may stand right below what the battle has told.
    ///
    /// # Errors
    ///
    /// If there is no answer to be had, or the phase that takes it fails.
    fn answer(
        &mut self,
        game: &mut dyn InPlay,
        is_below_text: bool,
        out: &mut dyn Write,
    ) -> Result<Reply, PlayError>;
}

/// What a host did about a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// It answered, and this is what the answer came to.
    Answered(Step),
    /// It went to another question.
    Moved,
    /// It left the battle.
    Left,
}

/// Why a battle was not played to its end.
#[derive(Debug)]
pub enum PlayError {
    /// The input could not be read.
    Input(io::Error),
    /// The output could not be written.
    Output(io::Error),
    /// A phase went wrong.
    Run(RunError),
    /// An answer was not taken.
    Answer(AnswerError<AnyAnswer>),
    /// The host failed.
    Host(BoxError),
    /// A player is asked, by the phase of this name, and there is none.
    NobodyPlays(&'static str),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => write!(f, "cannot read what is typed: {error}"),
            Self::Output(error) => write!(f, "cannot write the battle: {error}"),
            Self::Run(error) => error.fmt(f),
            Self::Answer(error) => error.fmt(f),
            Self::Host(error) => error.fmt(f),
            Self::NobodyPlays(name) => {
                write!(f, "`{name}` asks a player, and nobody plays; add `--play home` or `--play away`")
            }
        }
    }
}

impl From<io::Error> for PlayError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<RunError> for PlayError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl From<AnswerError<AnyAnswer>> for PlayError {
    fn from(error: AnswerError<AnyAnswer>) -> Self {
        match error {
            AnswerError::Run(error) => Self::Run(error),
            error => Self::Answer(error),
        }
    }
}

/// Plays a game until it is over, until the host leaves it, or until so many phases have started, and tells how many have.
///
/// Shows the level tree after each start if asked to.
///
/// # Errors
///
/// If the output fails, a phase does, or the host.
pub fn play(
    game: &mut dyn InPlay,
    host: &mut impl Host,
    most: u64,
    show_levels: bool,
    out: &mut impl Write,
) -> Result<u64, PlayError> {
    let mut started = 0;
    let mut is_below_text = false;
    while started < most {
        let next = Upcoming::of(game);
        let reply = match game.phases().question() {
            Some(_) => host.answer(game, mem::take(&mut is_below_text), out)?,
            None => Reply::Answered(game.step()?),
        };
        for line in game.said() {
            line.write(next.level, out)?;
            is_below_text = !line.is_empty();
        }
        match reply {
            Reply::Answered(Step::Ended(name)) => {
                started += 1;
                if show_levels {
                    write_levels(game.phases(), next.phase.as_deref().unwrap_or(name), out)?;
                    is_below_text = true;
                }
            }
            Reply::Answered(Step::Asking(_)) | Reply::Moved => {}
            Reply::Answered(Step::Waiting(_) | Step::Idle | Step::Halted) | Reply::Left => break,
        }
    }
    out.flush()?;
    Ok(started)
}

/// The phase that starts next, or asks, as it prints, and its level. A phase that `when_empty` will supply is still
/// unknown.
struct Upcoming {
    phase: Option<String>,
    level: usize,
}

impl Upcoming {
    fn of(game: &dyn InPlay) -> Self {
        if let Some(question) = game.phases().question() {
            let phase = Some(format!("{:?}", question.phase()));
            return Self { phase, level: game.phases().current_level() };
        }
        let Some((level, mut phases)) = game.phases().levels().last() else {
            return Self { phase: None, level: 0 };
        };
        let front = || phases.next().map(|phase| format!("{phase:?}"));
        let phase = next_move(game.phases(), game.battle()).map(|next| format!("{next:?}")).or_else(front);
        Self { phase, level }
    }
}

/// Two columns, what has started and the levels that it left: they show the depth, so nothing is set in by it.
fn write_levels(phases: &PhaseManager<Battle>, started: &str, out: &mut impl Write) -> io::Result<()> {
    const HAS_STARTED: &str = " has started";
    const WIDTH: usize = 44;
    const LONGEST: usize = WIDTH - HAS_STARTED.len();
    let tree = phases.levels().to_string();
    let mut started = started.to_owned();
    if started.chars().count() > LONGEST {
        started = started.chars().take(LONGEST - 1).chain(['…']).collect();
    }
    let mut left = started + HAS_STARTED;
    for row in if tree.is_empty() { "nothing is queued" } else { &tree }.lines() {
        Line::new(Tone::Quiet, format!("┊ {left:WIDTH$} {row}")).write(0, out)?;
        left.clear();
    }
    Ok(())
}
