//! What a host does in a recorded game, besides running it.

use std::fmt;

use phase_core::{
    AnswerError, AnyAnswer, AnyPhase, Asks, PhaseId, PhaseManager, Question, QueuedHow, Seat, Step,
};

use super::data::{data_of, on_one_line};
use super::line::Line;
use super::recorder::Recorder;
use super::state::{CameTo, Input, State};

/// A phase that the host can't queue in a recorded game, since it can't be written, or not be read again. Nothing has
/// happened, and the phase is in the error.
///
/// What is read again has to be written as the same JSON, but for the order in maps and arrays, which that of a `HashMap` or a
/// `HashSet` may be. A float that is not finite is refused, and so is a `Some` of what is `null` in JSON: it would come back as
/// `None`. A field that serde skips is not looked at.
///
/// The words of a `Serialize` or `Deserialize` that fails, which may quote the phase, are told unless it is `#[phase(secret)]`.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
/// use phase_tools::Recorder;
///
/// #[phase]
/// #[derive(Debug)]
/// struct HitPhase;
/// # impl Phase for HitPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// let mut recorder = Recorder::new(PhaseManager::new(), ());
/// let error = recorder.push(HitPhase).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "phase `HitPhase` can't be recorded: phase `HitPhase` cannot be written; \
///      declare it `#[phase(save)]`, with serde's derives",
/// );
/// assert!(recorder.phases().is_empty());
/// ```
pub struct NotRecorded<W: 'static> {
    phase: AnyPhase<W>,
    message: String,
}

impl<W: 'static> NotRecorded<W> {
    /// The phase, back.
    #[must_use]
    pub fn into_phase(self) -> AnyPhase<W> {
        self.phase
    }
}

impl<W: 'static> fmt::Display for NotRecorded<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "phase `{}` can't be recorded: {}", self.phase.name(), self.message)
    }
}

impl<W: 'static> fmt::Debug for NotRecorded<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("NotRecorded");
        fields.field("phase", &self.phase.name()).field("message", &self.message).finish()
    }
}

impl<W: 'static> std::error::Error for NotRecorded<W> {}

impl<W: 'static> Recorder<W> {
    /// Like [`PhaseManager::push`].
    ///
    /// # Errors
    ///
    /// [`NotRecorded`], with the phase in it, if it can't be written: it has to be declared `#[phase(save)]`.
    pub fn push(&mut self, phase: impl Into<AnyPhase<W>>) -> Result<(), NotRecorded<W>> {
        self.queue(QueuedHow::Push, phase.into(), PhaseManager::push)
    }

    /// Like [`PhaseManager::unshift`].
    ///
    /// # Errors
    ///
    /// As for [`push`](Self::push).
    pub fn unshift(&mut self, phase: impl Into<AnyPhase<W>>) -> Result<(), NotRecorded<W>> {
        self.queue(QueuedHow::Unshift, phase.into(), PhaseManager::unshift)
    }

    /// Like [`PhaseManager::defer`].
    ///
    /// # Errors
    ///
    /// As for [`push`](Self::push).
    pub fn defer(&mut self, phase: impl Into<AnyPhase<W>>) -> Result<(), NotRecorded<W>> {
        self.queue(QueuedHow::Defer, phase.into(), PhaseManager::defer)
    }

    /// Like [`PhaseManager::interrupt`].
    ///
    /// # Errors
    ///
    /// As for [`push`](Self::push).
    pub fn interrupt(&mut self, phase: impl Into<AnyPhase<W>>) -> Result<(), NotRecorded<W>> {
        self.queue(QueuedHow::Interrupt, phase.into(), PhaseManager::interrupt)
    }

    fn queue(
        &mut self,
        how: QueuedHow,
        phase: AnyPhase<W>,
        queue: impl FnOnce(&mut PhaseManager<W>, AnyPhase<W>),
    ) -> Result<(), NotRecorded<W>> {
        match data_of(&phase) {
            Err(message) => Err(NotRecorded { phase, message }),
            Ok(data) => {
                self.act(&Line::Queue { how, name: phase.name(), data: &data });
                queue(&mut self.phases, phase);
                Ok(())
            }
        }
    }

    /// Like [`PhaseManager::answer`].
    ///
    /// An answer that is refused is not recorded, and has changed nothing; what a panic had left to do was done before, and that is
    /// recorded.
    ///
    /// # Errors
    ///
    /// As there, and [`AnswerError::Unwritable`], with the answer in it and nothing changed, if answers of its type have no
    /// `Serialize` and `Deserialize`, or what is read is not what was written.
    pub fn answer<P: Asks<World = W>>(
        &mut self,
        seat: Seat,
        answer: P::Answer,
    ) -> Result<Step, AnswerError<P::Answer>> {
        self.recover();
        match self.data_of(seat, &AnyAnswer::new(answer.clone())) {
            Ok(data) => self.give(seat, data, |phases, world| phases.answer::<P>(world, seat, answer)),
            Err(message) => Err(AnswerError::unwritable(P::NAME, answer, message)),
        }
    }

    /// Like [`PhaseManager::answer_any`].
    ///
    /// # Errors
    ///
    /// As for [`answer`](Self::answer).
    pub fn answer_any(&mut self, seat: Seat, answer: AnyAnswer) -> Result<Step, AnswerError<AnyAnswer>> {
        self.recover();
        match self.data_of(seat, &answer) {
            Ok(data) => self.give(seat, data, |phases, world| phases.answer_any(world, seat, answer)),
            Err(message) => {
                let phase = self.question().map_or("", |question| question.name());
                Err(AnswerError::unwritable(phase, answer, message))
            }
        }
    }

    /// An answer as it is written.
    fn data_of(&self, seat: Seat, answer: &AnyAnswer) -> Result<String, String> {
        // What is no answer to the question is refused anyway, and so is that of a seat that is not asked.
        let is_taken = |question: &Question<'_, W>| {
            question.is_answer(answer) && question.seats(&self.world).contains(&seat)
        };
        let Some(question) = self.question().filter(is_taken) else {
            return Ok(String::new());
        };
        let data = serde_json::to_string(&question.writable(answer.clone())).map_err(|error| {
            let message = error.to_string();
            if message == unknown_to_serde() {
                WITHOUT_SERDE.to_owned()
            } else if question.is_secret(seat, &self.world) {
                SECRET.to_owned()
            } else {
                message
            }
        })?;
        let data = on_one_line(data);
        let mut reader = serde_json::Deserializer::from_str(&data);
        match question.read(seat, &self.world, &mut reader) {
            Ok(read) if read == *answer => Ok(data),
            Ok(_) => {
                Err("what is read of it again is another answer; mend its `Serialize` and `Deserialize`"
                    .to_owned())
            }
            Err(AnswerError::Unreadable { message, .. }) => Err(format!("it can't be read again: {message}")),
            Err(error) => Err(error.to_string()),
        }
    }

    fn give<A>(
        &mut self,
        seat: Seat,
        data: String,
        give: impl FnOnce(&mut PhaseManager<W>, &mut W) -> Result<Step, AnswerError<A>>,
    ) -> Result<Step, AnswerError<A>> {
        self.before_answer();
        self.tape.lock().begin(Input::Answer { seat, data });
        let step = self.unless_an_answer_panics(give);
        self.after_answer(matches!(step, Ok(_) | Err(AnswerError::Run(_))));
        match &step {
            Ok(Step::Ended(_)) => self.with_state(|state| state.settle(CameTo::Over)),
            Ok(_) => self.settle_where_it_is(),
            Err(AnswerError::Run(error)) => self.settle_error(error),
            Err(_) => self.with_state(State::refused),
        }
        step
    }

    /// Like [`PhaseManager::time_out`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn time_out(&mut self) -> Result<Vec<Seat>, AnswerError<AnyAnswer>> {
        self.recover();
        self.before_answer();
        self.tape.lock().begin(Input::TimeOut);
        let answered = self.unless_an_answer_panics(PhaseManager::time_out);
        let has_changed = !self.with_state(|state| state.is_open());
        self.after_answer(has_changed);
        match &answered {
            Err(AnswerError::Run(error)) => self.settle_error(error),
            _ if !has_changed => self.with_state(State::refused),
            _ => self.settle_where_it_is(),
        }
        answered
    }

    /// Has the game do what a panic has kept an earlier call from, as any call does before anything else. It is a step of its own,
    /// so that what comes of it is recorded if the call itself comes to nothing, and what the call finds is what comes after it.
    pub(crate) fn recover(&mut self) {
        self.tape.lock().begin(Input::Recover);
        // No phase has this id, so that nothing else is done.
        let nobody = PhaseId::from_number(0);
        self.unless_an_answer_panics(|phases, world| phases.cancel_parked(world, nobody));
        if self.with_state(|state| state.is_open()) {
            self.with_state(State::refused);
        } else {
            self.goes_on();
        }
    }

    fn before_answer(&mut self) {
        let Self { phases, world, tape, undo, .. } = self;
        if let Some(undo) = undo.as_mut().filter(|_| phases.question().is_some()) {
            undo.before_answer(phases, world, tape);
        }
    }

    fn after_answer(&mut self, has_changed: bool) {
        if let Some(undo) = &mut self.undo {
            undo.after_answer(has_changed, &self.tape);
        }
    }

    /// Like [`PhaseManager::cancel`].
    pub fn cancel(&mut self) -> bool {
        self.act(&Line::Cancel);
        self.unless_it_panics(PhaseManager::cancel)
    }

    /// Like [`PhaseManager::cancel_tree`].
    pub fn cancel_tree(&mut self) -> bool {
        self.act(&Line::CancelTree);
        self.unless_it_panics(PhaseManager::cancel_tree)
    }

    /// Like [`PhaseManager::cancel_parked`].
    pub fn cancel_parked(&mut self, id: PhaseId) -> bool {
        let Some(index) = self.phases.parked().position(|parked| parked.id() == id) else { return false };
        self.act(&Line::CancelParked { index });
        self.unless_it_panics(|phases, world| phases.cancel_parked(world, id))
    }

    /// Like [`PhaseManager::cancel_all`].
    pub fn cancel_all(&mut self) -> usize {
        self.act(&Line::CancelAll);
        self.unless_it_panics(PhaseManager::cancel_all)
    }

    /// Like [`PhaseManager::clear`].
    pub fn clear(&mut self) {
        self.act(&Line::Clear);
        self.unless_it_panics(PhaseManager::clear);
    }

    /// Like [`PhaseManager::finish`].
    pub fn finish(&mut self) {
        self.act(&Line::Finish);
        self.unless_it_panics(PhaseManager::finish);
    }

    fn act(&mut self, line: &Line<'_>) {
        self.tape.lock().act(line);
        self.goes_on();
    }
}

const SECRET: &str = "its `Serialize` fails, and why is not told, since it would be secret";

const WITHOUT_SERDE: &str =
    "answers of its type have no `Serialize`; derive `serde::Serialize` and `serde::Deserialize` on it";

/// What is said of an answer if nobody knows how it is written.
fn unknown_to_serde() -> String {
    serde_json::to_string(&AnyAnswer::new(())).err().map_or_else(String::new, |error| error.to_string())
}
