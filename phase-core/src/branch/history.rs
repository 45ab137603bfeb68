//! Undo and redo, over forks of the manager and copies of the world.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::{fmt, mem};

use super::fork::ForkError;
use crate::manager::PhaseManager;

/// Moments of a game to go back to, and forward again.
///
/// Each is a [fork](PhaseManager::fork) of the manager with a copy of the world, so a moment may lie between turns or
/// in the middle of one. The oldest is forgotten when there are more than the given number.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/duel.txt")]
/// # let mut duel = Duel::default();
/// # let mut phases = PhaseManager::new();
/// let mut history = History::new(10);
/// phases.push(PlayPhase("Knight"));
/// phases.push(PlayPhase("Dragon"));
/// phases.step(&mut duel)?;
/// history.checkpoint(&phases, &duel)?; // between the two cards
/// phases.step(&mut duel)?;
///
/// assert!(history.undo(&mut phases, &mut duel));
/// assert_eq!((&duel.table[..], phases.len()), (&["Knight"][..], 1));
/// assert!(history.redo(&mut phases, &mut duel));
/// assert_eq!((&duel.table[..], phases.len()), (&["Knight", "Dragon"][..], 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct History<W: 'static> {
    past: VecDeque<Moment<W>>,
    future: Vec<Moment<W>>,
    most: usize,
}

struct Moment<W: 'static> {
    phases: PhaseManager<W>,
    world: W,
}

impl<W: Clone + 'static> Moment<W> {
    fn now(phases: &PhaseManager<W>, world: &W) -> Result<Self, ForkError> {
        Ok(Self { phases: phases.fork()?, world: world.clone() })
    }

    /// Puts this moment in the place of the present one, and gives that back.
    fn exchange(mut self, phases: &mut PhaseManager<W>, world: &mut W) -> Self {
        mem::swap(&mut self.phases, phases);
        mem::swap(&mut self.world, world);
        self
    }
}

impl<W: Clone + 'static> History<W> {
    /// A history that remembers at most so many moments to go back to.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// let mut history = History::new(2);
    /// for card in ["Knight", "Squire", "Dragon"] {
    ///     history.checkpoint(&phases, &duel)?;
    ///     phases.push(PlayPhase(card));
    ///     phases.run(&mut duel)?;
    /// }
    /// assert_eq!(history.undos(), 2); // the first is forgotten
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { past: VecDeque::new(), future: Vec::new(), most }
    }

    /// Remembers this moment, for [`undo`](Self::undo) to come back to. What was undone can't be redone after.
    ///
    /// # Errors
    ///
    /// [`ForkError`] if the manager can't be copied as it is; nothing is remembered or forgotten then.
    ///
    /// # Examples
    ///
    /// A move after an undo makes the future another one:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// # let mut history = History::new(10);
    /// history.checkpoint(&phases, &duel)?;
    /// phases.push(PlayPhase("Knight"));
    /// phases.run(&mut duel)?;
    /// history.undo(&mut phases, &mut duel);
    /// assert_eq!(history.redos(), 1);
    ///
    /// history.checkpoint(&phases, &duel)?;
    /// phases.push(PlayPhase("Dragon"));
    /// assert_eq!(history.redos(), 0);
    /// # phases.run(&mut duel)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkpoint(&mut self, phases: &PhaseManager<W>, world: &W) -> Result<(), ForkError> {
        let now = Moment::now(phases, world)?;
        self.future.clear();
        self.past.push_back(now);
        if self.past.len() > self.most {
            self.past.pop_front();
        }
        Ok(())
    }

    /// Goes back to the checkpoint before, if there is one, and says whether there was.
    ///
    /// The present is kept for [`redo`](Self::redo), and with it the tickets of its phases: those are stale once it
    /// can't be come back to.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// # let mut history = History::new(10);
    /// history.checkpoint(&phases, &duel)?;
    /// phases.push(PlayPhase("Knight"));
    /// phases.run(&mut duel)?;
    /// assert!(history.undo(&mut phases, &mut duel));
    /// assert!(duel.table.is_empty());
    /// assert!(!history.undo(&mut phases, &mut duel)); // there is no other checkpoint
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self, phases: &mut PhaseManager<W>, world: &mut W) -> bool {
        let Some(past) = self.past.pop_back() else { return false };
        self.future.push(past.exchange(phases, world));
        true
    }

    /// Goes forward again to where the last [`undo`](Self::undo) came from, and says whether there was one.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// # let mut history = History::new(10);
    /// history.checkpoint(&phases, &duel)?;
    /// phases.push(PlayPhase("Knight"));
    /// phases.run(&mut duel)?;
    /// history.undo(&mut phases, &mut duel);
    /// assert!(history.redo(&mut phases, &mut duel));
    /// assert_eq!(duel.table, ["Knight"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redo(&mut self, phases: &mut PhaseManager<W>, world: &mut W) -> bool {
        let Some(future) = self.future.pop() else { return false };
        self.past.push_back(future.exchange(phases, world));
        true
    }

    /// How many times [`undo`](Self::undo) can go back.
    #[must_use]
    pub fn undos(&self) -> usize {
        self.past.len()
    }

    /// How many times [`redo`](Self::redo) can go forward.
    #[must_use]
    pub fn redos(&self) -> usize {
        self.future.len()
    }
}

impl<W: 'static> fmt::Debug for History<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History")
            .field("past", &self.past.len())
            .field("future", &self.future.len())
            .field("most", &self.most)
            .finish()
    }
}
