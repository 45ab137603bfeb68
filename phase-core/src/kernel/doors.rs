//! The doors by which phases come in and go out: none comes into the tree, or leaves the manager, but through here.

use alloc::vec::Vec;
use core::any::Any;
use core::slice;

use super::admit::Admit;
use super::erased::Erased;
#[cfg(feature = "causes")]
use super::event::{DropReason, QueuedHow};
#[cfg(feature = "causes")]
use super::lineage::Link;
use super::observers::Standing;
use super::pending::Pending;
#[cfg(feature = "causes")]
use super::phase_id::PhaseId;
use super::schedule::Schedule;
use super::search::{Inserted, is};
use super::storage::Stored;
use crate::tree::Beside;

/// Why a phase leaves the manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// It has ended.
    Ended,
    /// The host has cancelled it, or its ticket, or the tree was cleared around it while it was parked.
    Cancelled,
    /// It has failed.
    Failed,
    /// A call to it has panicked.
    Panicked,
    /// Its ticket was dropped.
    Abandoned,
    /// A look-up has taken it out of the tree.
    Removed,
    /// A look-up has not kept it.
    Retained,
    /// Another phase has taken its place in the tree.
    Replaced,
    /// The tree was cleared.
    Cleared,
    /// A scope in which it was set off was ended.
    #[cfg(feature = "causes")]
    Skipped,
    /// The game is over.
    Finished,
    /// The phase that had queued it was cancelled, with all that it had queued.
    CancelledTree,
}

#[cfg(feature = "causes")]
impl Exit {
    /// Why a phase that was queued leaves without having started; nothing if that is not what it says.
    pub(super) fn reason(self) -> Option<DropReason> {
        Some(match self {
            Self::Removed => DropReason::Removed,
            Self::Retained => DropReason::Retained,
            Self::Replaced => DropReason::Replaced,
            Self::Cleared => DropReason::Cleared,
            Self::Skipped => DropReason::Skipped,
            Self::Finished => DropReason::Finished,
            Self::CancelledTree => DropReason::CancelledTree,
            Self::Ended | Self::Cancelled | Self::Failed | Self::Panicked | Self::Abandoned => return None,
        })
    }
}

/// The doors in. Each gets a phase that [`enter!`](super::enter) or `enter_any` brings.
impl<W: 'static> Schedule<W> {
    #[inline]
    pub(crate) fn push(&mut self, phase: Stored<W>) {
        self.tree.push(phase);
        #[cfg(feature = "causes")]
        self.queued(QueuedHow::Push);
    }

    #[inline]
    pub(crate) fn unshift(&mut self, phase: Stored<W>) {
        self.tree.unshift(phase);
        #[cfg(feature = "causes")]
        self.queued(QueuedHow::Unshift);
    }

    #[inline]
    pub(crate) fn defer(&mut self, phase: Stored<W>) {
        self.tree.defer(phase);
        #[cfg(feature = "causes")]
        self.queued(QueuedHow::Defer);
    }

    /// Puts a phase on a new level above everything that is queued.
    pub(crate) fn interrupt(&mut self, phase: Stored<W>) {
        #[cfg(feature = "causes")]
        {
            // What it interrupts has its place first, which is where a long line is cut.
            self.link();
            // Between the two.
            let place = self.tree.line().places();
            if !self.lineage.put(place, Link::INTERRUPT) {
                self.lineage.make_room(place, place);
            }
        }
        self.tree.put_above_all(phase);
        #[cfg(feature = "causes")]
        self.queued(QueuedHow::Interrupt);
    }

    /// Puts a phase directly before the first `T`, or unshifts it where there is none.
    pub(crate) fn insert_before<T: Any>(&mut self, phase: Stored<W>) -> Inserted {
        self.insert::<T>(Beside::Before, phase)
    }

    /// Puts a phase directly after the first `T`, or unshifts it where there is none.
    pub(crate) fn insert_after<T: Any>(&mut self, phase: Stored<W>) -> Inserted {
        self.insert::<T>(Beside::After, phase)
    }

    fn insert<T: Any>(&mut self, beside: Beside, phase: Stored<W>) -> Inserted {
        match self.tree.insert_beside(beside, is(|_: &T| true), phase) {
            Ok(()) => {
                #[cfg(feature = "causes")]
                self.queued(QueuedHow::Insert);
                Inserted::Beside
            }
            Err(phase) => {
                self.unshift(phase);
                Inserted::Unshifted
            }
        }
    }

    /// Puts a phase in the place of the first `T` that matches, which goes out.
    ///
    /// # Errors
    ///
    /// Gives `new` back when nothing matches.
    pub(crate) fn replace<T: Any, N: Erased<W> + Admit>(
        &mut self,
        matches: impl FnMut(&T) -> bool,
        new: N,
    ) -> Result<T, N> {
        let standing = self.standing();
        let make = |new| {
            #[allow(unused_mut, reason = "it is given its id with the feature `causes`")]
            let mut new = Stored::new(new, &mut self.spare);
            #[cfg(feature = "causes")]
            {
                self.last_id += 1;
                new.set_id(PhaseId::from_number(self.last_id));
            }
            new
        };
        let old = self.tree.replace(is(matches), new, make)?;
        if N::IS_ORDERED {
            self.pending.insert(Pending::ORDER);
        }
        self.tell_dropped(slice::from_ref(&old), &standing, Exit::Replaced);
        #[cfg(feature = "causes")]
        self.queued(QueuedHow::Replace);
        Ok(self.take_back(old))
    }
}

/// The doors out, which differ in what becomes of the phase.
impl<W: 'static> Schedule<W> {
    /// Drops the phase, and keeps its memory for another.
    #[inline]
    pub(crate) fn let_go(&mut self, phase: Stored<W>) {
        phase.recycle(&mut self.spare);
    }

    /// Drops phases that were queued, on the levels on which they stood.
    pub(crate) fn let_all_go(&mut self, phases: Vec<Stored<W>>, standing: &Standing, exit: Exit) {
        // All of them first, since a drop may panic.
        self.tell_dropped(&phases, standing, exit);
        for phase in phases {
            self.let_go(phase);
        }
    }

    /// Gives a phase that was queued, and is a `T`, to the caller.
    pub(crate) fn hand_back<T: Any>(&mut self, phase: Stored<W>, standing: &Standing) -> T {
        self.tell_dropped(slice::from_ref(&phase), standing, Exit::Removed);
        self.take_back(phase)
    }

    fn take_back<T: Any>(&mut self, phase: Stored<W>) -> T {
        match phase.take(&mut self.spare) {
            Ok(phase) => phase,
            Err(_) => unreachable!("only phases of this type match"),
        }
    }

    /// Drops every queued phase. The parked ones, which the tree does not hold, are to be cancelled.
    pub(crate) fn clear(&mut self) {
        self.sweep(Exit::Cleared);
    }

    /// Does so for the last time, after which nothing comes by itself any more.
    pub(crate) fn finish(&mut self) {
        self.is_finished = true;
        self.sweep(Exit::Finished);
    }

    fn sweep(&mut self, exit: Exit) {
        self.swept += self.tree.parked();
        self.pending.insert(Pending::CLEAR);
        #[cfg(feature = "std")]
        let _undelivered = self.take_letters();
        let standing = self.standing();
        let phases = self.tree.take_all();
        self.let_all_go(phases, &standing, exit);
    }
}
