//! The bound on phases that set each other off, one after the other.

use alloc::vec::Vec;

use super::PhaseManager;
use crate::kernel::RunError;
use crate::kernel::{Causer, Pending};
use crate::kernel::{LOOKED_AT, cycle};

impl<W: 'static> PhaseManager<W> {
    /// Bounds through how many others in a row a phase may have been set off, so that a loop with a question or a wait in
    /// each lap becomes an error too. There is no bound at first.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    ///
    /// The phase that goes too far stays in the queue, so every further run comes to the same error, until it is dropped by
    /// [`retain`](Self::retain) or [`clear`](Self::clear), or the limit is raised.
    ///
    /// The others are its [causes](crate::Queue::causes), also where more than are kept. Waits, questions and steps do not begin
    /// anew, but a push does: a game of a million turns runs, each of which pushes the next. With a bound, every start costs
    /// time linear in the causes of the phase.
    ///
    /// # Examples
    ///
    /// Two cards that answer each other for ever, and ask the player each time:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # #[phase(world = Story, unshifts(EchoPhase))]
    /// # #[derive(Debug)]
    /// # struct EchoPhase;
    /// # impl Phase for EchoPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.ask() }
    /// # }
    /// impl Asks for EchoPhase {
    ///     type Answer = bool;
    ///
    ///     fn answer(&mut self, _: Seat, _: bool, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.unshift(EchoPhase);
    ///         guard.end()
    ///     }
    /// }
    /// # let mut story = Story::default();
    /// let mut phases = PhaseManager::new().chain_limit(100);
    /// phases.push(EchoPhase);
    /// let error = phases.play(&mut story, |_, _, _| Some(AnyAnswer::new(true))).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "phase `EchoPhase` was set off through more than 100 others in a row, and has not started; \
    ///      it is the last of 102 times `EchoPhase`",
    /// );
    /// # assert_eq!(phases.len(), 1);
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    #[must_use]
    pub fn chain_limit(mut self, limit: usize) -> Self {
        self.set_chain_limit(limit);
        self
    }

    /// Like [`chain_limit`](Self::chain_limit), for a manager in place. See [`set_when_empty`](Self::set_when_empty) for
    /// an example.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    pub fn set_chain_limit(&mut self, limit: usize) {
        self.chain_limit = Some(limit);
        self.schedule.pending.insert(Pending::CHAIN);
    }

    /// Why the phase that comes next may not start, if that is so.
    pub(super) fn past_chain_limit(&mut self, world: &W) -> Option<RunError> {
        if !self.schedule.pending.intersects(Pending::CHAIN) {
            return None;
        }
        let limit = self.chain_limit?;
        let place = self.schedule.next_place()?;
        if self.schedule.lineage.length(place) <= limit {
            return None;
        }
        let phase = self.schedule.peek(world)?.name();
        let causes = self.schedule.lineage.causes(place).map(|(_, link)| link.causer);
        let mut chain: Vec<_> = causes.take(LOOKED_AT - 1).map(|cause: Causer| cause.name()).collect();
        chain.reverse();
        chain.push(phase);
        let (cycle, repeats) = cycle(&chain);
        Some(RunError::ChainLimit { limit, phase, cycle, repeats })
    }

    /// Has this manager keep its limit, which is the host's, after all else was exchanged with another.
    pub(crate) fn keep_chain_limit(&mut self, other: &Self) {
        self.chain_limit = other.chain_limit;
        self.schedule.pending.set(Pending::CHAIN, self.chain_limit.is_some());
    }
}
