//! Running with the host looking in after each phase.

use core::ops::ControlFlow;

use super::PhaseManager;
use super::drive::{Advance, RunStatus};
use crate::kernel::Pending;
use crate::kernel::RunError;

/// What a closure that breaks stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Break {
    /// A halt.
    Halt,
    /// The place between two steps.
    Between,
}

impl<W: 'static> PhaseManager<W> {
    /// Like [`run`](Self::run), and calls `after_each` after each phase that has ended, before anything else starts.
    ///
    /// This is where an engine does between two phases what phases have asked it for: applies its commands, plays its sounds,
    /// counts its time. It gets the world alone; to queue phases from there, take an [`inbox`](Self::inbox) along. `Break` makes this return
    /// [`Halted`](RunStatus::Halted), as a [`halt`](crate::Queue::halt) does, and stands for one that the phase has asked for,
    /// too; the next run goes on.
    ///
    /// A phase that is cancelled, fails or is abandoned has not ended. If the closure panics, the phase before is over, and
    /// nothing is lost.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    ///
    /// # Examples
    ///
    /// A game that stops a long run when its time for this frame is used up:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// use std::ops::ControlFlow;
    ///
    /// # let mut battle = Battle::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(MovePhase("Aspen"));
    /// phases.push(MovePhase("Bezel"));
    /// phases.push(MovePhase("Cedar"));
    /// let mut left = 2;
    /// let status = phases.run_with(&mut battle, |_| {
    ///     left -= 1;
    ///     if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// })?;
    /// assert_eq!(status, RunStatus::Halted);
    /// assert_eq!(battle.log, ["Aspen moves", "Bezel moves"]);
    /// assert_eq!(phases.run(&mut battle)?, RunStatus::Idle);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn run_with(
        &mut self,
        world: &mut W,
        after_each: impl FnMut(&mut W) -> ControlFlow<()>,
    ) -> Result<RunStatus, RunError> {
        self.drive(world, after_each)
    }

    /// Makes [`step`](Self::step) after step, and calls `after_each` after each phase that has ended: as many as there are, or until
    /// the closure breaks.
    ///
    /// This is for whoever drives a game step by step, such as a debugger, and wants it to go on as fast as a [`run`](Self::run).
    /// What differs from [`run_with`](Self::run_with) is what a `Break` is: the place between two steps. It is no rest,
    /// so the count of the [`start_limit`](Self::start_limit) goes on with the next step, and a [`halt`](crate::Queue::halt)
    /// that the phase has asked for is still to come.
    ///
    /// It gives nothing if the closure broke, and otherwise what a run comes to.
    ///
    /// # Errors
    ///
    /// Those of [`step`](Self::step).
    ///
    /// # Examples
    ///
    /// A million steps, and a look at the clock:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// use std::ops::ControlFlow;
    ///
    /// # let mut battle = Battle::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(MovePhase("Aspen"));
    /// phases.push(MovePhase("Bezel"));
    /// let mut left = 1_000_000;
    /// let rest = phases.steps_with(&mut battle, |_| {
    ///     left -= 1;
    ///     if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// })?;
    /// assert_eq!(rest, Some(RunStatus::Idle));
    /// assert_eq!(left, 1_000_000 - 2);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn steps_with(
        &mut self,
        world: &mut W,
        mut after_each: impl FnMut(&mut W) -> ControlFlow<()>,
    ) -> Result<Option<RunStatus>, RunError> {
        let mut is_broken = false;
        let came_to = self.drive_on(world, Break::Between, |world| {
            let flow = after_each(world);
            is_broken = flow.is_break();
            flow
        });
        if is_broken {
            return Ok(None);
        }
        self.count_anew();
        came_to.map(Some)
    }

    /// Runs until nothing can proceed, or the closure breaks.
    #[inline]
    pub(super) fn drive(
        &mut self,
        world: &mut W,
        after_each: impl FnMut(&mut W) -> ControlFlow<()>,
    ) -> Result<RunStatus, RunError> {
        self.count_anew();
        let came_to = self.drive_on(world, Break::Halt, after_each);
        self.count_anew();
        came_to
    }

    #[inline]
    fn drive_on(
        &mut self,
        world: &mut W,
        stands_for: Break,
        mut after_each: impl FnMut(&mut W) -> ControlFlow<()>,
    ) -> Result<RunStatus, RunError> {
        if self.running.is_some() {
            // None does from then on, in this run.
            let advanced = self.advance(world)?;
            if let Some(status) = self.come_to(advanced, world, stands_for, &mut after_each) {
                return Ok(status);
            }
        }
        loop {
            let advanced = self.advance_on(world)?;
            if let Some(status) = self.come_to(advanced, world, stands_for, &mut after_each) {
                return Ok(status);
            }
        }
    }

    /// What the run comes to, if that is all.
    #[allow(clippy::inline_always, reason = "a call of its own is a fifth of the work")]
    #[inline(always)]
    fn come_to(
        &mut self,
        advanced: Advance<W>,
        world: &mut W,
        stands_for: Break,
        after_each: &mut impl FnMut(&mut W) -> ControlFlow<()>,
    ) -> Option<RunStatus> {
        match advanced {
            Advance::Ended(phase) => self.schedule.let_go(phase),
            Advance::Cancelled(_) => {}
            Advance::Waiting => return Some(RunStatus::Waiting),
            Advance::Asking => return Some(RunStatus::Asking),
            Advance::Idle => return Some(RunStatus::Idle),
            Advance::Halted => return Some(RunStatus::Halted),
        }
        if after_each(world).is_break() {
            if stands_for == Break::Halt {
                self.schedule.pending.remove(Pending::HALT);
            }
            self.deliver();
            return Some(RunStatus::Halted);
        }
        None
    }
}
