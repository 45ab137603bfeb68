//! How it comes out what becomes of a suspended phase, by all parts of its ticket.

use core::task::Waker;

use super::super::sync::{Arc, AtomicU8, AtomicWaker, Ordering, into_inner};

/// What has become of a ticket, or of a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Live,
    Ended,
    Cancelled,
    Dropped,
}

const LIVE: u8 = 0;
const ENDED: u8 = 1;
const CANCELLED: u8 = 2;
const DROPPED: u8 = 3;
/// The phase is gone, or waits for another ticket.
const STALE: u8 = 4;
/// One half of a division has settled, and the other one decides.
const HALF: u8 = 5;

// Release and acquire everywhere, so that what those who ended the parts wrote before is seen by whoever runs on.
const WRITE: Ordering = Ordering::AcqRel;
const READ: Ordering = Ordering::Acquire;

impl Fate {
    fn state(self) -> u8 {
        match self {
            Self::Live => LIVE,
            Self::Ended => ENDED,
            Self::Cancelled => CANCELLED,
            Self::Dropped => DROPPED,
        }
    }
}

/// What a ticket and its keeper share.
pub(super) struct Whole {
    pub(super) phase: &'static str,
    state: AtomicU8,
    waker: AtomicWaker,
}

impl Whole {
    pub(super) fn new(phase: &'static str) -> Self {
        Self { phase, state: AtomicU8::new(LIVE), waker: AtomicWaker::new() }
    }

    /// Settles what becomes of the phase, and wakes whoever sleeps until then; says whether it was open.
    fn settle(&self, fate: Fate) -> bool {
        let is_first = self.leave_live(fate.state());
        if is_first {
            self.waker.wake();
        }
        is_first
    }

    /// Has nothing become of it any more.
    pub(super) fn make_stale(&self) {
        self.leave_live(STALE);
    }

    fn leave_live(&self, state: u8) -> bool {
        self.state.compare_exchange(LIVE, state, WRITE, READ).is_ok()
    }

    pub(super) fn fate(&self) -> Fate {
        match self.state.load(READ) {
            ENDED => Fate::Ended,
            CANCELLED => Fate::Cancelled,
            DROPPED => Fate::Dropped,
            _ => Fate::Live,
        }
    }

    pub(super) fn is_live(&self) -> bool {
        self.state.load(READ) == LIVE
    }

    pub(super) fn wake(&self, waker: &Waker) {
        self.waker.register(waker);
    }
}

/// Which halves of a divided ticket have to be ended.
#[derive(Clone, Copy)]
pub(super) enum Needs {
    Both,
    Either,
}

/// Where a ticket was divided in two.
pub(super) struct Division {
    needs: Needs,
    state: AtomicU8,
    /// The division that the ticket was a half of.
    above: Option<Arc<Division>>,
}

/// What a fate of one half means to both.
enum Settled {
    /// The two had settled already.
    Before,
    /// The other half decides.
    InPart,
    /// It is the fate of both.
    Whole,
}

impl Division {
    pub(super) fn new(needs: Needs, above: Option<Arc<Self>>) -> Self {
        Self { needs, state: AtomicU8::new(LIVE), above }
    }

    /// One of which neither half can do anything.
    pub(super) fn stale(needs: Needs, above: Option<Arc<Self>>) -> Self {
        Self { needs, state: AtomicU8::new(STALE), above }
    }

    fn is_open(&self) -> bool {
        matches!(self.state.load(READ), LIVE | HALF)
    }

    /// Whether it takes two halves to settle on this fate.
    fn takes_two(&self, fate: Fate) -> bool {
        match (self.needs, fate) {
            (Needs::Both, Fate::Ended) | (Needs::Either, Fate::Dropped) => true,
            (_, Fate::Live | Fate::Ended | Fate::Cancelled | Fate::Dropped) => false,
        }
    }

    /// Takes the fate of one of the halves, which each half gives once.
    fn settle(&self, fate: Fate) -> Settled {
        let takes_two = self.takes_two(fate);
        if takes_two && self.state.compare_exchange(LIVE, HALF, WRITE, READ).is_ok() {
            return Settled::InPart;
        }
        let settle = |state| matches!(state, LIVE | HALF).then_some(fate.state());
        match self.state.fetch_update(WRITE, READ, settle) {
            Ok(_) => Settled::Whole,
            Err(_) => Settled::Before,
        }
    }
}

/// A chain of divisions may be of any length, so it is not left to drop itself, one within the other.
impl Drop for Division {
    fn drop(&mut self) {
        let mut above = self.above.take();
        while let Some(mut division) = above.and_then(into_inner) {
            above = division.above.take();
        }
    }
}

/// Gives the fate of a part to the divisions that it came out of, from the last one up, and, as far as they all settle,
/// to the whole; says whether it was still open to that.
pub(super) fn settle(whole: &Whole, division: Option<&Arc<Division>>, fate: Fate) -> bool {
    let mut above = division;
    while let Some(division) = above {
        above = division.above.as_ref();
        // Asked before, since right after it the other half may settle the whole, with the help of this one. Nobody asks after
        // what is dropped, and the way up may be long.
        if fate == Fate::Ended && division.takes_two(fate) && !is_open(whole, above) {
            return false;
        }
        match division.settle(fate) {
            Settled::Before => return false,
            Settled::InPart => return true,
            Settled::Whole => {}
        }
    }
    whole.settle(fate)
}

/// Whether a part that came out of this division can still have an effect.
pub(super) fn is_open(whole: &Whole, division: Option<&Arc<Division>>) -> bool {
    let mut above = division;
    while let Some(division) = above {
        if !division.is_open() {
            return false;
        }
        above = division.above.as_ref();
    }
    whole.is_live()
}
