//! The drive loop: starts phases, updates them, ends them, and gives them up.

use alloc::vec::Vec;
use core::mem;

use crate::agenda::{Agenda, Stage};
use crate::cancel::give_up;
use crate::due::Due;
use crate::erased::AnyPhase;
use crate::error::{Failure, RunError};
use crate::guard::Decision;
use crate::manager::PhaseManager;
use crate::running::{Running, State};
use crate::starts::Starts;
use crate::ticket::{Fate, Keeper};
use crate::tree::Next;

/// Room for more parked phases than this is given back when the last of them has come back.
const MOST_SPARE_PARKED: usize = 32;

/// What a run came to.
///
/// # Examples
///
/// ```
#[doc = include_str!("scaffold/duel.txt")]
/// # let mut duel = Duel::default();
/// # let mut phases = PhaseManager::new();
/// phases.push(DrawPhase(1));
/// match phases.run(&mut duel)? {
///     RunStatus::Idle => println!("the game is over"),
///     RunStatus::Waiting => println!("show a frame, and run again"),
///     RunStatus::Halted => println!("save the game, and run again"),
/// }
/// # Ok::<(), RunError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunStatus {
    /// Nothing is queued, and there is no `when_empty` to supply more.
    Idle,
    /// A phase waits: to be updated by the next run, or for its ticket.
    Waiting,
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
#[doc = include_str!("scaffold/battle.txt")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The phase of this name ended: one that was started, updated, or had its ticket ended.
    Ended(&'static str),
    /// The phase of this name waits.
    Waiting(&'static str),
    /// Nothing is queued, and there is no `when_empty` to supply more.
    Idle,
    /// A phase has asked for a [`halt`](crate::Queue::halt); the next step goes on.
    Halted,
}

/// What one step came to, with the phase that ended still in one piece.
enum Advance<W: 'static> {
    Ended(AnyPhase<W>),
    Waiting,
    Idle,
    Halted,
}

impl<W: 'static> PhaseManager<W> {
    /// Runs until nothing can proceed.
    ///
    /// A phase that was waiting to be updated, or was parked and now comes back, gets one update in this call and no
    /// more. A game loop calls `run` once a frame.
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
    #[doc = include_str!("scaffold/story.txt")]
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
    pub fn run(&mut self, world: &mut W) -> Result<RunStatus, RunError> {
        // Most calls of a frame loop find a phase that waits on.
        if self.is_waiting_on() {
            let decision = self.call_update(world);
            if matches!(decision, Decision::Wait) && !self.agenda.is_unsettled() {
                return Ok(RunStatus::Waiting);
            }
            let advance = self.follow_update(decision, world)?;
            if let Some(status) = self.settle(advance) {
                return Ok(status);
            }
        }
        self.run_on(world)
    }

    /// Runs on when there is more to do than to update one phase.
    #[inline(never)]
    fn run_on(&mut self, world: &mut W) -> Result<RunStatus, RunError> {
        let mut starts = Starts::up_to(self.start_limit);
        loop {
            let advance = self.advance(world, &mut starts)?;
            if let Some(status) = self.settle(advance) {
                return Ok(status);
            }
        }
    }

    /// What a run has come to with a step, if it does not go on.
    #[inline]
    fn settle(&mut self, advance: Advance<W>) -> Option<RunStatus> {
        match advance {
            Advance::Ended(phase) => {
                phase.0.recycle(&mut self.agenda.spare);
                None
            }
            Advance::Waiting => Some(RunStatus::Waiting),
            Advance::Idle => Some(RunStatus::Idle),
            Advance::Halted => Some(RunStatus::Halted),
        }
    }

    /// Starts one phase, or updates the one that waits, with the ending that this brings.
    ///
    /// [`start_limit`](Self::start_limit) does not apply.
    ///
    /// # Errors
    ///
    /// [`RunError`] if the phase failed or was abandoned.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("scaffold/battle.txt")]
    /// # let mut battle = Battle::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(MovePhase("Aspen"));
    /// assert_eq!(phases.step(&mut battle)?, Step::Ended("MovePhase"));
    /// assert_eq!(phases.step(&mut battle)?, Step::Idle);
    /// # Ok::<(), RunError>(())
    /// ```
    pub fn step(&mut self, world: &mut W) -> Result<Step, RunError> {
        Ok(match self.advance(world, &mut Starts::up_to(None))? {
            Advance::Ended(phase) => {
                let name = phase.name();
                phase.0.recycle(&mut self.agenda.spare);
                Step::Ended(name)
            }
            Advance::Waiting => Step::Waiting(self.current().map_or("", |phase| phase.name())),
            Advance::Idle => Step::Idle,
            Advance::Halted => Step::Halted,
        })
    }

    /// One start or one update, with the ending that it brings.
    #[inline]
    fn advance(&mut self, world: &mut W, starts: &mut Starts) -> Result<Advance<W>, RunError> {
        if self.running.is_some() || !self.agenda.due.is_nothing() {
            return self.advance_with_care(world, starts);
        }
        match self.agenda.tree.next() {
            Next::Item(phase) => self.start(phase, world),
            Next::Parked => self.resume(world),
            Next::Nothing => self.refill(world, None),
        }
    }

    /// The same where there is more to see to than in the common run.
    #[inline(never)]
    fn advance_with_care(&mut self, world: &mut W, starts: &mut Starts) -> Result<Advance<W>, RunError> {
        self.recover(world);
        if self.running.is_some() {
            return self.go_on(world);
        }
        if self.agenda.due.take(Due::HALT) {
            return Ok(Advance::Halted);
        }
        if starts.are_used_up() && self.would_start() {
            return Err(starts.error());
        }
        if self.agenda.due.has_any(Due::ORDER) {
            self.agenda.slots.settle_next(&mut self.agenda.tree, world);
        }
        match self.agenda.tree.next() {
            Next::Item(phase) => {
                starts.count(&phase);
                self.start(phase, world)
            }
            Next::Parked => self.resume(world),
            Next::Nothing => self.refill(world, Some(starts)),
        }
    }

    /// Has the phase that was parked last go on.
    #[inline(never)]
    fn resume(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        self.running = self.parked.pop();
        if self.parked.is_empty() && self.parked.capacity() > MOST_SPARE_PARKED {
            self.parked = Vec::new();
        }
        self.go_on(world)
    }

    /// Starts the phase that comes when nothing is queued.
    #[inline(never)]
    fn refill(&mut self, world: &mut W, starts: Option<&mut Starts>) -> Result<Advance<W>, RunError> {
        if let Some(most) = self.agenda.tree.ran_empty() {
            self.agenda.spare.shrink_to(most);
        }
        let Some(make) = &self.when_empty else { return Ok(Advance::Idle) };
        let phase = make(world, &mut self.agenda.spare);
        if let Some(starts) = starts {
            starts.count(&phase);
        }
        self.start(phase, world)
    }

    fn would_start(&mut self) -> bool {
        let is_queued = self.agenda.tree.next_level().is_some();
        is_queued || (self.parked.is_empty() && self.when_empty.is_some())
    }

    #[inline]
    fn start(&mut self, phase: AnyPhase<W>, world: &mut W) -> Result<Advance<W>, RunError> {
        let (phase, decision) =
            self.call(phase, Stage::Starting, |phase, agenda| phase.0.start(world, agenda));
        if matches!(decision, Decision::Ended) {
            return Ok(Advance::Ended(phase));
        }
        self.follow(phase, decision, 0, world)
    }

    /// Calls a phase, and keeps it if the call unwinds.
    #[inline]
    fn call(
        &mut self,
        phase: AnyPhase<W>,
        stage: Stage,
        method: impl FnOnce(&mut AnyPhase<W>, &mut Agenda<W>) -> Decision,
    ) -> (AnyPhase<W>, Decision) {
        self.agenda.stage = stage;
        let mut unwinding = Unwinding { manager: self, phase: Some(phase) };
        let Unwinding { manager, phase: Some(phase) } = &mut unwinding else {
            unreachable!("it was just put there")
        };
        let decision = method(phase, &mut manager.agenda);
        let phase = unwinding.phase.take();
        mem::forget(unwinding);
        let Some(phase) = phase else { unreachable!("it was there") };
        (phase, decision)
    }

    /// Does what the phase that has just been called decided.
    #[cold]
    fn follow(
        &mut self,
        phase: AnyPhase<W>,
        decision: Decision,
        updates: u64,
        world: &mut W,
    ) -> Result<Advance<W>, RunError> {
        let keeper = self.agenda.keeper.take();
        self.agenda.due.take(Due::TICKET);
        // A ticket without its suspended flow becomes stale here; a suspended flow that was kept from elsewhere has
        // no ticket that could ever end the phase.
        let state = match (decision, keeper) {
            (Decision::Suspend, keeper) => {
                State::Suspended(keeper.unwrap_or_else(|| Keeper::abandoned(phase.name())))
            }
            (Decision::Ended | Decision::Swept, _) => return Ok(self.ended(phase, world)),
            (Decision::End, _) => State::Ended,
            (Decision::Wait, _) => State::Waiting { updates },
            (Decision::Fail(error), _) => State::Failed(Failure::new(*error, self.agenda.stage.method())),
        };
        let waits_on = matches!(state, State::Waiting { .. });
        self.running = Some(Running { phase, state });
        self.cancel_condemned(world);
        if waits_on {
            return Ok(Advance::Waiting);
        }
        self.go_on(world)
    }

    /// Takes the phase that has run before further.
    fn go_on(&mut self, world: &mut W) -> Result<Advance<W>, RunError> {
        if let Some(Running { state: State::Waiting { .. }, .. }) = self.running {
            let decision = self.call_update(world);
            return self.follow_update(decision, world);
        }
        let Some(Running { phase, state }) = self.running.take() else { unreachable!("there is one") };
        match state {
            State::Waiting { .. } => unreachable!("it has just been seen not to wait"),
            State::Suspended(keeper) => match keeper.fate() {
                Fate::Live => {
                    self.running = Some(Running { phase, state: State::Suspended(keeper) });
                    Ok(Advance::Waiting)
                }
                Fate::Ended => Ok(self.end(phase, world)),
                Fate::Dropped => {
                    let name = phase.name();
                    give_up(phase, world);
                    Err(RunError::Abandoned { phase: name })
                }
            },
            #[cfg(feature = "serde")]
            State::Restored => unreachable!("it gets its ticket before anything goes on"),
            State::Ended => Ok(self.end(phase, world)),
            State::Failed(source) => {
                let name = phase.name();
                give_up(phase, world);
                Err(RunError::Failed { phase: name, source })
            }
            State::Panicked => unreachable!("a phase that panicked is given up before anything goes on"),
        }
    }

    /// Whether there is nothing to do but to update a phase.
    #[inline]
    fn is_waiting_on(&self) -> bool {
        matches!(self.running, Some(Running { state: State::Waiting { .. }, .. }))
            && !self.agenda.due.has_any(Due::BACKLOG)
    }

    /// Updates the phase that waits, where it is.
    #[inline]
    fn call_update(&mut self, world: &mut W) -> Decision {
        self.agenda.stage = Stage::Updating;
        let unwinding = Unwinding { manager: self, phase: None };
        let PhaseManager {
            running: Some(Running { phase, state: State::Waiting { updates } }), agenda, ..
        } = &mut *unwinding.manager
        else {
            unreachable!("there is one that waits")
        };
        let decision = phase.0.update(world, agenda);
        *updates = updates.saturating_add(1);
        mem::forget(unwinding);
        decision
    }

    fn follow_update(&mut self, decision: Decision, world: &mut W) -> Result<Advance<W>, RunError> {
        match self.running.take() {
            Some(Running { phase, state: State::Waiting { updates } }) => {
                self.follow(phase, decision, updates, world)
            }
            _ => unreachable!("it was there, and nothing else can have taken it"),
        }
    }

    fn end(&mut self, mut phase: AnyPhase<W>, world: &mut W) -> Advance<W> {
        phase.0.get_mut().on_end(world, &mut self.agenda);
        self.ended(phase, world)
    }

    fn ended(&mut self, phase: AnyPhase<W>, world: &mut W) -> Advance<W> {
        self.cancel_condemned(world);
        Advance::Ended(phase)
    }
}

/// Has the manager keep the phase if a call to it unwinds.
///
/// A phase that panicked before its end is cancelled by the next call that has the world. One that panicked in
/// `on_end` has nothing left to be told, and goes at once.
struct Unwinding<'a, W: 'static> {
    manager: &'a mut PhaseManager<W>,
    /// The phase, if the manager does not have it already.
    phase: Option<AnyPhase<W>>,
}

impl<W: 'static> Drop for Unwinding<'_, W> {
    fn drop(&mut self) {
        let Self { manager, phase } = self;
        manager.agenda.keeper = None;
        manager.agenda.due.take(Due::TICKET);
        let running = manager.running.take().map(|running| running.phase);
        if let (Some(phase), false) = (phase.take().or(running), manager.agenda.stage == Stage::Ending) {
            manager.running = Some(Running { phase, state: State::Panicked });
        }
    }
}
