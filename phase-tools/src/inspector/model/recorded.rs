//! Recordings: the way that one has gone as the first branch, and a branch written down as one.

use std::rc::Rc;

use phase_core::{AnswerError, PhaseId, PhaseManager, PhaseRef, QueuedHow, Seat, registry};

use super::caught::call;
use super::game::{Input, Outcome, came_to};
use super::goal::Difference;
use super::session::Session;
use crate::record::{Divergence, Line, Recorder, Recording, Rest};
use crate::trace::verb;

/// What a recording says of the game as a whole.
#[derive(Debug, Clone, Default)]
pub(crate) struct Header {
    pub(crate) version: Option<String>,
    pub(crate) seed: Option<String>,
    pub(crate) save: Option<String>,
}

/// What the host did in a recorded game, besides running it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Call {
    Answer { seat: Seat, data: String },
    Queue { how: QueuedHow, name: String, data: String },
    TimeOut,
    Cancel,
    CancelTree,
    CancelParked(usize),
    CancelAll,
    Clear,
    Finish,
    Recover,
}

impl Call {
    fn of(line: &Line<'_>) -> Option<Self> {
        Some(match *line {
            Line::Answer { seat, data } => Self::Answer { seat, data: data.to_owned() },
            Line::Queue { how, name, data } => {
                Self::Queue { how, name: name.to_owned(), data: data.to_owned() }
            }
            Line::TimeOut => Self::TimeOut,
            Line::Cancel => Self::Cancel,
            Line::CancelTree => Self::CancelTree,
            Line::CancelParked { index } => Self::CancelParked(index),
            Line::CancelAll => Self::CancelAll,
            Line::Clear => Self::Clear,
            Line::Finish => Self::Finish,
            Line::Recover => Self::Recover,
            _ => return None,
        })
    }

    /// Does it once more.
    pub(super) fn make<W: 'static>(&self, phases: &mut PhaseManager<W>, world: &mut W) -> Outcome {
        let done = match self {
            Self::Answer { seat, data } => return answer(phases, world, *seat, data),
            Self::Queue { how, name, data } => {
                let mut reader = serde_json::Deserializer::from_str(data);
                let phase = match registry().of::<W>().build(name, &mut reader) {
                    Ok(phase) => phase,
                    Err(error) => return Outcome::Refused(error.to_string()),
                };
                match how {
                    QueuedHow::Unshift => phases.unshift(phase),
                    QueuedHow::Defer => phases.defer(phase),
                    QueuedHow::Interrupt => phases.interrupt(phase),
                    _ => phases.push(phase),
                }
                return Outcome::Acted(format!("{name} is {}", verb(*how)));
            }
            Self::TimeOut => {
                if let Err(error) = phases.time_out(world) {
                    return Outcome::Failed(error.to_string());
                }
                "the time is out"
            }
            Self::Cancel => {
                phases.cancel(world);
                "cancel"
            }
            Self::CancelTree => {
                phases.cancel_tree(world);
                "cancel, with all that it has set off"
            }
            Self::CancelParked(index) => {
                let id = phases.parked().nth(*index).map(PhaseRef::id);
                if let Some(id) = id {
                    phases.cancel_parked(world, id);
                }
                "cancel what is parked"
            }
            Self::CancelAll => {
                phases.cancel_all(world);
                "cancel everything"
            }
            Self::Clear => {
                phases.clear(world);
                "clear"
            }
            Self::Finish => {
                phases.finish(world);
                "the game is over"
            }
            Self::Recover => {
                // No phase has this id, so that nothing is done but what a panic has kept the game from.
                phases.cancel_parked(world, PhaseId::from_number(0));
                "what a panic had left to do"
            }
        };
        Outcome::Acted(done.to_owned())
    }

    /// Has a recorder do it.
    fn record<W: 'static>(&self, recorder: &mut Recorder<W>) -> Result<(), String> {
        match self {
            Self::Answer { seat, data } => {
                let mut reader = serde_json::Deserializer::from_str(data);
                let question = recorder.question().ok_or("nothing asks")?;
                let answer = question.read(*seat, recorder.world(), &mut reader);
                let answer = answer.map_err(|error| error.to_string())?;
                return match recorder.answer_any(*seat, answer) {
                    Ok(_) | Err(AnswerError::Run(_)) => Ok(()),
                    Err(error) => Err(error.to_string()),
                };
            }
            Self::Queue { how, name, data } => {
                let mut reader = serde_json::Deserializer::from_str(data);
                let phase =
                    registry().of::<W>().build(name, &mut reader).map_err(|error| error.to_string())?;
                let queued = match how {
                    QueuedHow::Unshift => recorder.unshift(phase),
                    QueuedHow::Defer => recorder.defer(phase),
                    QueuedHow::Interrupt => recorder.interrupt(phase),
                    _ => recorder.push(phase),
                };
                return queued.map_err(|error| error.to_string());
            }
            Self::TimeOut => drop(recorder.time_out()),
            Self::Cancel => drop(recorder.cancel()),
            Self::CancelTree => drop(recorder.cancel_tree()),
            Self::CancelParked(index) => {
                let id = recorder.phases().parked().nth(*index).map(PhaseRef::id);
                if let Some(id) = id {
                    recorder.cancel_parked(id);
                }
            }
            Self::CancelAll => drop(recorder.cancel_all()),
            Self::Clear => recorder.clear(),
            Self::Finish => recorder.finish(),
            Self::Recover => recorder.recover(),
        }
        Ok(())
    }
}

fn answer<W: 'static>(phases: &mut PhaseManager<W>, world: &mut W, seat: Seat, data: &str) -> Outcome {
    let Some(question) = phases.question() else {
        return Outcome::Refused("the recording has an answer here, and nothing asks".to_owned());
    };
    let mut reader = serde_json::Deserializer::from_str(data);
    match question.read(seat, world, &mut reader) {
        Ok(answer) => match phases.answer_any(world, seat, answer) {
            Ok(step) => came_to(Ok(step)),
            Err(AnswerError::Run(error)) => came_to(Err(&error)),
            Err(error) => Outcome::Refused(error.to_string()),
        },
        Err(error) => Outcome::Refused(error.to_string()),
    }
}

/// The inputs of a recording that are no steps, by moment; how many moments it has; and which of its steps led to which.
struct Way {
    inputs: Vec<(u64, Call)>,
    len: u64,
    steps: Vec<(u64, u64)>,
}

impl Way {
    fn of(recording: &Recording) -> Self {
        let mut way = Self { inputs: Vec::new(), len: 0, steps: Vec::new() };
        for line in recording.lines() {
            let before = way.len;
            match line.line {
                Line::Run { times } | Line::Step { times } if line.is_step => way.len += times,
                // A halt is a step that starts nothing.
                Line::Rest(Rest::Halted) => way.len += 1,
                Line::Start { .. } | Line::Over { .. } if line.is_step => way.len += 1,
                ref host => {
                    if let Some(call) = Call::of(host) {
                        way.inputs.push((way.len, call));
                        way.len += 1;
                    }
                }
            }
            if way.len > before {
                way.steps.push((line.step, before + 1));
            }
        }
        way
    }

    fn moment(&self, step: u64) -> u64 {
        let next = self.steps.partition_point(|(known, _)| *known < step);
        self.steps.get(next).map_or(self.len, |(_, moment)| *moment)
    }
}

impl<W: 'static> Session<W> {
    /// Has the first branch be the way of a recording, and finds out where the game differs from it.
    pub(crate) fn open(&mut self, recording: &Recording) {
        let way = Way::of(recording);
        self.listen();
        self.past.keep_copy(0, &self.game, &self.weigh);
        let played = self.past.nearest(0).and_then(|(_, game)| {
            call(|| recording.replay(game.phases, game.world)).map_err(|panic| format!("the game {panic}"))
        });
        match played {
            Ok(Ok(_)) => {}
            Ok(Err(divergence)) => {
                let found = difference(&divergence, &way);
                self.note = found.to_string();
                self.difference = Some(found);
            }
            Err(why) => self.note = format!("what differs from the recording can't be told: {why}"),
        }
        let inputs = way.inputs.into_iter().map(|(at, call)| (at, Rc::new(Input::Call(call))));
        self.past.begin_with(inputs.collect(), way.len);
        let own = |told: Option<&str>, before: &mut Option<String>| {
            if let Some(told) = told {
                *before = Some(told.to_owned());
            }
        };
        own(recording.version(), &mut self.header.version);
        own(recording.seed(), &mut self.header.seed);
        own(recording.save(), &mut self.header.save);
    }

    /// This branch as a recording of the game from its beginning.
    ///
    /// # Errors
    ///
    /// Why it can't be recorded.
    pub(crate) fn recorded(&self) -> Result<Recording, String> {
        let (0, game) = self.past.nearest(0)? else {
            return Err("there is no copy of the beginning to record from".to_owned());
        };
        let mut recorder = Recorder::new(game.phases, game.world);
        let Header { version, seed, save } = self.header.clone();
        recorder = match version {
            Some(version) => recorder.version(version),
            None => recorder,
        };
        recorder = match seed {
            Some(seed) => recorder.seed(seed),
            None => recorder,
        };
        recorder = match save {
            Some(save) => recorder.save(save),
            None => recorder,
        };
        for at in 0..self.past.branch().len {
            match self.past.input(at) {
                // A phase that fails is recorded as such.
                // So is one that panics.
                Some(Input::Step) => drop(call(|| drop(recorder.step()))),
                Some(Input::Answer { seat, answer }) => match call(|| recorder.answer_any(seat, answer)) {
                    Ok(Ok(_) | Err(AnswerError::Run(_))) | Err(_) => {}
                    Ok(Err(error)) => return Err(format!("moment {}: {error}", at + 1)),
                },
                Some(Input::Call(made)) => {
                    let done = call(|| made.record(&mut recorder)).unwrap_or(Ok(()));
                    done.map_err(|error| format!("moment {}: {error}", at + 1))?;
                }
                Some(Input::Outside) => {
                    return Err(format!(
                        "moment {}: what the game's own loop does can't be recorded; a `Recorder` can",
                        at + 1
                    ));
                }
                Some(Input::Act(index)) => {
                    let name = self.acts().nth(index).unwrap_or_default();
                    return Err(format!(
                        "moment {}: what the host does (`{name}`) can't be recorded",
                        at + 1
                    ));
                }
                None => break,
            }
        }
        Ok(recorder.recording())
    }
}

fn difference(divergence: &Divergence, way: &Way) -> Difference {
    Difference {
        at: way.moment(divergence.step()),
        line: divergence.line(),
        recorded: divergence.recorded().to_owned(),
        happened: divergence.happened().to_owned(),
    }
}
