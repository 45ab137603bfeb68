//! Copies of a manager in the middle of a game, for search and undo.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::{fmt, mem};

use scopeguard::ScopeGuard;

use crate::kernel::{Batch, Fate, Keeper, Pending, Spare, Stored};
use crate::manager::{Ending, Over, PhaseManager, Rest, Running};
use crate::tree::Copier;

/// Why a manager could not be copied.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/story.txt")]
/// use phase_core::ForkError;
///
/// # let mut phases = PhaseManager::new();
/// phases.push(ChoicePhase);
/// let error = phases.fork().unwrap_err();
/// assert!(matches!(error, ForkError::NotClone { phase: "ChoicePhase", .. }));
/// ```
///
/// The game around it: [a story](crate::guide::games#a-story).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForkError {
    /// A phase is not declared `clone`.
    #[non_exhaustive]
    NotClone {
        /// The name of the phase.
        phase: &'static str,
    },
    /// A phase has failed or panicked, and the manager has not come to cancelling it; that is what the next call of
    /// `run`, `cancel` or `clear` begins with.
    #[non_exhaustive]
    Unsettled {
        /// The name of the phase.
        phase: &'static str,
    },
}

impl fmt::Display for ForkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotClone { phase } => {
                write!(
                    f,
                    "phase `{phase}` cannot be copied; declare it `#[phase(clone)]`, with `#[derive(Clone)]`"
                )
            }
            Self::Unsettled { phase } => {
                write!(
                    f,
                    "phase `{phase}` has failed or panicked and is still to be cancelled; call `run` first"
                )
            }
        }
    }
}

impl core::error::Error for ForkError {}

/// # Branch
///
/// Copies in the middle of a game, for a search; [`History`](crate::History) makes undo of them.
impl<W: 'static> PhaseManager<W> {
    /// A copy of the manager as it is, in the middle of a turn if need be, that shares nothing with this one.
    ///
    /// Together with a copy of the world it plays on by itself: for an AI that tries a move out, for undo. What
    /// [`when_empty`](Self::when_empty) and the limits were given is copied too.
    ///
    /// Costs a copy of each phase; those of up to 24 bytes that are `Copy` are copied as bytes, without a call of their
    /// `Clone`. Phases of up to 240 bytes lie side by side in a few pieces of memory, each of which is given back once the last
    /// of its phases has gone, wherever that is by then.
    ///
    /// A phase that asks, asks in the copy as well. A suspended one gets a ticket of its own there, through
    /// [`on_restore`](crate::Restores::on_restore), in the first call that is given the world.
    ///
    /// # Errors
    ///
    /// [`ForkError`] if a phase is not declared `#[phase(clone)]`, or has failed or panicked and is still to be cancelled.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(DrawPhase(1));
    /// phases.push(PlayPhase("Knight"));
    /// phases.step(&mut duel)?;
    ///
    /// // What if a dragon came first?
    /// let (mut branch, mut branch_duel) = (phases.fork()?, duel.clone());
    /// branch.unshift(PlayPhase("Dragon"));
    /// branch.run(&mut branch_duel)?;
    /// assert_eq!(branch_duel.table, ["Dragon", "Knight"]);
    ///
    /// phases.run(&mut duel)?;
    /// assert_eq!(duel.table, ["Knight"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn fork(&self) -> Result<Self, ForkError> {
        self.check_forkable()?;
        let mut fork = Self::new();
        fork.become_fork(self, &mut Together(Batch::new()))?;
        Ok(fork)
    }

    /// Becomes a [fork](Self::fork) of another manager, with the memory that this one has already.
    ///
    /// For a search that tries out one line after the other: where both have phases of one type in the same place, the old
    /// ones are written over, so that it asks the allocator for nothing. The phases that this one had are dropped, and none
    /// is told of it; what the host gave it, its [inbox](Self::inbox) and observers among that, is gone as well.
    ///
    /// # Errors
    ///
    /// [`ForkError`] as from [`fork`](Self::fork). If a phase can't be copied, this manager is a new one afterwards, without
    /// phases; if the other one is unsettled, it is as it was.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let duel = Duel::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(DrawPhase(1));
    ///
    /// let mut branch = PhaseManager::new();
    /// for card in ["Knight", "Squire", "Dragon"] {
    ///     branch.fork_from(&phases)?;
    ///     branch.push(PlayPhase(card));
    ///     let mut branch_duel = duel.clone();
    ///     branch.run(&mut branch_duel)?;
    ///     assert_eq!(branch_duel.table, [card]);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn fork_from(&mut self, other: &Self) -> Result<(), ForkError> {
        other.check_forkable()?;
        // If a phase can't be copied, or panics while it is, what is left of this one goes.
        let mut unfinished = scopeguard::guard(self, |phases| *phases = Self::new());
        let mut spare = mem::replace(&mut unfinished.schedule.spare, Spare::new());
        unfinished.become_fork(other, &mut Blocks(&mut spare))?;
        unfinished.schedule.spare = spare;
        ScopeGuard::into_inner(unfinished);
        Ok(())
    }

    fn check_forkable(&self) -> Result<(), ForkError> {
        let panicked = self.panicked.as_ref().map(Stored::name);
        let failed = self.over.as_deref().filter(|over| matches!(over.ending, Ending::Failed(_)));
        match self.untold().or(panicked).or(failed.map(|over| over.phase.name())) {
            Some(phase) => Err(ForkError::Unsettled { phase }),
            None => Ok(()),
        }
    }

    fn become_fork<C>(&mut self, other: &Self, copier: &mut C) -> Result<(), ForkError>
    where
        C: Copier<Stored<W>, Error = ForkError>,
    {
        for running in self.running.take().into_iter().chain(self.parked.drain(..)) {
            copier.let_go(running.phase);
        }
        self.schedule.tree.copy_from(&other.schedule.tree, copier)?;
        self.running = other.running.as_ref().map(|running| fork_running(running, copier)).transpose()?;
        for running in &other.parked {
            self.parked.push(fork_running(running, copier)?);
        }
        self.over = other.over.as_deref().map(|over| fork_over(over, copier)).transpose()?.map(Box::new);
        self.panicked = None;
        self.condemned.clear();

        let schedule = &mut self.schedule;
        schedule.pending = other.schedule.pending.intersection(KEPT);
        let mut started = self.parked.iter().chain(&self.running);
        if started.any(|running| matches!(running.rest, Rest::Restored)) {
            schedule.pending.insert(Pending::RESTORE);
        }
        schedule.is_finished = other.schedule.is_finished;
        schedule.forget_course();
        #[cfg(feature = "causes")]
        {
            schedule.lineage.clone_from(&other.schedule.lineage);
            schedule.latest = other.schedule.latest;
            schedule.last_id = other.schedule.last_id;
            self.chain_limit = other.chain_limit;
        }
        self.when_empty.clone_from(&other.when_empty);
        self.starts.clone_from(&other.starts);
        self.questions = other.questions;
        Ok(())
    }
}

/// Copies phases into memory of their own, as many together as there is room for.
struct Together(Batch);

impl<W: 'static> Copier<Stored<W>> for Together {
    type Error = ForkError;

    fn copy(&mut self, phase: &Stored<W>) -> Result<Stored<W>, ForkError> {
        phase.copy_into(&mut self.0).ok_or_else(|| not_clone(phase))
    }

    fn copy_all(&mut self, phases: &[Stored<W>], to: &mut Vec<Stored<W>>) -> Result<(), ForkError> {
        Stored::copy_all(phases, to, &mut self.0).map_err(not_clone)
    }

    fn renew(&mut self, old: &mut Stored<W>, phase: &Stored<W>) -> Result<(), ForkError> {
        *old = self.copy(phase)?;
        Ok(())
    }

    fn let_go(&mut self, old: Stored<W>) {
        drop(old);
    }
}

/// Copies phases into the blocks that are there.
struct Blocks<'a>(&'a mut Spare);

impl<W: 'static> Copier<Stored<W>> for Blocks<'_> {
    type Error = ForkError;

    #[inline]
    fn copy(&mut self, phase: &Stored<W>) -> Result<Stored<W>, ForkError> {
        phase.copy(self.0).ok_or_else(|| not_clone(phase))
    }

    fn copy_all(&mut self, phases: &[Stored<W>], to: &mut Vec<Stored<W>>) -> Result<(), ForkError> {
        for phase in phases {
            to.push(self.copy(phase)?);
        }
        Ok(())
    }

    #[inline]
    fn renew(&mut self, old: &mut Stored<W>, phase: &Stored<W>) -> Result<(), ForkError> {
        if old.renew(phase, self.0) { Ok(()) } else { Err(not_clone(phase)) }
    }

    #[inline]
    fn let_go(&mut self, old: Stored<W>) {
        old.recycle(self.0);
    }
}

#[cold]
fn not_clone<W: 'static>(phase: &Stored<W>) -> ForkError {
    ForkError::NotClone { phase: phase.name() }
}

/// What a copy has to see to as well.
const KEPT: Pending =
    Pending::HALT.union(Pending::OVER).union(Pending::ORDER).union(Pending::COUNT).union(Pending::CHAIN);

fn fork_running<W: 'static, C>(running: &Running<W>, copier: &mut C) -> Result<Running<W>, ForkError>
where
    C: Copier<Stored<W>, Error = ForkError>,
{
    let rest = match &running.rest {
        Rest::Waiting { updates } => Rest::Waiting { updates: *updates },
        Rest::Asking { number } => Rest::Asking { number: *number },
        Rest::Restored => Rest::Restored,
        Rest::Suspended(keeper) => match keeper.fate() {
            Fate::Live => Rest::Restored,
            Fate::Ended => Rest::Suspended(Keeper::ended(running.name())),
            Fate::Cancelled => Rest::Suspended(Keeper::cancelled(running.name())),
            Fate::Dropped => Rest::Suspended(Keeper::abandoned(running.name())),
        },
    };
    Ok(Running { phase: copier.copy(&running.phase)?, rest })
}

fn fork_over<W: 'static, C>(over: &Over<W>, copier: &mut C) -> Result<Over<W>, ForkError>
where
    C: Copier<Stored<W>, Error = ForkError>,
{
    match &over.ending {
        Ending::Ended => Ok(Over { phase: copier.copy(&over.phase)?, ending: Ending::Ended }),
        Ending::Failed(_) => Err(ForkError::Unsettled { phase: over.phase.name() }),
    }
}

impl<W: 'static> PhaseManager<W> {
    /// Exchanges what is queued, running and parked with that of another course of the same game. What the host gave to
    /// this one stays with it, and no number of a question is given twice.
    ///
    /// Tickets that are out for this one become stale.
    pub(super) fn exchange(&mut self, other: &mut Self) {
        #[cfg(feature = "causes")]
        self.tell_undone();
        mem::swap(self, other);
        mem::swap(&mut self.when_empty, &mut other.when_empty);
        self.keep_start_limit(other);
        #[cfg(feature = "causes")]
        self.keep_chain_limit(other);
        #[cfg(feature = "std")]
        self.schedule.exchange_mailbox(&mut other.schedule);
        #[cfg(feature = "causes")]
        self.schedule.exchange_observers(&mut other.schedule);
        self.questions = self.questions.max(other.questions);
        // These are only to be cancelled, and get no new ones.
        for condemned in &mut other.condemned {
            if condemned.is_suspended() {
                condemned.rest = Rest::Restored;
            }
        }
        #[cfg(feature = "causes")]
        {
            self.schedule.last_id = self.schedule.last_id.max(other.schedule.last_id);
        }
        for running in other.parked.iter_mut().chain(&mut other.running) {
            if running.is_suspended() {
                running.rest = Rest::Restored;
                other.schedule.pending.insert(Pending::RESTORE);
            }
        }
        #[cfg(feature = "causes")]
        self.tell_present();
    }
}
