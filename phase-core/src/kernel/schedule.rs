//! What a manager has to do: the part of it that a running phase reaches through its queue.

#[cfg(feature = "causes")]
use alloc::boxed::Box;
#[cfg(all(feature = "causes", feature = "serde"))]
use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "std")]
use super::letter::Letter;
#[cfg(all(feature = "causes", feature = "serde"))]
use super::lineage::Link;
#[cfg(feature = "causes")]
use super::lineage::{Causer, Lineage};
#[cfg(feature = "std")]
use super::mailbox::Mailbox;
#[cfg(feature = "causes")]
use super::observers::Observers;
use super::pending::Pending;
#[cfg(feature = "causes")]
use super::phase_id::PhaseId;
use super::slots::Slots;
use super::storage::{Dropper, Spare, Stored};
use super::ticket::Keeper;
use crate::tree::{Next, PhaseTree};

/// Where in its life the running phase is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Starting,
    Updating,
    /// The same, while its ticket is out.
    UpdatingSuspended,
    Answering,
    /// There is nobody to ask.
    Unasked,
    /// `on_end` has been called.
    Ending,
}

impl Stage {
    /// The method that is called in this stage.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Starting => "start",
            Self::Updating | Self::UpdatingSuspended => "update",
            Self::Answering => "answer",
            Self::Unasked => "unasked",
            Self::Ending => "on_end",
        }
    }
}

/// What a manager has to do: the tree, and what goes with it.
pub struct Schedule<W: 'static> {
    /// What comes in by the inbox, if one was handed out. It is closed before phases are dropped.
    #[cfg(feature = "std")]
    pub(crate) mailbox: Option<Mailbox<Letter<W>>>,
    pub(crate) tree: PhaseTree<Stored<W>>,
    /// Memory for the phases to come.
    pub(crate) spare: Spare,
    pub(crate) stage: Stage,
    pub(crate) pending: Pending,
    pub(crate) slots: Slots,
    /// The other half of the ticket that the running phase has just handed out, or had when it was called.
    pub(crate) keeper: Option<Keeper>,
    /// How many of the parked phases, from the outermost, were parked when the tree was cleared.
    pub(crate) swept: usize,
    /// Whether the game is over, so that no phase is supplied when nothing is left.
    pub(crate) is_finished: bool,
    /// The phases before the running one, in the line that led to it.
    #[cfg(feature = "causes")]
    pub(crate) lineage: Lineage,
    /// The running phase, or the one that ran last. It takes its place in the line as soon as it leads on.
    #[cfg(feature = "causes")]
    pub(crate) latest: Causer,
    /// Those who are told what happens.
    #[cfg(feature = "causes")]
    pub(crate) observers: Option<Box<Observers<W>>>,
    /// The number of the id given last.
    #[cfg(feature = "causes")]
    pub(crate) last_id: u64,
}

impl<W: 'static> Schedule<W> {
    pub(crate) const fn new() -> Self {
        Self::of(PhaseTree::new())
    }

    pub(crate) const fn of(tree: PhaseTree<Stored<W>>) -> Self {
        Self {
            #[cfg(feature = "std")]
            mailbox: None,
            tree,
            spare: Spare::new(),
            stage: Stage::Starting,
            pending: Pending::NOTHING,
            slots: Slots::new(),
            keeper: None,
            swept: 0,
            is_finished: false,
            #[cfg(feature = "causes")]
            lineage: Lineage::new(),
            #[cfg(feature = "causes")]
            latest: Causer::NONE,
            #[cfg(feature = "causes")]
            observers: None,
            #[cfg(feature = "causes")]
            last_id: 0,
        }
    }

    /// Takes out what comes next.
    #[allow(clippy::inline_always, reason = "as that of the tree")]
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Next<Stored<W>> {
        #[cfg(feature = "causes")]
        let next = self.tree.next(|tree| self.lineage.link(self.latest, tree));
        #[cfg(not(feature = "causes"))]
        let next = self.tree.next(|_| ());
        next
    }

    /// Forgets how it came to what is queued now, and who hears of it or queues from elsewhere.
    pub(crate) fn forget_course(&mut self) {
        #[cfg(feature = "std")]
        {
            self.mailbox = None;
        }
        #[cfg(feature = "causes")]
        {
            self.observers = None;
        }
        self.stage = Stage::Starting;
        self.slots = Slots::new();
        self.keeper = None;
        self.swept = 0;
    }

    /// Takes note of a phase that is about to start, as the one that may set others off.
    #[cfg_attr(
        not(feature = "causes"),
        allow(clippy::unused_self, reason = "there is nothing to take note of")
    )]
    #[inline]
    pub(crate) fn begin(&mut self, phase: &Stored<W>) {
        #[cfg(feature = "causes")]
        {
            self.latest = phase.causer();
        }
        #[cfg(not(feature = "causes"))]
        let _ = phase;
    }

    /// Takes note of a phase that was set aside and goes on, as the one that may set others off.
    #[cfg_attr(
        not(feature = "causes"),
        allow(clippy::unused_self, reason = "there is nothing to take note of")
    )]
    pub(crate) fn begin_again(&mut self) {
        #[cfg(feature = "causes")]
        {
            let link = self.lineage.at(self.tree.line().place());
            self.latest = link.map_or(Causer::NONE, |link| link.causer);
        }
    }

    /// The line that has led to the running phase, or to the one that ran last, with that phase itself.
    #[cfg(all(feature = "causes", feature = "serde"))]
    pub(crate) fn line(&self) -> impl Iterator<Item = Link> + '_ {
        let places = self.tree.line().places();
        let before = self.lineage.first(places.saturating_sub(1)).iter().copied();
        before.chain((places > 0).then(|| Link::of(self.latest, &self.tree)))
    }

    /// Takes over such a line, of the tree that is there.
    #[cfg(all(feature = "causes", feature = "serde"))]
    pub(crate) fn take_line(&mut self, line: Vec<Link>) {
        self.lineage = Lineage::of(line);
        self.begin_again();
    }

    /// Gives the running phase its place in the line.
    #[cfg(feature = "causes")]
    pub(crate) fn link(&mut self) {
        self.lineage.link(self.latest, &mut self.tree);
    }

    #[cfg(feature = "causes")]
    #[inline]
    pub(crate) fn next_id(&mut self) -> PhaseId {
        self.last_id += 1;
        PhaseId::from_number(self.last_id)
    }

    /// Whether something has to be done between the flow of a phase and its end.
    pub(crate) fn is_unsettled(&self) -> bool {
        self.pending.intersects(Pending::CLEAR.union(Pending::TICKET))
    }

    /// Brings the best phase of its group into the slot that comes up next, if that is one of an ordered phase.
    pub(crate) fn settle_order(&mut self, world: &W) {
        self.slots.settle_next(&mut self.tree, world);
    }

    /// The queued phase that would start next.
    pub(crate) fn peek(&self, world: &W) -> Option<&Stored<W>> {
        Slots::peek(&self.tree, world)
    }

    /// Gives memory back from time to time; to be called when nothing is queued.
    pub(crate) fn ran_empty(&mut self) {
        if let Some(most) = self.tree.ran_empty() {
            self.spare.shrink_to(most);
            self.slots.forget();
            #[cfg(feature = "causes")]
            self.lineage.trim();
        }
    }

    /// Gives back all memory that is not in use.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.tree.shrink_to_fit();
        self.spare.shrink_to(0);
        self.slots.forget();
        #[cfg(feature = "causes")]
        self.lineage.shrink_to(self.tree.line().places().max(self.tree.needed_places()));
    }
}

impl<W: 'static> Drop for Schedule<W> {
    fn drop(&mut self) {
        #[cfg(feature = "std")]
        {
            self.mailbox = None;
        }
        let mut dropper = Dropper::new();
        self.tree.give_away(|phases| dropper.drop_all(phases));
    }
}

impl<W: 'static> fmt::Debug for Schedule<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schedule").field("levels", &self.tree).finish_non_exhaustive()
    }
}
