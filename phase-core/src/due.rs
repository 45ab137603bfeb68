//! What is to be seen to before another phase may just start.

/// A set of things to be seen to.
///
/// One byte, so that the drive loop asks once a phase whether there are any.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Due(u8);

impl Due {
    pub(crate) const NOTHING: Self = Self(0);
    /// To return to the host.
    pub(crate) const HALT: Self = Self(1);
    /// The tree was cleared, and the parked phases are to be cancelled.
    pub(crate) const CLEAR: Self = Self(1 << 1);
    /// Phases are condemned, and are still to be cancelled.
    pub(crate) const CANCEL: Self = Self(1 << 2);
    /// The running phase has handed its ticket out.
    pub(crate) const TICKET: Self = Self(1 << 3);
    /// Phases that were suspended when they were saved are to get new tickets.
    #[cfg(feature = "serde")]
    pub(crate) const RESTORE: Self = Self(1 << 4);
    /// What comes before a phase that waits is looked at.
    pub(crate) const BACKLOG: Self = {
        let backlog = Self::CLEAR.and(Self::CANCEL);
        #[cfg(feature = "serde")]
        let backlog = backlog.and(Self::RESTORE);
        backlog
    };
    /// The starts of a run are limited; this is never done with.
    pub(crate) const COUNT: Self = Self(1 << 6);
    /// An ordered phase was queued at some time, so that the best has to be looked for; this is never done with.
    pub(crate) const ORDER: Self = Self(1 << 5);

    pub(crate) fn is_nothing(self) -> bool {
        self == Self::NOTHING
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn if_so(self, condition: bool) -> Self {
        if condition { self } else { Self::NOTHING }
    }

    pub(crate) fn has_any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    pub(crate) const fn only(self, these: Self) -> Self {
        Self(self.0 & these.0)
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Says whether any of these was due, and has it so no more.
    pub(crate) fn take(&mut self, of: Self) -> bool {
        let had_any = self.has_any(of);
        self.0 &= !of.0;
        had_any
    }
}
