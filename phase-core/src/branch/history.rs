//! Undo and redo, over forks of the manager and copies of the world.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::{fmt, mem};

use super::fork::ForkError;
use crate::manager::PhaseManager;

/// Moments of a game to go back to, and forward again.
///
/// Each is a [fork](PhaseManager::fork) of the manager with a copy of the world, so a moment may lie between turns, in the
/// middle of one, or at a question. The oldest is forgotten when there are more than the given number. Each may have a
/// tag, for instance whose move it was.
///
/// What goes back and forth is what is queued, running and parked, and the world. What the host gave the manager stays
/// with it: `when_empty`, and the limits. Tickets are stale once their phase was undone; a phase that is come back to gets
/// a new one through [`on_restore`](crate::Restores::on_restore). The count of questions never goes back, so the answer to
/// one that was undone is not taken for the answer to another.
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
///
/// The game around it: [a duel](crate::guide::games#a-duel).
pub struct History<W: 'static, T = ()> {
    past: VecDeque<Moment<W, T>>,
    future: Vec<Moment<W, T>>,
    most: usize,
}

struct Moment<W: 'static, T> {
    phases: PhaseManager<W>,
    world: W,
    tag: T,
}

impl<W: Clone + 'static, T> Moment<W, T> {
    /// Puts this moment in the place of the present one, and gives that back.
    fn exchange(mut self, phases: &mut PhaseManager<W>, world: &mut W) -> Self {
        phases.exchange(&mut self.phases);
        mem::swap(&mut self.world, world);
        self
    }
}

impl<W: Clone + 'static> History<W> {
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
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn checkpoint(&mut self, phases: &PhaseManager<W>, world: &W) -> Result<(), ForkError> {
        self.checkpoint_as((), phases, world)
    }
}

impl<W: Clone + 'static, T> History<W, T> {
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
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { past: VecDeque::new(), future: Vec::new(), most }
    }

    /// Like [`checkpoint`](History::checkpoint), with a tag that [`last`](Self::last) gives.
    ///
    /// # Errors
    ///
    /// [`ForkError`] if the manager can't be copied as it is; nothing is remembered or forgotten then.
    ///
    /// # Examples
    ///
    /// A player takes back a move of their own, and not one of the other's:
    ///
    /// ```
    #[doc = include_str!("../scaffold/table.txt")]
    /// # let mut table = Table::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(ShowPhase);
    /// let mut history = History::new(10);
    /// for seat in [Seat::Player(0), Seat::Player(1)] {
    ///     phases.run(&mut table)?;
    ///     history.checkpoint_as(seat, &phases, &table)?;
    ///     phases.answer::<ShowPhase>(&mut table, seat, Hand::Paper)?;
    /// }
    /// assert_eq!(history.last(), Some(&Seat::Player(1)));
    /// assert!(history.undo(&mut phases, &mut table));
    /// assert_eq!(history.last(), Some(&Seat::Player(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a table](crate::guide::games#a-table).
    pub fn checkpoint_as(&mut self, tag: T, phases: &PhaseManager<W>, world: &W) -> Result<(), ForkError> {
        let now = Moment { phases: phases.fork()?, world: world.clone(), tag };
        self.future.clear();
        self.past.push_back(now);
        if self.past.len() > self.most {
            self.past.pop_front();
        }
        Ok(())
    }

    /// The tag of the moment that the next [`undo`](Self::undo) would go back to.
    #[must_use]
    pub fn last(&self) -> Option<&T> {
        self.past.back().map(|moment| &moment.tag)
    }

    /// Forgets all moments: there is no way back from here.
    ///
    /// For a roll of dice that must not be rolled again, and for what was hidden and has been seen.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// # let mut history = History::new(10);
    /// history.checkpoint(&phases, &duel)?;
    /// phases.push(DrawPhase(1));
    /// phases.run(&mut duel)?; // has seen a card
    /// history.clear();
    /// assert!(!history.undo(&mut phases, &mut duel));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn clear(&mut self) {
        self.past.clear();
        self.future.clear();
    }

    /// Goes back to the checkpoint before, if there is one, and says whether there was.
    ///
    /// The present is kept for [`redo`](Self::redo). The tickets of its phases are stale: if it is come back to, they get
    /// new ones.
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
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
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
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
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

impl<W: 'static, T> fmt::Debug for History<W, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History")
            .field("past", &self.past.len())
            .field("future", &self.future.len())
            .field("most", &self.most)
            .finish()
    }
}
