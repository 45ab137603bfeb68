//! A game that can be taken on by one input, and what that comes to.

use std::fmt;

use phase_core::{AnyAnswer, PhaseManager, RunError, Seat, Step};

/// What takes a game from one moment to the next.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Input {
    /// The manager makes a step.
    Step,
    /// A seat answers the question that stands.
    Answer { seat: Seat, answer: AnyAnswer },
    /// The host does something that it has given a name, by its place in the list.
    Act(usize),
    /// The host does what it did in a recording.
    #[cfg(feature = "record")]
    Call(super::recorded::Call),
}

/// What came of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nothing has happened yet.
    Begun,
    Ended(&'static str),
    Waiting(&'static str),
    Asking(&'static str),
    Idle,
    Halted,
    /// What the host does, by its name.
    Acted(String),
    /// A phase has failed.
    Failed(String),
    /// An answer was not taken.
    Refused(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Begun => f.write_str("nothing has run yet"),
            Self::Ended(name) => write!(f, "{name} has ended"),
            Self::Waiting(name) => write!(f, "{name} waits"),
            Self::Asking(name) => write!(f, "{name} asks"),
            Self::Idle => f.write_str("nothing is left to run"),
            Self::Halted => f.write_str("the game was halted"),
            Self::Acted(name) => write!(f, "the host: {name}"),
            Self::Failed(error) | Self::Refused(error) => f.write_str(error),
        }
    }
}

/// What makes up a game: its phases, and the world they act on.
pub(super) struct Game<W: 'static> {
    pub(super) phases: PhaseManager<W>,
    pub(super) world: W,
}

/// Takes what the game has said out of the world.
pub(super) type Output<W> = Box<dyn FnMut(&mut W) -> Vec<String>>;
/// Answers in a player's place.
pub(super) type Player<W> = Box<dyn FnMut(&PhaseManager<W>, Seat, &W) -> Option<AnyAnswer>>;
/// Something that the host does between two steps.
pub(super) type Act<W> = Box<dyn FnMut(&mut PhaseManager<W>, &mut W)>;

/// What the host of a game does around its phases.
pub(super) struct Host<W: 'static> {
    pub(super) output: Option<Output<W>>,
    pub(super) player: Option<Player<W>>,
    pub(super) acts: Vec<(String, Act<W>)>,
}

impl<W: 'static> Game<W> {
    /// Takes the game on by one input; also what it said meanwhile.
    pub(super) fn take(&mut self, input: &Input, host: &mut Host<W>) -> (Outcome, Vec<String>) {
        let Self { phases, world } = self;
        let outcome = match input {
            Input::Step => came_to(phases.step(world)),
            Input::Answer { seat, answer } => match phases.answer_any(world, *seat, answer.clone()) {
                Ok(step) => came_to(Ok(step)),
                Err(phase_core::AnswerError::Run(error)) => came_to(Err(error)),
                Err(error) => Outcome::Refused(error.to_string()),
            },
            Input::Act(index) => match host.acts.get_mut(*index) {
                Some((name, act)) => {
                    act(phases, world);
                    Outcome::Acted(name.clone())
                }
                None => Outcome::Idle,
            },
            #[cfg(feature = "record")]
            Input::Call(call) => call.make(phases, world),
        };
        let said = host.output.as_mut().map_or_else(Vec::new, |output| output(world));
        (outcome, said)
    }
}

pub(super) fn came_to(step: Result<Step, RunError>) -> Outcome {
    match step {
        Ok(Step::Ended(name)) => Outcome::Ended(name),
        Ok(Step::Waiting(name)) => Outcome::Waiting(name),
        Ok(Step::Asking(name)) => Outcome::Asking(name),
        Ok(Step::Idle) => Outcome::Idle,
        Ok(Step::Halted) => Outcome::Halted,
        Err(error) => {
            let mut text = error.to_string();
            let mut source = std::error::Error::source(&error);
            while let Some(cause) = source {
                text = format!("{text}: {cause}");
                source = cause.source();
            }
            Outcome::Failed(text)
        }
    }
}
