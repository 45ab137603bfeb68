//! A game that is recorded while it is played.

use std::fmt;
use std::ops::ControlFlow;

use phase_core::{AnswerError, AnyAnswer, PhaseManager, Question, RunError, RunStatus, Seat, Step};

use super::line::{Line, Rest};
use super::log::Log;
use super::recording::{Head, Recording};
use super::scribe::attach;
use super::state::{CameTo, Input, State};
use super::tape::{Tape, resting};
use super::undo::Undo;

/// A game and its recording: everything that the host does goes through it, and is written.
///
/// Needs the [feature](crate#features) `record`.
///
/// It has the methods of the manager that a game is driven with, without the world, which it holds as well: to be looked at by
/// [`world`](Self::world), and not to be changed. That is on purpose: what the recording can't hold must not come into the game
/// unnoticed. A host whose players do something asks them for it, by a phase that [asks](phase_core::Asks).
///
/// What has been recorded can be had at any time by [`recording`](Self::recording), also after the game has failed or
/// panicked; and by a [`tape`](Self::tape) while it runs.
///
/// # Examples
///
/// ```
#[doc = include_str!("table.txt")]
/// use phase_tools::Recorder;
///
/// let mut recorder = Recorder::new(PhaseManager::new(), Table::default()).seed("42");
/// recorder.push(GuessPhase { most: 10 })?;
/// recorder.run()?;
/// recorder.answer::<GuessPhase>(Seat::Player(0), 7)?;
/// recorder.run()?;
/// assert_eq!(
///     recorder.recording().to_string(),
///     r#"recording 1
/// seed "42"
/// push GuessPhase {"most":10}
/// run
///   start GuessPhase pushed 0
///   asks GuessPhase 1 player 0
/// answer player 0 7
///   ended GuessPhase
/// run
///   idle
/// "#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recorder<W: 'static> {
    pub(super) phases: PhaseManager<W>,
    pub(super) world: W,
    pub(super) tape: Tape,
    pub(super) undo: Option<Undo<W>>,
}

impl<W: 'static> Recorder<W> {
    /// Records a game from here on.
    ///
    /// What is queued already belongs to the start of the recording: whoever replays it has to bring it along.
    #[must_use]
    pub fn new(mut phases: PhaseManager<W>, world: W) -> Self {
        let tape = Tape::new();
        attach(&tape, &mut phases);
        Self { phases, world, tape, undo: None }
    }

    /// Has the recording say with which seed the game began.
    #[must_use]
    pub fn seed(self, seed: impl Into<String>) -> Self {
        self.head(Head::Seed(seed.into()))
    }

    /// Has the recording say of which version the game is.
    #[must_use]
    pub fn version(self, version: impl Into<String>) -> Self {
        self.head(Head::Version(version.into()))
    }

    /// Has the recording hold the save from which the game goes on.
    #[must_use]
    pub fn save(self, save: impl Into<String>) -> Self {
        self.head(Head::Save(save.into()))
    }

    fn head(self, head: Head) -> Self {
        let mut state = self.tape.lock();
        let mut recording = Recording { head: std::mem::take(&mut state.head), log: Log::default() };
        recording.set(head);
        state.head = recording.head;
        drop(state);
        self
    }

    /// Writes a comment, for those who read the recording; each line of it takes one. What was undone can't be
    /// [redone](Self::redo) then: the recording goes on with the comment.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # let mut recorder = phase_tools::Recorder::new(PhaseManager::new(), ());
    /// recorder.note("player 2 has lost the connection");
    /// assert_eq!(recorder.recording().to_string(), "recording 1\n# player 2 has lost the connection\n");
    /// ```
    pub fn note(&mut self, text: &str) {
        if text.lines().next().is_none() {
            return;
        }
        // What can be redone goes on from the last line, and that is this one from here on.
        self.goes_on();
        let mut state = self.tape.lock();
        let is_first = state.log.lines().next().is_none();
        for line in text.lines() {
            let text = format!(" {}", line.trim());
            let text = text.trim_end();
            if is_first {
                state.head.push(Head::Comment { text: text.to_owned(), is_behind: false });
            } else {
                state.act(&Line::Comment { text, is_behind: false });
            }
        }
    }

    /// The phases, to look at.
    #[must_use]
    pub fn phases(&self) -> &PhaseManager<W> {
        &self.phases
    }

    /// The world, to look at.
    #[must_use]
    pub fn world(&self) -> &W {
        &self.world
    }

    /// The question that stands, if one does; see [`PhaseManager::question`].
    #[must_use]
    pub fn question(&self) -> Option<Question<'_, W>> {
        self.phases.question()
    }

    /// All that has been recorded so far. It is a copy, which costs little.
    #[must_use]
    pub fn recording(&self) -> Recording {
        self.tape.recording()
    }

    /// A handle by which the recording can be read while the game runs.
    #[must_use]
    pub fn tape(&self) -> Tape {
        self.tape.clone()
    }

    /// Ends the recording, and gives the game and what was recorded of it.
    ///
    /// The observer by which it was recorded stays with the phases, as observers do, and takes note of nothing any more.
    #[must_use]
    pub fn into_parts(self) -> (PhaseManager<W>, W, Recording) {
        let recording = self.recording();
        self.tape.set_deaf(true);
        self.tape.set_oldest(u64::MAX);
        (self.phases, self.world, recording)
    }

    /// Like [`PhaseManager::run`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn run(&mut self) -> Result<RunStatus, RunError> {
        self.tape.lock().begin(Input::Run);
        let status = self.unless_it_panics(PhaseManager::run);
        self.settle_run(&status);
        status
    }

    /// Runs once, and stops after a phase if the closure says so, of which there is no recording then.
    pub(super) fn run_until(&mut self, mut stops: impl FnMut() -> bool) -> Result<(), RunError> {
        self.tape.lock().begin(Input::Run);
        let mut has_stopped = false;
        let status = self.unless_it_panics(|phases, world| {
            phases.run_with(world, |_| {
                has_stopped = stops();
                if has_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        if !has_stopped {
            self.settle_run(&status);
        }
        status.map(drop)
    }

    /// Like [`PhaseManager::step`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn step(&mut self) -> Result<Step, RunError> {
        self.tape.lock().begin(Input::Step);
        let step = self.unless_it_panics(PhaseManager::step);
        self.settle_step(&step);
        step
    }

    /// Runs, and puts each question to `choose`, seat by seat; like [`PhaseManager::play`]. The answers are recorded.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run) and [`answer_any`](Self::answer_any).
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("table.txt")]
    /// # use phase_tools::Recorder;
    /// # let mut recorder = Recorder::new(PhaseManager::new(), Table::default());
    /// recorder.push(GuessPhase { most: 3 })?;
    /// let status = recorder.play(|question, seat, table| question.pick(seat, table, 2))?;
    /// assert_eq!(status, RunStatus::Idle);
    /// assert!(recorder.recording().to_string().contains("answer player 0 3\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(
        &mut self,
        mut choose: impl FnMut(&Question<'_, W>, Seat, &W) -> Option<AnyAnswer>,
    ) -> Result<RunStatus, AnswerError<AnyAnswer>> {
        loop {
            let status = self.run()?;
            if status != RunStatus::Asking || !self.put_to_seats(&mut choose)? {
                return Ok(status);
            }
        }
    }

    /// Puts the question that stands to each seat that it asks, and says whether one has answered.
    fn put_to_seats(
        &mut self,
        choose: &mut impl FnMut(&Question<'_, W>, Seat, &W) -> Option<AnyAnswer>,
    ) -> Result<bool, AnswerError<AnyAnswer>> {
        let number = self.question().map(|question| question.number());
        let (mut put, mut has_answered) = (Vec::new(), false);
        while let Some(question) = self.question().filter(|question| Some(question.number()) == number) {
            let seats = question.seats(&self.world);
            let Some(seat) = seats.into_iter().find(|seat| !put.contains(seat)) else { break };
            put.push(seat);
            if let Some(answer) = choose(&question, seat, &self.world) {
                self.answer_any(seat, answer)?;
                has_answered = true;
            }
        }
        Ok(has_answered)
    }

    /// Calls the game. If that panics, the recording says so.
    pub(super) fn unless_it_panics<R>(&mut self, call: impl FnOnce(&mut PhaseManager<W>, &mut W) -> R) -> R {
        self.goes_on();
        self.unless_an_answer_panics(call)
    }

    /// Like [`unless_it_panics`](Self::unless_it_panics), for a call that may have changed nothing.
    pub(super) fn unless_an_answer_panics<R>(
        &mut self,
        call: impl FnOnce(&mut PhaseManager<W>, &mut W) -> R,
    ) -> R {
        let guard = Unwinding { tape: &self.tape, undo: self.undo.as_mut() };
        let result = call(&mut self.phases, &mut self.world);
        std::mem::forget(guard);
        result
    }

    /// The host does something, after which nothing can be redone.
    pub(super) fn goes_on(&mut self) {
        if let Some(undo) = &mut self.undo {
            undo.goes_on();
        }
    }

    pub(super) fn settle_run(&self, status: &Result<RunStatus, RunError>) {
        match status {
            Ok(RunStatus::Idle) => self.tape.lock().settle(CameTo::Rest(Rest::Idle)),
            Ok(RunStatus::Halted) => self.tape.lock().settle(CameTo::Rest(Rest::Halted)),
            Ok(RunStatus::Waiting | RunStatus::Asking) => self.settle_where_it_is(),
            Err(error) => self.settle_error(error),
        }
    }

    pub(super) fn settle_step(&self, step: &Result<Step, RunError>) {
        match step {
            Ok(Step::Ended(_)) => self.tape.lock().settle(CameTo::Over),
            Ok(Step::Idle) => self.tape.lock().settle(CameTo::Rest(Rest::Idle)),
            Ok(Step::Halted) => self.tape.lock().settle(CameTo::Rest(Rest::Halted)),
            Ok(Step::Waiting(_) | Step::Asking(_)) => self.settle_where_it_is(),
            Err(error) => self.settle_error(error),
        }
    }

    pub(super) fn settle_error(&self, error: &RunError) {
        self.tape.lock().settle(match error {
            RunError::StartLimit { .. } => CameTo::Rest(Rest::StartLimit),
            RunError::ChainLimit { .. } => CameTo::Rest(Rest::ChainLimit),
            _ => CameTo::Over,
        });
    }

    pub(super) fn settle_where_it_is(&self) {
        let mut seats = Vec::new();
        // A phase says whom it asks, and that may panic.
        let guard = Unwinding::<W> { tape: &self.tape, undo: None };
        let came_to = resting(&self.phases, &self.world, &self.tape, &mut seats);
        std::mem::forget(guard);
        self.tape.lock().settle(came_to);
    }

    pub(super) fn with_state<R>(&self, act: impl FnOnce(&mut State) -> R) -> R {
        act(&mut self.tape.lock())
    }
}

/// Has the tape say that a call has panicked, unless it is forgotten.
struct Unwinding<'a, W: 'static> {
    tape: &'a Tape,
    undo: Option<&'a mut Undo<W>>,
}

impl<W: 'static> Drop for Unwinding<'_, W> {
    fn drop(&mut self) {
        let has_changed = self.tape.lock().panicked();
        if let Some(undo) = &mut self.undo {
            undo.after_answer(has_changed, self.tape);
        }
    }
}

impl<W: fmt::Debug> fmt::Debug for Recorder<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder")
            .field("phases", &self.phases)
            .field("world", &self.world)
            .field("undos", &self.undos())
            .finish_non_exhaustive()
    }
}
