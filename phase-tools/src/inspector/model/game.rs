//! A game that can be taken on by one input, and what that comes to.

use std::fmt;
use std::sync::Arc;

use phase_core::{AnyAnswer, PhaseManager, PhaseRef, RunError, Seat, Step};

use super::at_work::AtWork;
use super::caught::{Panic, call, caught_by_the_game};

/// What takes a game from one moment to the next.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Input {
    /// The manager makes a step.
    Step,
    /// A seat answers the question that stands.
    Answer { seat: Seat, answer: AnyAnswer },
    /// The host does something that it has given a name, by its place in the list.
    Act(usize),
    /// The game's own loop does something, which nobody else can do again.
    Outside,
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
    /// The game has panicked.
    Panicked(String),
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
            Self::Failed(error) | Self::Panicked(error) | Self::Refused(error) => f.write_str(error),
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

/// Gives what the program has printed.
pub(super) type Printed = Box<dyn FnMut() -> Vec<String>>;

/// What the host of a game does around its phases.
pub(super) struct Host<W: 'static> {
    pub(super) output: Option<Output<W>>,
    pub(super) player: Option<Player<W>>,
    pub(super) acts: Vec<(String, Act<W>)>,
    pub(super) at_work: Arc<AtWork>,
    /// Gives the lines that the program has printed since the last call.
    pub(super) printed: Option<Printed>,
    /// The last error that a step came to, for the game's own loop.
    pub(super) error: Option<RunError>,
}

impl<W: 'static> Host<W> {
    /// What a step comes to; its error is kept.
    pub(super) fn came_to(&mut self, step: Result<Step, RunError>) -> Outcome {
        let outcome = came_to(step.as_ref().copied());
        self.error = step.err();
        outcome
    }

    /// What was told and printed since the last call, other than through the world.
    pub(super) fn told(&mut self) -> Vec<String> {
        let mut told = caught_by_the_game();
        if let Some(printed) = &mut self.printed {
            told.append(&mut printed());
        }
        told
    }
}

impl<W: 'static> Game<W> {
    /// The queued phase that starts next.
    pub(super) fn next(&self) -> Option<PhaseRef<'_>> {
        call(|| self.phases.peek(&self.world)).ok().flatten()
    }

    /// Takes the game on by one input; also what it said meanwhile. Where it panics, the panic is kept.
    pub(super) fn take(
        &mut self,
        input: &Input,
        host: &mut Host<W>,
        kept: &mut Option<Panic>,
    ) -> (Outcome, Vec<String>) {
        let at_work = match input {
            Input::Act(_) => Some("what the host does"),
            _ => self.phases.current().or_else(|| self.next()).map(PhaseRef::name),
        };
        host.at_work.is_now(at_work);
        let outcome = call(|| self.put_in(input, host)).unwrap_or_else(|panic| {
            let outcome = Outcome::Panicked(format!("{} {panic}", at_work.unwrap_or("the game")));
            *kept = Some(panic);
            outcome
        });
        let mut said = host.told();
        match call(|| host.output.as_mut().map_or_else(Vec::new, |output| output(&mut self.world))) {
            Ok(mut lines) => said.append(&mut lines),
            Err(panic) => said.push(format!("what takes the output out of the world {panic}")),
        }
        (outcome, said)
    }

    fn put_in(&mut self, input: &Input, host: &mut Host<W>) -> Outcome {
        let Self { phases, world } = self;
        match input {
            Input::Step => {
                let step = phases.step(world);
                host.came_to(step)
            }
            Input::Outside => {
                Outcome::Refused("the game's own loop acted here; Space goes on without it".to_owned())
            }
            Input::Answer { seat, answer } => match phases.answer_any(world, *seat, answer.clone()) {
                Ok(step) => came_to(Ok(step)),
                Err(phase_core::AnswerError::Run(error)) => host.came_to(Err(error)),
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
        }
    }
}

pub(super) fn came_to(step: Result<Step, &RunError>) -> Outcome {
    match step {
        Ok(Step::Ended(name)) => Outcome::Ended(name),
        Ok(Step::Waiting(name)) => Outcome::Waiting(name),
        Ok(Step::Asking(name)) => Outcome::Asking(name),
        Ok(Step::Idle) => Outcome::Idle,
        Ok(Step::Halted) => Outcome::Halted,
        Err(error) => {
            let mut text = error.to_string();
            let mut source = std::error::Error::source(error);
            while let Some(cause) = source {
                text = format!("{text}: {cause}");
                source = cause.source();
            }
            Outcome::Failed(text)
        }
    }
}
