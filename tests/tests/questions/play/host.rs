//! What the host does, and what it notes of that.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

use super::{Act, Log, listed, players, short};

/// A manager with its world, to play with from outside.
#[derive(Default)]
pub(crate) struct Play {
    pub(crate) phases: PhaseManager<Log>,
    pub(crate) log: Log,
}

impl Play {
    /// With these phases pushed, in a world that asks so many players.
    pub(crate) fn of<const N: usize>(seats: u32, phases: [Act; N]) -> Self {
        let mut play = Self::default();
        play.log.asked = players(seats);
        for phase in phases {
            play.phases.push(phase);
        }
        play
    }

    /// Notes what this comes to, also if it is a panic.
    fn noted(&mut self, call: impl FnOnce(&mut PhaseManager<Log>, &mut Log) -> String) {
        let Self { phases, log } = self;
        let outcome = catch_unwind(AssertUnwindSafe(|| call(phases, log)));
        let outcome = outcome.unwrap_or_else(|_| "[panic]".to_owned());
        self.log.note(outcome);
    }

    /// Runs, and notes what the run came to.
    pub(crate) fn run(&mut self) {
        self.noted(|phases, log| match phases.run(log) {
            Ok(status) => format!("[{status:?}]").to_lowercase(),
            Err(error) => outcome_of(&error),
        });
    }

    /// Takes one step, and notes what it came to.
    pub(crate) fn step(&mut self) {
        self.noted(|phases, log| match phases.step(log) {
            Ok(step) => stepped(step, phases),
            Err(error) => outcome_of(&error),
        });
    }

    /// Answers, and notes what it came to.
    pub(crate) fn answer(&mut self, seat: Seat, answer: u32) {
        self.noted(|phases, log| match phases.answer::<Act>(log, seat, answer) {
            Ok(step) => stepped(step, phases),
            Err(error) => refused(error, answer),
        });
    }

    /// The same for an answer of any type.
    pub(crate) fn answer_any(&mut self, seat: Seat, answer: u32) {
        self.noted(|phases, log| match phases.answer_any(log, seat, AnyAnswer::new(answer)) {
            Ok(step) => stepped(step, phases),
            Err(error) => refused(error, AnyAnswer::new(answer)),
        });
    }

    /// The same for an answer that is data.
    pub(crate) fn answer_from(&mut self, number: u64, seat: Seat, data: &str) {
        self.noted(|phases, log| {
            let mut reader = serde_json::Deserializer::from_str(data);
            match phases.answer_from(log, number, seat, &mut reader) {
                Ok(step) => stepped(step, phases),
                Err(error) => refused(error, ()),
            }
        });
    }

    pub(crate) fn time_out(&mut self) {
        self.noted(|phases, log| match phases.time_out(log) {
            Ok(seats) => {
                format!("[timed out:{}]", listed(seats))
            }
            Err(AnswerError::Refused { seat, source, .. }) => format!("[refused {}: {source}]", short(seat)),
            Err(AnswerError::Run(error)) => outcome_of(&error),
            Err(error) => format!("[{error}]"),
        });
    }

    pub(crate) fn cancel(&mut self) {
        self.noted(|phases, log| format!("[cancel: {}]", phases.cancel(log)));
    }

    pub(crate) fn cancel_tree(&mut self) {
        self.noted(|phases, log| format!("[cancel_tree: {}]", phases.cancel_tree(log)));
    }

    pub(crate) fn clear(&mut self) {
        self.noted(|phases, log| {
            phases.clear(log);
            "[clear]".to_owned()
        });
    }

    /// The question that stands.
    pub(crate) fn question(&self) -> String {
        let Some(question) = self.phases.question() else { return "(no question)".to_owned() };
        let seats = listed(question.seats(&self.log));
        format!("({:?} {}:{seats})", question.phase(), question.number())
    }

    /// Notes the question that stands.
    pub(crate) fn ask(&mut self) {
        let question = self.question();
        self.log.note(question);
    }

    /// Notes the levels.
    pub(crate) fn levels(&mut self) {
        let levels = self.phases.levels().to_string().replace('\n', " ");
        self.log.note(format!("{{{levels}}}"));
    }

    /// Everything that can be seen from outside.
    pub(crate) fn state(&self) -> String {
        let Self { phases, log } = self;
        let question = self.question();
        let tickets: Vec<_> = log.tickets.iter().map(Ticket::is_live).collect();
        format!(
            "{phases:?}\n{}\nlevel {}, {} queued\n{:?}\n{question}\n{}\n{:?} {:?} {tickets:?}",
            phases.levels(),
            phases.current_level(),
            phases.len(),
            phases.waiting(),
            log.told(),
            log.asked,
            log.options,
        )
    }

    pub(crate) fn told(&self) -> String {
        self.log.told()
    }

    /// What was noted last, which is then forgotten.
    pub(crate) fn take_last(&mut self) -> String {
        self.log.take_last()
    }
}

fn stepped(step: Step, phases: &PhaseManager<Log>) -> String {
    let name = phases.current().map(|phase| format!("{phase:?}"));
    match step {
        Step::Ended(name) => {
            assert!(["Act", "Menu", "Other"].contains(&name));
            "[ended]".to_owned()
        }
        Step::Waiting(_) => format!("[waiting {}]", name.expect("one waits")),
        Step::Asking(_) => format!("[asking {}]", name.expect("one asks")),
        Step::Idle => "[idle]".to_owned(),
        Step::Halted => "[halted]".to_owned(),
    }
}

/// What was refused, which has to be what was answered.
fn refused<A: PartialEq + fmt::Debug>(error: AnswerError<A>, answer: A) -> String {
    let text = match &error {
        AnswerError::NotAsked { asking: None, .. } => "[nothing asks]".to_owned(),
        AnswerError::NotAsked { asking: Some(name), .. } => format!("[{name} asks]"),
        AnswerError::NotThisSeat { seat, .. } => format!("[not {}]", short(*seat)),
        AnswerError::Refused { source, .. } => format!("[refused: {source}]"),
        AnswerError::Late { number, asking, .. } => format!("[late: {number} {asking:?}]"),
        AnswerError::Unreadable { message, .. } => return format!("[unreadable: {message}]"),
        AnswerError::Run(error) => return outcome_of(error),
        _ => panic!("{error:?}"),
    };
    assert_eq!(error.into_answer(), Some(answer), "the answer is given back");
    text
}

fn outcome_of(error: &RunError) -> String {
    match error {
        RunError::Failed { source, .. } => format!("[failed in {}: {source}]", source.place()),
        RunError::Abandoned { .. } => "[abandoned]".to_owned(),
        RunError::StartLimit { limit, .. } => format!("[limit: {limit}]"),
        _ => format!("[{error}]"),
    }
}
