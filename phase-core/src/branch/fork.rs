//! Copies of a manager in the middle of a game, for search and undo.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::{fmt, mem};

use crate::kernel::{Fate, Keeper, Pending, Schedule, Stored};
use crate::manager::{Ending, Over, PhaseManager, Rest, Running};

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

impl<W: 'static> PhaseManager<W> {
    /// A copy of the manager as it is, in the middle of a turn if need be, that shares nothing with this one.
    ///
    /// Together with a copy of the world it plays on by itself: for an AI that tries a move out, for undo. What
    /// [`when_empty`](Self::when_empty) and the limits were given is copied too. Costs a copy
    /// of each phase.
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
    pub fn fork(&self) -> Result<Self, ForkError> {
        let panicked = self.panicked.as_ref().map(Stored::name);
        if let Some(phase) = self.untold().or(panicked) {
            return Err(ForkError::Unsettled { phase });
        }
        let Schedule { tree, pending, .. } = &self.schedule;
        let running = self.running.as_ref().map(fork_running).transpose()?;
        let parked = self.parked.iter().map(fork_running).collect::<Result<Vec<_>, _>>()?;
        let mut pending = pending.intersection(KEPT);
        if parked.iter().chain(&running).any(|running| matches!(running.rest, Rest::Restored)) {
            pending.insert(Pending::RESTORE);
        }
        Ok(Self {
            schedule: Schedule {
                tree: tree.try_copy(copy)?,
                pending,
                is_finished: self.schedule.is_finished,
                #[cfg(feature = "causes")]
                lineage: self.schedule.lineage.clone(),
                #[cfg(feature = "causes")]
                latest: self.schedule.latest,
                #[cfg(feature = "causes")]
                last_id: self.schedule.last_id,
                ..Schedule::new()
            },
            running,
            over: self.over.as_deref().map(fork_over).transpose()?.map(Box::new),
            parked,
            when_empty: self.when_empty.clone(),
            starts: self.starts.clone(),
            #[cfg(feature = "causes")]
            chain_limit: self.chain_limit,
            questions: self.questions,
            ..Self::new()
        })
    }
}

/// What a copy has to see to as well.
const KEPT: Pending =
    Pending::HALT.union(Pending::OVER).union(Pending::ORDER).union(Pending::COUNT).union(Pending::CHAIN);

fn fork_running<W: 'static>(running: &Running<W>) -> Result<Running<W>, ForkError> {
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
    Ok(Running { phase: copy(&running.phase)?, rest })
}

fn fork_over<W: 'static>(over: &Over<W>) -> Result<Over<W>, ForkError> {
    match &over.ending {
        Ending::Ended => Ok(Over { phase: copy(&over.phase)?, ending: Ending::Ended }),
        Ending::Failed(_) => Err(ForkError::Unsettled { phase: over.phase.name() }),
    }
}

fn copy<W: 'static>(phase: &Stored<W>) -> Result<Stored<W>, ForkError> {
    #[allow(unused_mut, reason = "it is given its id with the feature `causes`")]
    let mut copy = phase.get().copy().ok_or(ForkError::NotClone { phase: phase.name() })?;
    #[cfg(feature = "causes")]
    copy.set_id(phase.id());
    Ok(copy)
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
