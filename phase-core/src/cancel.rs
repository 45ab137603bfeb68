//! Giving phases up: by the host, after a panic, and when the tree is cleared around them.

use alloc::vec::Vec;
use core::mem;

use crate::due::Due;
use crate::erased::AnyPhase;
use crate::manager::PhaseManager;
use crate::running::{Running, State};

impl<W: 'static> PhaseManager<W> {
    /// Gives up the phase that waits, without `on_end`: its `on_cancel` runs, and what it had queued stays queued.
    ///
    /// Says whether a phase was waiting. Parked phases are not touched; a ticket of the phase becomes stale.
    ///
    /// # Examples
    ///
    /// A player walks away from a choice:
    ///
    /// ```
    #[doc = include_str!("scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    /// assert!(phases.cancel(&mut story));
    /// assert_eq!(phases.run(&mut story)?, RunStatus::Idle);
    /// assert!(!phases.cancel(&mut story)); // nothing waits any more
    /// # Ok::<(), RunError>(())
    /// ```
    pub fn cancel(&mut self, world: &mut W) -> bool {
        self.recover(world);
        let Some(running) = self.running.take_if(|running| running.is_waiting()) else { return false };
        running.give_up(world);
        true
    }

    /// Like [`cancel`](Self::cancel), and drops all that the phase had unshifted and deferred.
    ///
    /// # Examples
    ///
    /// A player skips a cutscene, with the lines that were still to come:
    ///
    /// ```
    #[doc = include_str!("scaffold/story.txt")]
    /// # #[phase(world = Story)]
    /// # #[derive(Debug)]
    /// # struct CutscenePhase;
    /// impl Phase for CutscenePhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.unshift(LinePhase("Long ago, in a distant land .."));
    ///         guard.suspend(|story, curtain| story.choice = Some(curtain))
    ///     }
    /// }
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    ///
    /// phases.push(CutscenePhase);
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    /// assert!(phases.cancel_tree(&mut story));
    /// assert_eq!(phases.levels().to_string(), "0: [ChoicePhase]");
    /// # Ok::<(), RunError>(())
    /// ```
    pub fn cancel_tree(&mut self, world: &mut W) -> bool {
        self.recover(world);
        let Some(running) = self.running.take_if(|running| running.is_waiting()) else { return false };
        // Both may run a caller's code, and a panic in the one must not keep the other from happening.
        let children = self.agenda.tree.take_children();
        running.give_up(world);
        drop(children);
        true
    }

    /// Drops every queued phase and cancels the parked ones, innermost first.
    ///
    /// The phase that waits goes on waiting ([`cancel`](Self::cancel) is for that); what it queues afterwards stands
    /// as if it had come from level 0. Inside a phase, [`Queue::clear`](crate::Queue::clear) does the same.
    ///
    /// # Examples
    ///
    /// A player gives up, and goes back to the title:
    ///
    /// ```
    #[doc = include_str!("scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("And so .."));
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    ///
    /// phases.clear(&mut story);
    /// phases.cancel(&mut story); // the line that waits
    /// assert_eq!(phases.run(&mut story)?, RunStatus::Idle);
    /// # Ok::<(), RunError>(())
    /// ```
    pub fn clear(&mut self, world: &mut W) {
        self.recover(world);
        self.agenda.clear();
        self.cancel_condemned(world);
    }

    /// A phase that a `clear` has swept away, and a panic has kept from being told.
    pub(crate) fn untold(&self) -> Option<&'static str> {
        let swept = self.parked.first().filter(|_| self.agenda.due.has_any(Due::CLEAR));
        self.condemned.first().or(swept).map(|running| running.phase.name())
    }

    /// Catches up on what a panic in an earlier call has kept from happening.
    #[inline]
    pub(crate) fn recover(&mut self, world: &mut W) {
        let is_panicked = matches!(self.running, Some(Running { state: State::Panicked, .. }));
        if is_panicked || self.agenda.due.has_any(Due::BACKLOG) {
            self.catch_up(world);
        }
    }

    #[cold]
    fn catch_up(&mut self, world: &mut W) {
        if let Some(running) = self.running.take_if(|running| matches!(running.state, State::Panicked)) {
            give_up(running.phase, world);
        }
        #[cfg(feature = "serde")]
        self.hand_out_tickets(world);
        self.cancel_condemned(world);
    }

    /// Cancels the parked phases that a `clear` has swept away, the innermost first.
    pub(crate) fn cancel_condemned(&mut self, world: &mut W) {
        // Those that are parked from now on are no part of it.
        if self.agenda.due.take(Due::CLEAR) {
            self.condemned.append(&mut mem::take(&mut self.parked));
            self.agenda.due.add(Due::CANCEL);
        }
        // Taken out one by one, so that a panic in one leaves the others to be cancelled by the next call.
        while let Some(parked) = self.condemned.pop() {
            parked.give_up(world);
        }
        self.condemned = Vec::new();
        self.agenda.due.take(Due::CANCEL);
    }
}

impl<W: 'static> Running<W> {
    fn give_up(self, world: &mut W) {
        // First, so that `on_cancel` finds the ticket stale.
        drop(self.state);
        give_up(self.phase, world);
    }
}

pub(crate) fn give_up<W: 'static>(mut phase: AnyPhase<W>, world: &mut W) {
    phase.0.get_mut().on_cancel(world);
}
