//! Who set an item off, as far as the tree has to know it: by its place in the line that led to the current item.

/// Where the items of a level come from: from the item at this depth of the line, deferred or unshifted.
///
/// One word, with the deferred ones before the unshifted ones of the same item, which is the order from the bottom up.
/// Without the feature `causes` it is nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line(#[cfg(feature = "causes")] usize);

#[cfg(feature = "causes")]
impl Line {
    /// From no item at all.
    pub(crate) const NOWHERE: Self = Self(1);

    pub(crate) const fn deferred_at(depth: usize) -> Self {
        Self(depth << 1)
    }

    pub(crate) const fn unshifted_at(depth: usize) -> Self {
        Self(depth << 1 | 1)
    }

    /// How many items led to those of the level.
    pub(crate) const fn depth(self) -> usize {
        self.0 >> 1
    }

    pub(crate) const fn is_deferred(self) -> bool {
        self.0 & 1 == 0
    }

    /// That of an item of the level, with the item itself.
    pub(super) const fn with_item(self) -> Self {
        Self(self.0 + 2)
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

    pub(super) const fn less(self, cut: usize) -> Self {
        Self(self.0 - (cut << 1))
    }
}

#[cfg(not(feature = "causes"))]
impl Line {
    pub(crate) const NOWHERE: Self = Self();

    pub(crate) const fn deferred_at(_: usize) -> Self {
        Self()
    }

    pub(crate) const fn unshifted_at(_: usize) -> Self {
        Self()
    }

    pub(crate) const fn depth(self) -> usize {
        let _ = self;
        0
    }

    pub(super) const fn with_item(self) -> Self {
        self
    }
}
