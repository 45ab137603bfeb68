//! Taking a game back, and its recording with it.

use std::fmt;

use phase_core::{ForkError, History, PhaseManager};

use super::recorder::Recorder;
use super::state::Mark;
use super::tape::Tape;

/// Moments of a recorded game to go back to.
pub(super) struct Undo<W: 'static> {
    history: History<W, Mark>,
    /// Whether a moment is remembered before each answer.
    is_automatic: bool,
    /// Whether the last moment that is remembered is the present one.
    is_here: bool,
    pub(super) failed: Option<ForkError>,
    /// What was undone, the last first, as long as nothing else has been done since.
    undone: Vec<Undone>,
    // What needs to copy the world.
    checkpoint: Checkpoint<W>,
    back: fn(&mut History<W, Mark>, &mut PhaseManager<W>, &mut W) -> bool,
    forward: fn(&mut History<W, Mark>, &mut PhaseManager<W>, &mut W) -> bool,
    undos: fn(&History<W, Mark>) -> usize,
    last: fn(&History<W, Mark>) -> Option<&Mark>,
    clear: fn(&mut History<W, Mark>),
}

/// What an undo has taken out of a recording.
struct Undone {
    lines: Vec<u8>,
    /// As it was before.
    mark: Mark,
}

type Checkpoint<W> = fn(&mut History<W, Mark>, Mark, &PhaseManager<W>, &W) -> Result<(), ForkError>;

impl<W: Clone + 'static> Undo<W> {
    fn new(most: usize) -> Self {
        Self {
            history: History::new(most),
            is_automatic: false,
            is_here: false,
            failed: None,
            undone: Vec::new(),
            checkpoint: History::checkpoint_as,
            back: History::undo,
            forward: History::redo,
            undos: History::undos,
            last: History::last,
            clear: History::clear,
        }
    }
}

impl<W: 'static> Undo<W> {
    pub(super) fn undos(&self) -> usize {
        (self.undos)(&self.history) - usize::from(self.is_here)
    }

    /// The host does something.
    pub(super) fn goes_on(&mut self) {
        self.is_here = false;
        self.undone.clear();
    }

    /// An answer was refused, so that nothing has been done.
    pub(super) fn stays(&mut self, was_here: bool) {
        self.is_here = was_here;
    }

    pub(super) fn is_here(&self) -> bool {
        self.is_here
    }

    pub(super) fn redos(&self) -> usize {
        self.undone.len()
    }

    /// Remembers the moment before an answer, if such are remembered.
    pub(super) fn before_answer(&mut self, phases: &PhaseManager<W>, world: &W, tape: &Tape) {
        if self.is_automatic && self.remember(phases, world, tape).is_err() {
            (self.clear)(&mut self.history);
        }
    }

    fn remember(&mut self, phases: &PhaseManager<W>, world: &W, tape: &Tape) -> Result<(), ForkError> {
        if self.is_here {
            return Ok(());
        }
        tape.set_may_come_back();
        let mark = tape.lock().mark(tape.starts());
        let remembered = (self.checkpoint)(&mut self.history, mark, phases, world);
        self.failed = remembered.err();
        self.undone.clear();
        self.is_here = remembered.is_ok() && (self.undos)(&self.history) > 0;
        remembered
    }

    pub(super) fn undo(&mut self, phases: &mut PhaseManager<W>, world: &mut W, tape: &Tape) -> bool {
        if std::mem::take(&mut self.is_here) {
            self.go_back(phases, world, tape);
        }
        self.go_back(phases, world, tape)
    }

    fn go_back(&mut self, phases: &mut PhaseManager<W>, world: &mut W, tape: &Tape) -> bool {
        let Some(mark) = (self.last)(&self.history).cloned() else { return false };
        // What comes back has been recorded when it came first.
        tape.set_deaf(true);
        let has_gone = (self.back)(&mut self.history, phases, world);
        tape.set_deaf(false);
        let mut state = tape.lock();
        let present = state.mark(tape.starts());
        let lines = state.go_back(&mark);
        drop(state);
        tape.set_starts(mark.starts());
        self.undone.push(Undone { lines, mark: present });
        has_gone
    }

    pub(super) fn redo(&mut self, phases: &mut PhaseManager<W>, world: &mut W, tape: &Tape) -> bool {
        let Some(Undone { lines, mark }) = self.undone.pop() else { return false };
        tape.set_deaf(true);
        let has_gone = (self.forward)(&mut self.history, phases, world);
        tape.set_deaf(false);
        tape.lock().go_forward(&lines, &mark);
        tape.set_starts(mark.starts());
        has_gone
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
        undo.get_or_insert_with(|| Undo::new(usize::MAX)).remember(phases, world, tape)?;
        // It counts by itself, whatever happens next.
        if let Some(undo) = undo {
            undo.is_here = false;
        }
        Ok(())
    }
}

impl<W: 'static> fmt::Debug for Undo<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Undo").field("undos", &self.undos()).finish_non_exhaustive()
    }
}
