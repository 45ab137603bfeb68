//! Giving everything up at once.

use super::PhaseManager;
use super::running::{Rest, Running};
use crate::kernel::Pending;

impl<W: 'static> PhaseManager<W> {
    /// Gives everything up: drops what is queued, and cancels the phase that waits and the parked ones, innermost first.
    /// Says how many phases went.
    ///
    /// The manager is then as one that has run empty: what is queued afterwards stands on level 0, or is above it. What the
    /// host gave it stays, [`when_empty`](Self::when_empty) too, and so does a [`halt`](crate::Queue::halt) that a phase
    /// has asked for.
    ///
    /// If an `on_cancel` panics, the others are called by the next call that is given the world.
    ///
    /// # Examples
    ///
    /// A player leaves in the middle of a line, over which a menu is open:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("And so .."));
    /// phases.push(LinePhase(".. they lived happily ever after."));
    /// phases.run(&mut story)?;
    /// phases.interrupt(ChoicePhase);
    /// phases.run(&mut story)?;
    ///
    /// assert_eq!(phases.cancel_all(&mut story), 3);
    /// assert_eq!(phases.run(&mut story)?, RunStatus::Idle);
    /// assert!(story.read.is_empty());
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn cancel_all(&mut self, world: &mut W) -> usize {
        self.recover(world);
        self.schedule.pending.remove(Pending::OVER);
        // It is on its way out, and has nothing any more to wait for.
        let over = self.over.take().map(|over| Running { phase: over.phase, rest: Rest::Restored });
        let innermost = self.running.take().or(over);
        let beyond_parked = usize::from(innermost.is_some());
        self.parked.extend(innermost);
        let went = self.schedule.tree.len() + self.parked.len();
        // What is queued is dropped by a caller's code, which may panic: by then it has to be known whom to tell.
        self.schedule.swept += beyond_parked;
        self.schedule.clear();
        self.schedule.tree.leave();
        self.cancel_condemned(world);
        went
    }
}
