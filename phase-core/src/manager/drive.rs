//! The drive loop: what runs next, and calls to it.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use scopeguard::{ScopeGuard, guard};

use super::PhaseManager;
use super::running::{Ending, Over, Rest, Running};
use super::supply::{EmptyQueue, Supply};
use crate::kernel::{Decision, Exit, Fate, Keeper, Outcome, Pending, RunError, Schedule, Stage, Stored};
#[cfg(feature = "causes")]
use crate::kernel::{EventKind, Queuer};
use crate::tree::Next;

/// Room for more parked phases than this is given back when the last of them has come back.
const MOST_SPARE_PARKED: usize = 32;

/// What a run came to.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/duel.txt")]
/// # let mut duel = Duel::default();
/// # let mut phases = PhaseManager::new();
/// phases.push(DrawPhase(1));
/// match phases.run(&mut duel)? {
///     RunStatus::Idle => println!("the game is over"),
///     RunStatus::Waiting => println!("show a frame, and run again"),
///     RunStatus::Asking => println!("ask the players, and give their answers"),
///     RunStatus::Halted => println!("save the game, and run again"),
/// }
/// # Ok::<(), RunError>(())
/// ```
///
/// The game around it: [a duel](crate::guide::games#a-duel).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunStatus {
    /// Nothing is queued, and nothing supplies more: there is no `when_empty`, or the game is
    /// [over](crate::PhaseManager::finish).
    Idle,
    /// A phase waits: to be updated by the next run, or for its ticket.
    Waiting,
    /// A phase [asks](crate::Asks): it waits for [answers](crate::PhaseManager::answer).
    Asking,
    /// A phase has asked for a [`halt`](crate::Queue::halt); the next run goes on.
    Halted,
}

/// What one step came to.
///
/// # Examples
///
/// A trace of what runs:
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// # let mut battle = Battle::default();
/// # let mut phases = PhaseManager::new();
/// phases.push(MovePhase("Aspen"));
/// phases.push(FaintPhase("Bezel"));
/// let mut trace = vec![];
/// while let Step::Ended(name) = phases.step(&mut battle)? {
///     trace.push(name);
/// }
/// assert_eq!(trace, ["MovePhase", "FaintPhase"]);
/// # Ok::<(), RunError>(())
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The phase of this name ended: one that was started, updated, or had its ticket ended or cancelled.
    Ended(&'static str),
    /// The phase of this name waits.
    Waiting(&'static str),
    /// The phase of this name asks.
    Asking(&'static str),
    /// Nothing is queued, and nothing supplies more: there is no `when_empty`, or the game is
    /// [over](crate::PhaseManager::finish).
    Idle,
    /// A phase has asked for a [`halt`](crate::Queue::halt); the next step goes on.
    Halted,
}

/// What one step came to, with the phase that ended still in one piece.
pub(super) enum Advance<W: 'static> {
    Ended(Stored<W>),
    /// A phase of this name was given up, since its ticket was cancelled.
    Cancelled(&'static str),
    Waiting,
    Asking,
    Idle,
    Halted,
}

/// # Run
///
/// What the host calls again and again.
impl<W: 'static> PhaseManager<W> {
    /// Runs until nothing can proceed.
    ///
    /// A phase that was waiting, to be updated or for its ticket, or was parked and now comes back, gets one update in this call
    /// and no more. A game loop calls `run` once a frame.
    ///
    /// # Errors
    ///
    /// [`RunError`] if a phase failed or was abandoned, or more phases were about to start than
    /// [`start_limit`](Self::start_limit) allows. Call `run` again to go on with the rest.
    ///
    /// # Examples
    ///
    /// A game loop:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("Who goes there?"));
    /// let mut frame = 0;
    /// while phases.run(&mut story)? == RunStatus::Waiting {
    ///     frame += 1; // draw it
    ///     story.key_pressed = frame == 3;
    /// }
    /// assert_eq!(story.read, ["Who goes there?"]);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn run(&mut self, world: &mut W) -> Result<RunStatus, RunError> {
        self.drive(world, |_| ControlFlow::Continue(()))
    }

    /// Starts one phase, or updates the one that waits, with the ending that this brings.
    ///
    /// # Errors
    ///
    /// [`RunError`] if the phase failed or was abandoned, or one was about to start past the
    /// [`start_limit`](Self::start_limit).
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # let mut battle = Battle::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(MovePhase("Aspen"));
    /// assert_eq!(phases.step(&mut battle)?, Step::Ended("MovePhase"));
    /// assert_eq!(phases.step(&mut battle)?, Step::Idle);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn step(&mut self, world: &mut W) -> Result<Step, RunError> {
        match self.advance(world) {
            Ok(over @ (Advance::Ended(_) | Advance::Cancelled(_))) => {
                let step = self.step_of(over);
                self.deliver();
                Ok(step)
            }
            came_to_rest => {
                self.count_anew();
                Ok(self.step_of(came_to_rest?))
            }
        }
    }

    pub(super) fn step_of(&mut self, advance: Advance<W>) -> Step {
        match advance {
            Advance::Ended(phase) => {
                let name = phase.name();
                self.schedule.let_go(phase);
                Step::Ended(name)
            }
            Advance::Cancelled(name) => Step::Ended(name),
            Advance::Waiting => Step::Waiting(self.running_name()),
            Advance::Asking => Step::Asking(self.running_name()),
            Advance::Idle => Step::Idle,
            Advance::Halted => Step::Halted,
        }
    }

    pub(super) fn running_name(&self) -> &'static str {
        self.running.as_ref().map_or("", Running::name)
    }

    /// One start or one update, with the ending that it brings.
    #[inline(never)]
    pub(super) fn advance(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        if self.running.is_some() { self.advance_slowly(world) } else { self.advance_on(world) }
    }

    /// Likewise, where no phase rests, as after one that has ended.
    #[allow(clippy::inline_always, reason = "a call of its own is a third of the work")]
    #[inline(always)]
    pub(super) fn advance_on(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        debug_assert!(self.running.is_none(), "a phase rests");
        if !self.schedule.pending.is_empty() && !self.is_only_empty_inbox() {
            return self.advance_slowly(world);
        }
        match self.schedule.next() {
            Next::Item(phase) => self.start(phase, world),
            Next::Parked => self.resume(world),
            Next::Nothing => self.refill(world),
        }
    }

    /// Whether there is an inbox, nothing in it, and nothing else to be seen to.
    #[inline(never)]
    fn is_only_empty_inbox(&self) -> bool {
        self.schedule.pending.is_only_inbox() && !self.has_letters()
    }

    /// Where a phase rests, or something is pending.
    #[inline(never)]
    fn advance_slowly(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        #[cfg(feature = "causes")]
        if self.schedule.is_observed() {
            self.schedule.forget_gone_observers();
            if self.running.is_none() && self.schedule.pending.is_only_observed() && !self.has_letters() {
                return self.advance_told(world);
            }
            return self.while_phases_queue(|manager| manager.advance_pending(world));
        }
        self.advance_pending(world)
    }

    /// The slow path of [`advance`](Self::advance): a phase rests, or something is pending.
    #[inline(never)]
    fn advance_pending(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        self.deliver();
        let waits = matches!(self.running, Some(Running { rest: Rest::Waiting { .. }, .. }));
        if waits && self.schedule.pending.is_only_inbox() {
            return self.update(world);
        }
        self.see_to_pending(world)
    }

    /// Does what comes first of all that is to be seen to.
    fn see_to_pending(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        self.recover(world);
        if let Some(over) = self.take_over() {
            return self.take_down(over, world);
        }
        if let Some(running) = self.running.take() {
            return self.go_on(running, world);
        }
        if self.schedule.pending.take(Pending::HALT) {
            return Ok(Advance::Halted);
        }
        if let Some(error) = self.past_start_limit() {
            return Err(error);
        }
        #[cfg(feature = "causes")]
        if let Some(error) = self.past_chain_limit(world) {
            return Err(error);
        }
        // Only what is then taken out, since its slot is done with.
        if self.schedule.pending.intersects(Pending::ORDER) {
            self.schedule.settle_order(world);
        }
        match self.schedule.next() {
            Next::Item(phase) => {
                self.count_start(&phase);
                self.start_told(phase, world)
            }
            Next::Parked => self.resume(world),
            Next::Nothing => self.refill(world),
        }
    }

    /// Has the phase that was parked last go on.
    #[inline(never)]
    fn resume(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        self.schedule.begin_again();
        let resumed = self.parked.pop();
        if self.parked.is_empty() && self.parked.capacity() > MOST_SPARE_PARKED {
            self.parked = Vec::new();
        }
        match resumed {
            Some(running) => self.come_back(running, world),
            // The tree has set nothing aside that is not parked here, so this only keeps the loop total.
            None => self.see_to_pending(world),
        }
    }

    /// Starts what comes when nothing is queued.
    #[inline(never)]
    fn refill(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        self.schedule.ran_empty();
        match &self.when_empty {
            Some(_) if self.schedule.is_finished => self.idle(world),
            None => self.idle(world),
            Some(Supply::One(make)) => {
                #[allow(unused_mut, reason = "it is given its id with the feature `causes`")]
                let mut phase = make(world, &mut self.schedule.spare);
                #[cfg(feature = "causes")]
                phase.set_id(self.schedule.next_id());
                #[cfg(feature = "causes")]
                self.schedule.tell_supplied(&phase);
                self.schedule.tree.begin();
                self.count_start(&phase);
                self.start_told(phase, world)
            }
            Some(Supply::Many(fill)) => {
                EmptyQueue::new(&mut self.schedule).as_supply(|queue| fill(world, queue));
                if self.schedule.tree.is_empty() {
                    return self.idle(world);
                }
                self.see_to_pending(world)
            }
        }
    }

    /// Comes to rest with nothing left to do, unless something has just come in the inbox.
    fn idle(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        if self.has_letters() { self.advance_pending(world) } else { Ok(Advance::Idle) }
    }

    pub(super) fn would_start(&mut self) -> bool {
        let is_queued = self.schedule.tree.next_level().is_some();
        // A closure that pushes for itself is asked first: it may push nothing.
        let is_supplied = matches!(self.when_empty, Some(Supply::One(_))) && !self.schedule.is_finished;
        is_queued || (self.parked.is_empty() && is_supplied)
    }

    #[inline]
    fn start(&mut self, phase: Stored<W>, world: &mut W) -> Result<Advance<W>, RunError> {
        self.schedule.begin(&phase);
        let (phase, outcome) = self.call(phase, Stage::Starting, world, Stored::start);
        if matches!(outcome, Outcome::Ended) {
            return Ok(Advance::Ended(phase));
        }
        self.follow(phase, outcome, 0, world)
    }

    /// Likewise, and tells those who observe.
    #[cfg(feature = "causes")]
    fn start_told(&mut self, phase: Stored<W>, world: &mut W) -> Result<Advance<W>, RunError> {
        if !self.schedule.is_observed() {
            return self.start(phase, world);
        }
        self.schedule.begin(&phase);
        self.schedule.tell_current(&phase, EventKind::Started, world);
        let (phase, outcome) = self.call(phase, Stage::Starting, world, Stored::start);
        self.follow(phase, outcome, 0, world)
    }

    /// What comes next where there is nothing to be seen to but to tell those who observe.
    #[cfg(feature = "causes")]
    fn advance_told(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        let phase = match self.schedule.next() {
            Next::Item(phase) => phase,
            Next::Parked => return self.while_phases_queue(|manager| manager.resume(world)),
            Next::Nothing => return self.while_phases_queue(|manager| manager.refill(world)),
        };
        self.schedule.begin(&phase);
        self.schedule.tell_current(&phase, EventKind::Started, world);
        // Without a guard of its own, since that costs as much as an event: `unwound` sets it back, too.
        self.schedule.set_queuer(Queuer::Phase);
        let (phase, outcome) = self.call(phase, Stage::Starting, world, Stored::start);
        self.schedule.set_queuer(Queuer::Host);
        if matches!(outcome, Outcome::Ended) {
            self.schedule.tell_current(&phase, EventKind::Ended, world);
            return Ok(Advance::Ended(phase));
        }
        self.while_phases_queue(|manager| manager.follow(phase, outcome, 0, world))
    }

    #[cfg(not(feature = "causes"))]
    fn start_told(&mut self, phase: Stored<W>, world: &mut W) -> Result<Advance<W>, RunError> {
        self.start(phase, world)
    }

    /// Takes a phase further that has rested.
    #[inline]
    pub(super) fn go_on(&mut self, running: Running<W>, world: &mut W) -> Result<Advance<W>, RunError> {
        let Running { phase, rest } = running;
        match rest {
            Rest::Waiting { updates } => {
                self.rest(phase, Rest::Waiting { updates });
                self.update(world)
            }
            Rest::Suspended(keeper) if keeper.fate() == Fate::Live && phase.get().can_update() => {
                self.update_suspended(phase, keeper, world)
            }
            Rest::Suspended(keeper) => self.wait_for_ticket(phase, keeper, world),
            Rest::Restored => Ok(self.rest(phase, Rest::Restored)),
            Rest::Asking { number } => self.ask_on(phase, number, world),
        }
    }

    /// Does what the ticket says, or waits for that.
    pub(super) fn wait_for_ticket(
        &mut self,
        phase: Stored<W>,
        keeper: Keeper,
        world: &mut W,
    ) -> Result<Advance<W>, RunError> {
        match keeper.fate() {
            Fate::Live => Ok(self.rest(phase, Rest::Suspended(keeper))),
            Fate::Ended => self.take_down(Over { phase, ending: Ending::Ended }, world),
            Fate::Dropped => {
                let name = phase.name();
                let causes = self.names_of_causes();
                let (phase, debug) = self.show(phase);
                let error = RunError::Abandoned { phase: name, debug, causes };
                self.give_up(phase, self.current_level(), (Exit::Abandoned, Some(&error)), world);
                Err(error)
            }
            Fate::Cancelled => {
                let name = phase.name();
                self.give_up(phase, self.current_level(), (Exit::Cancelled, None), world);
                Ok(Advance::Cancelled(name))
            }
        }
    }

    /// Updates a phase whose ticket is out: it may have a deadline.
    fn update_suspended(
        &mut self,
        phase: Stored<W>,
        keeper: Keeper,
        world: &mut W,
    ) -> Result<Advance<W>, RunError> {
        // Where a new one would be put, which makes the old one stale, as does any flow that does not wait for it.
        self.schedule.keeper = Some(keeper);
        self.schedule.pending.insert(Pending::TICKET);
        let (phase, outcome) = self.call(phase, Stage::UpdatingSuspended, world, Stored::update);
        self.follow(phase, outcome, 0, world)
    }

    /// Updates the phase that waits.
    fn update(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        let called = self.call_in_place(Stage::Updating, world, Stored::update);
        let Some((outcome, Rest::Waiting { updates })) =
            called.zip(self.running.as_mut().map(|running| &mut running.rest))
        else {
            // It is called where a phase waits; this only keeps it total.
            return Ok(Advance::Waiting);
        };
        let waited = updates.saturating_add(1);
        *updates = waited;
        let waits_on = matches!(outcome, Outcome::Decided(Decision::Wait)) && !self.schedule.is_unsettled();
        if let Some(Running { phase, .. }) = self.running.take_if(|_| !waits_on) {
            return self.follow(phase, outcome, waited, world);
        }
        #[cfg(feature = "causes")]
        if let Some(running) = self.running.as_ref().filter(|_| self.schedule.is_observed()) {
            self.schedule.tell_current(&running.phase, EventKind::Updated, world);
        }
        Ok(Advance::Waiting)
    }

    /// Calls the phase that rests, where it is: to move it out and back costs more than many a call.
    #[inline]
    pub(super) fn call_in_place<R>(
        &mut self,
        stage: Stage,
        world: &mut W,
        method: impl FnOnce(&mut Stored<W>, &mut W, &mut Schedule<W>) -> R,
    ) -> Option<R> {
        let mut called = guard((self, world), |(manager, world)| {
            if let Some(Running { phase, .. }) = manager.running.take() {
                manager.unwound(phase, world);
            }
        });
        let (manager, world) = &mut *called;
        manager.schedule.stage = stage;
        let outcome =
            manager.running.as_mut().map(|Running { phase, .. }| method(phase, world, &mut manager.schedule));
        ScopeGuard::into_inner(called);
        outcome
    }

    pub(super) fn rest(&mut self, phase: Stored<W>, rest: Rest) -> Advance<W> {
        let advance = if matches!(rest, Rest::Asking { .. }) { Advance::Asking } else { Advance::Waiting };
        self.running = Some(Running { phase, rest });
        advance
    }

    /// Calls a phase, and keeps it if the call unwinds.
    #[inline]
    pub(super) fn call(
        &mut self,
        phase: Stored<W>,
        stage: Stage,
        world: &mut W,
        method: impl FnOnce(&mut Stored<W>, &mut W, &mut Schedule<W>) -> Outcome,
    ) -> (Stored<W>, Outcome) {
        self.schedule.stage = stage;
        let mut called = guard((self, phase, world), |(manager, phase, world)| manager.unwound(phase, world));
        let (manager, phase, world) = &mut *called;
        let outcome = method(phase, world, &mut manager.schedule);
        let (_, phase, _) = ScopeGuard::into_inner(called);
        (phase, outcome)
    }

    /// Keeps a phase that has panicked, for the next call that has the world to cancel it. One that panicked in `on_end`
    /// has nothing left to be told, and goes at once.
    #[cold]
    pub(super) fn unwound(&mut self, phase: Stored<W>, world: &W) {
        self.schedule.keeper = None;
        self.schedule.pending.remove(Pending::TICKET);
        #[cfg(feature = "causes")]
        self.schedule.set_queuer(Queuer::Host);
        if self.schedule.stage == Stage::Ending {
            self.schedule.tell_end(&phase, self.current_level(), (Exit::Panicked, None), Some(world));
            self.schedule.let_go(phase);
        } else {
            self.panic_in(phase);
        }
    }
}
