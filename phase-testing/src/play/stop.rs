//! Where a game has stopped that was to go further.

use super::log::shown;
use std::error::Error;
use std::fmt;

use phase_core::{AnswerError, PhaseManager, RunError, Seat};

/// Why a game does not go on by itself.
#[derive(Debug)]
pub(super) enum Stop {
    /// Nothing is left to run.
    Idle,
    /// A phase asks, and nothing is scripted for that.
    Asks { phase: String, seats: Vec<Seat>, of_other_type: Option<OtherType> },
    /// A phase waits to be updated.
    Waits { phase: String, updates: u64, since: Option<usize> },
    /// A phase waits for its ticket.
    IsSuspended { phase: String, since: Option<usize> },
    /// A phase has asked for a halt.
    Halted,
    /// A phase has failed or was abandoned, or a limit of the manager was reached.
    Failed(RunError),
    /// So many phases have started on the way.
    Limit(usize),
    /// The game has panicked.
    Panicked { phase: Option<String>, message: String, place: Option<String> },
    /// What is scripted was not taken.
    Refused(String),
}

/// What is scripted for a seat that is asked, and is of another type than the phase takes.
#[derive(Debug)]
pub(super) struct OtherType {
    /// The answer, and where it was scripted.
    pub(super) line: String,
    /// Of which type it is.
    pub(super) given: &'static str,
    /// The phase that asks, and the type of its answers.
    pub(super) phase: &'static str,
    pub(super) taken: &'static str,
}

impl Stop {
    /// Whether a game does not come to this as it should.
    pub(super) fn is_fault(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::Limit(_) | Self::Panicked { .. } | Self::Refused(_))
    }

    /// Where a game stands in which a phase waits.
    pub(super) fn waiting<W: 'static>(phases: &PhaseManager<W>, since: Option<usize>) -> Self {
        let phase = phases.current().map(shown).unwrap_or_default();
        match phases.waiting() {
            Some(waiting) if waiting.suspended => Self::IsSuspended { phase, since },
            waiting => Self::Waits { phase, updates: waiting.map_or(0, |waiting| waiting.updates), since },
        }
    }

    /// Where a game stands in which these seats are asked.
    pub(super) fn asking<W: 'static>(
        phases: &PhaseManager<W>,
        seats: Vec<Seat>,
        of_other_type: Option<OtherType>,
    ) -> Self {
        let phase = phases.current().map(shown).unwrap_or_default();
        Self::Asks { phase, seats, of_other_type }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Idle => f.write_str("the game is idle: nothing is left to run"),
            Self::Asks { phase, seats, of_other_type } => {
                write!(f, "`{phase}` asks {}, and nothing is scripted for that", all(seats))?;
                let Some(OtherType { line, given, phase, taken }) = of_other_type else { return Ok(()) };
                write!(f, ": `{phase}` takes a `{taken}`, and {line}, is a `{given}`")
            }
            Self::Waits { phase, updates, since } => {
                write!(f, "`{phase}` waits to be updated, and still did after {updates} updates")?;
                since.map_or(Ok(()), |place| write!(f, ", since start {}", place + 1))
            }
            Self::IsSuspended { phase, since } => {
                write!(f, "`{phase}` waits for its ticket, which nobody has ended")?;
                since.map_or(Ok(()), |place| write!(f, ", since start {}", place + 1))
            }
            Self::Halted => f.write_str("the game has halted"),
            Self::Failed(error) => {
                write!(f, "{error}")?;
                let mut source = error.source();
                while let Some(error) = source {
                    write!(f, ": {error}")?;
                    source = error.source();
                }
                Ok(())
            }
            Self::Limit(most) => write!(f, "more than {most} phases have started on the way"),
            Self::Panicked { phase, message, place } => {
                match phase {
                    Some(phase) => write!(f, "`{phase}` has panicked: {message}")?,
                    None => write!(f, "the game has panicked: {message}")?,
                }
                place.as_ref().map_or(Ok(()), |place| write!(f, ", at {place}"))
            }
            Self::Refused(message) => f.write_str(message),
        }
    }
}

/// All these seats in words.
pub(super) fn all(seats: &[Seat]) -> String {
    let seats: Vec<_> = seats.iter().map(ToString::to_string).collect();
    seats.join(" and ")
}

/// A refusal with why.
pub(super) fn told<A>(refusal: &AnswerError<A>) -> String
where
    AnswerError<A>: Error,
{
    refusal.source().map_or_else(|| refusal.to_string(), |source| format!("{refusal}: {source}"))
}
