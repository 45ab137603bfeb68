//! Taking a game back, and its recording with it.

use std::collections::VecDeque;
use std::fmt;

use phase_core::{ForkError, History, PhaseManager};

use super::recorder::Recorder;
use super::state::Mark;
use super::tape::Tape;

/// Moments of a recorded game to go back to.
pub(super) struct Undo<W: 'static> {
    /// Each with one moment, so that a moment can be had before it is known whether there will be anything to undo.
    past: VecDeque<Moment<W>>,
    /// What was undone, the last first, as long as nothing else has been done since.
    future: Vec<Undone<W>>,
    most: usize,
    /// Whether a moment is remembered before each answer.
    is_automatic: bool,
    /// The moment before the answer that is being given.
    before: Option<Result<Moment<W>, ForkError>>,
    pub(super) failed: Option<ForkError>,
    // What needs to copy the world.
    take: Take<W>,
    back: Exchange<W>,
    forward: Exchange<W>,
    mark: fn(&History<W, Mark>) -> Option<&Mark>,
}

/// A moment, and its number among all that were taken.
struct Moment<W: 'static> {
    number: u64,
    history: History<W, Mark>,
}

/// What an undo has taken out of a recording.
struct Undone<W: 'static> {
    /// The moment that it went back to, from where it goes forward again.
    moment: Moment<W>,
    lines: Vec<u8>,
    /// As the tape was before.
    mark: Mark,
}

type Take<W> = fn(Mark, &PhaseManager<W>, &W) -> Result<History<W, Mark>, ForkError>;
type Exchange<W> = fn(&mut History<W, Mark>, &mut PhaseManager<W>, &mut W) -> bool;

impl<W: Clone + 'static> Undo<W> {
    fn new(most: usize) -> Self {
        Self {
            past: VecDeque::new(),
            future: Vec::new(),
            most,
            is_automatic: false,
            before: None,
            failed: None,
            take: |mark, phases, world| {
                let mut history = History::new(1);
                history.checkpoint_as(mark, phases, world)?;
                Ok(history)
            },
            back: History::undo,
            forward: History::redo,
            mark: History::last,
        }
    }
}

impl<W: 'static> Undo<W> {
    pub(super) fn undos(&self) -> usize {
        self.past.len()
    }

    pub(super) fn redos(&self) -> usize {
        self.future.len()
    }

    /// The host does something.
    pub(super) fn goes_on(&mut self) {
        self.future.clear();
    }

    /// Takes the moment before an answer, if such are remembered.
    pub(super) fn before_answer(&mut self, phases: &PhaseManager<W>, world: &W, tape: &Tape) {
        if self.is_automatic {
            self.before = Some(self.moment(phases, world, tape));
        }
    }

    /// Remembers the moment before an answer, if that has changed anything.
    pub(super) fn after_answer(&mut self, has_changed: bool, tape: &Tape) {
        let before = self.before.take();
        if !has_changed {
            return;
        }
        self.goes_on();
        match before {
            None => {}
            Some(Ok(moment)) => self.remember(moment, tape),
            Some(Err(error)) => {
                self.past.clear();
                tape.set_oldest(u64::MAX);
                self.failed = Some(error);
            }
        }
    }

    fn moment(&self, phases: &PhaseManager<W>, world: &W, tape: &Tape) -> Result<Moment<W>, ForkError> {
        let number = tape.next_moment();
        let mark = tape.lock().mark(tape.starts());
        Ok(Moment { number, history: (self.take)(mark, phases, world)? })
    }

    /// Remembers a moment, when there is nothing any more that can be redone.
    fn remember(&mut self, moment: Moment<W>, tape: &Tape) {
        self.failed = None;
        self.past.push_back(moment);
        if self.past.len() > self.most {
            self.past.pop_front();
        }
        tape.set_oldest(self.past.front().map_or(u64::MAX, |moment| moment.number));
    }

    pub(super) fn undo(&mut self, phases: &mut PhaseManager<W>, world: &mut W, tape: &Tape) -> bool {
        let Some(mut moment) = self.past.pop_back() else { return false };
        let Some(mark) = (self.mark)(&moment.history).cloned() else { return false };
        // What comes back has been recorded when it came first.
        tape.set_deaf(true);
        let has_gone = (self.back)(&mut moment.history, phases, world);
        tape.set_deaf(false);
        let mut state = tape.lock();
        let present = state.mark(tape.starts());
        let lines = state.go_back(&mark);
        drop(state);
        tape.set_starts(mark.starts());
        self.future.push(Undone { moment, lines, mark: present });
        has_gone
    }

    pub(super) fn redo(&mut self, phases: &mut PhaseManager<W>, world: &mut W, tape: &Tape) -> bool {
        let Some(Undone { mut moment, lines, mark }) = self.future.pop() else { return false };
        tape.set_deaf(true);
        let has_gone = (self.forward)(&mut moment.history, phases, world);
        tape.set_deaf(false);
        tape.lock().go_forward(&lines, &mark);
        tape.set_starts(mark.starts());
        self.past.push_back(moment);
        has_gone
    }
}

impl<W: 'static> Recorder<W> {
    /// Goes back to where the game was before the last of what is remembered, the recording with it, and says whether there was
    /// anything to go back to.
    ///
    /// Moments are remembered by [`undoable`](Self::undoable), before each answer, or by [`checkpoint`](Self::checkpoint). What is
    /// undone is not in the recording any more. As with [`History::undo`](phase_core::History::undo), questions and phases that
    /// come afterwards have higher numbers in the game than they would have had; in the recording they have not.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("table.txt")]
    /// use phase_tools::Recorder;
    ///
    /// let mut recorder = Recorder::new(PhaseManager::new(), Table::default()).undoable(10);
    /// recorder.push(GuessPhase { most: 10 })?;
    /// recorder.run()?;
    /// let before = recorder.recording();
    /// recorder.answer::<GuessPhase>(Seat::Player(0), 7)?;
    /// assert!(recorder.undo());
    /// assert_eq!(recorder.recording(), before);
    /// assert!(recorder.world().guesses.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> bool {
        let Self { phases, world, tape, undo, .. } = self;
        undo.as_mut().is_some_and(|undo| undo.undo(phases, world, tape))
    }

    /// Goes forward again to where the last [`undo`](Self::undo) came from, the recording with it, and says whether there was one,
    /// and nothing has been done since.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("table.txt")]
    /// # use phase_tools::Recorder;
    /// # let mut recorder = Recorder::new(PhaseManager::new(), Table::default()).undoable(10);
    /// # recorder.push(GuessPhase { most: 10 })?;
    /// # recorder.run()?;
    /// recorder.answer::<GuessPhase>(Seat::Player(0), 7)?;
    /// let after = recorder.recording();
    /// recorder.undo();
    /// assert!(recorder.redo());
    /// assert_eq!(recorder.recording(), after);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redo(&mut self) -> bool {
        let Self { phases, world, tape, undo, .. } = self;
        undo.as_mut().is_some_and(|undo| undo.redo(phases, world, tape))
    }

    /// How many times [`redo`](Self::redo) can go forward.
    #[must_use]
    pub fn redos(&self) -> usize {
        self.undo.as_ref().map_or(0, Undo::redos)
    }

    /// How many times [`undo`](Self::undo) can go back.
    #[must_use]
    pub fn undos(&self) -> usize {
        self.undo.as_ref().map_or(0, Undo::undos)
    }

    /// Why there was no way to remember the last moment that was to be, if so: a phase is not declared `clone`. There is no undo
    /// beyond it.
    #[must_use]
    pub fn no_way_back(&self) -> Option<ForkError> {
        self.undo.as_ref()?.failed
    }
}

impl<W: Clone + 'static> Recorder<W> {
    /// Remembers the moment before each answer, at most so many of them, for [`undo`](Self::undo) to go back to.
    ///
    /// Each costs a [fork](PhaseManager::fork) of the phases and a copy of the world. If a phase is not declared `clone`, what was
    /// remembered is forgotten, since there is no way back beyond it; [`no_way_back`](Self::no_way_back) tells.
    #[must_use]
    pub fn undoable(mut self, most: usize) -> Self {
        self.tape.set_may_come_back();
        self.undo = Some(Undo { is_automatic: true, ..Undo::new(most) });
        self
    }

    /// Remembers this moment, for [`undo`](Self::undo) to go back to: for a host that knows better than
    /// [`undoable`](Self::undoable) what a player wants to take back.
    ///
    /// # Errors
    ///
    /// [`ForkError`] if a phase can't be copied; nothing is remembered or forgotten then.
    pub fn checkpoint(&mut self) -> Result<(), ForkError> {
        let Self { phases, world, tape, undo, .. } = self;
        let undo = undo.get_or_insert_with(|| Undo::new(usize::MAX));
        match undo.moment(phases, world, tape) {
            Ok(moment) => {
                undo.goes_on();
                undo.remember(moment, tape);
                Ok(())
            }
            Err(error) => {
                undo.failed = Some(error);
                Err(error)
            }
        }
    }
}

impl<W: 'static> fmt::Debug for Undo<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Undo").field("undos", &self.undos()).finish_non_exhaustive()
    }
}
