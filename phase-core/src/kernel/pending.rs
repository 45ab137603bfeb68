//! What is to be seen to before another phase may just start.

/// A set of things to be seen to.
///
/// One number, so that the drive loop asks once a phase whether there are any.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pending(u16);

impl Pending {
    pub(crate) const NOTHING: Self = Self(0);
    /// To return to the host.
    pub(crate) const HALT: Self = Self(1);
    /// The tree was cleared, and the parked phases are to be cancelled.
    pub(crate) const CLEAR: Self = Self(1 << 1);
    /// Phases are condemned, and are still to be cancelled.
    pub(crate) const CANCEL: Self = Self(1 << 2);
    /// The ticket of the running phase is out.
    pub(crate) const TICKET: Self = Self(1 << 3);
    /// Phases that were suspended when they were saved are to get new tickets.
    pub(crate) const RESTORE: Self = Self(1 << 4);
    /// A call to a phase has panicked, and the phase is still to be given up.
    pub(crate) const PANIC: Self = Self(1 << 5);
    /// A phase is over, and a panic in another has kept it from being taken down.
    pub(crate) const OVER: Self = Self(1 << 8);
    /// A phase has been parked, and is still to be told.
    pub(crate) const PARK: Self = Self(1 << 9);
    /// An ordered phase was queued at some time, so that the best has to be looked for; this is never done with.
    pub(crate) const ORDER: Self = Self(1 << 6);
    /// The starts of a run are limited; this is never done with.
    pub(crate) const COUNT: Self = Self(1 << 7);
    /// An inbox was handed out, and is to be looked into; this is never done with.
    #[cfg(feature = "std")]
    pub(crate) const INBOX: Self = Self(1 << 10);
    /// How many phases may set each other off in a row is limited; this is never done with.
    pub(crate) const CHAIN: Self = Self(1 << 11);
    /// Somebody observes what happens; this is never done with.
    pub(crate) const OBSERVE: Self = Self(1 << 12);
    /// What an earlier call has left to do, which comes before anything else.
    pub(crate) const BACKLOG: Self =
        Self::CLEAR.union(Self::CANCEL).union(Self::RESTORE).union(Self::PANIC).union(Self::PARK);

    pub(crate) fn is_empty(self) -> bool {
        self == Self::NOTHING
    }

    /// Whether nothing is to be seen to but to look into the inbox.
    pub(crate) fn is_only_inbox(self) -> bool {
        #[cfg(feature = "std")]
        return self.0 & !Self::INBOX.0 == 0;
        #[cfg(not(feature = "std"))]
        self.is_empty()
    }

    /// Whether nothing is to be seen to but to tell those who observe, and to look into the inbox.
    #[cfg(feature = "causes")]
    pub(crate) fn is_only_observed(self) -> bool {
        self.intersects(Self::OBSERVE) && Self(self.0 & !Self::OBSERVE.0).is_only_inbox()
    }

    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn insert(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(crate) fn remove(&mut self, other: Self) {
        self.0 &= !other.0;
    }

    /// Inserts these or removes them.
    pub(crate) fn set(&mut self, other: Self, are_pending: bool) {
        if are_pending { self.insert(other) } else { self.remove(other) }
    }

    /// Removes these, and says whether any of them was there.
    pub(crate) fn take(&mut self, other: Self) -> bool {
        let had_any = self.intersects(other);
        self.remove(other);
        had_any
    }
}

/// Two of them in one bit would undo each other.
const _: () = {
    let each: &[Pending] = &[
        Pending::HALT,
        Pending::CLEAR,
        Pending::CANCEL,
        Pending::TICKET,
        Pending::RESTORE,
        Pending::PANIC,
        Pending::ORDER,
        Pending::COUNT,
        Pending::OVER,
        Pending::PARK,
        #[cfg(feature = "std")]
        Pending::INBOX,
        Pending::CHAIN,
        Pending::OBSERVE,
    ];
    let (mut seen, mut rest) = (0, each);
    while let [next, others @ ..] = rest {
        assert!(seen & next.0 == 0, "two of these have one bit");
        seen |= next.0;
        rest = others;
    }
};
