//! Who set an item off, as far as the tree has to know it: by its place in the line that led to it.

/// Where an item comes from: which place of the line its cause has, and whether that deferred or unshifted it.
///
/// One word: twice the number of items that led to it, and one more if it was unshifted. So those that one item deferred
/// come before those that it unshifted, which is the order of levels from the bottom up. Without the feature `causes` it
/// is nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line(#[cfg(feature = "causes")] usize);

#[cfg(feature = "causes")]
impl Line {
    /// That of an item that nothing has led to.
    pub(crate) const NOWHERE: Self = Self(1);

    /// The least there is: that of an item that was deferred where there was no current item.
    #[cfg(feature = "serde")]
    pub(super) const LEAST: Self = Self(0);

    /// In the place of the current item's where there is none. What comes from there, comes from nowhere.
    pub(crate) const NO_ITEM: Self = Self(usize::MAX);

    /// That of what the item at this place defers.
    pub(crate) const fn deferred_by(place: usize) -> Self {
        Self((place + 1) << 1)
    }

    /// That of what the item at this place unshifts.
    pub(crate) const fn unshifted_by(place: usize) -> Self {
        Self((place + 1) << 1 | 1)
    }

    /// That of what an item of this line defers.
    pub(super) const fn deferred(self) -> Self {
        Self((self.0 | 1).wrapping_add(1))
    }

    /// That of what an item of this line unshifts.
    pub(super) const fn unshifted(self) -> Self {
        Self(self.deferred().0 | 1)
    }

    /// That of what interrupts an item of this line: with a place between the two, at which lines end.
    pub(crate) const fn interrupting(self) -> Self {
        self.unshifted().unshifted()
    }

    /// How many items led to an item of this line; that is the place that it has itself.
    pub(crate) const fn place(self) -> usize {
        self.0 >> 1
    }

    /// How many places there are with an item of this line.
    pub(crate) const fn places(self) -> usize {
        self.deferred().0 >> 1
    }

    pub(crate) const fn is_deferred(self) -> bool {
        self.0 & 1 == 0
    }

    pub(super) const fn less(self, cut: usize) -> Self {
        Self(self.0 - (cut << 1))
    }

    /// As it stands in a save.
    #[cfg(feature = "serde")]
    pub(crate) const fn number(self) -> usize {
        self.0
    }

    /// From a save; whether it fits is seen when the tree is built.
    #[cfg(feature = "serde")]
    pub(crate) const fn from_number(number: usize) -> Self {
        // Far below where counting on would overflow.
        Self(number & (usize::MAX >> 2))
    }
}

#[cfg(not(feature = "causes"))]
impl Line {
    #[cfg(feature = "serde")]
    pub(super) const LEAST: Self = Self();
    pub(crate) const NOWHERE: Self = Self();
    pub(crate) const NO_ITEM: Self = Self();

    pub(super) const fn deferred(self) -> Self {
        self
    }

    pub(super) const fn unshifted(self) -> Self {
        self
    }

    pub(crate) const fn interrupting(self) -> Self {
        self
    }
}
