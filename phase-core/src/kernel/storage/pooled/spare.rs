//! Blocks without a phase.

use alloc::boxed::Box;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use super::block::Small;

/// A small block, with no phase in it by the time that it is used or dropped.
pub(super) struct Vacant(NonNull<Small>);

impl Vacant {
    /// # Safety
    ///
    /// The block must be a `Box<Small>` that is the caller's to give away, and any phase in it must be gone before this
    /// is used or dropped.
    #[inline]
    pub(super) unsafe fn new(block: NonNull<Small>) -> Self {
        Self(block)
    }

    #[cold]
    fn make() -> Self {
        Self(NonNull::from(Box::leak(Box::new(Small::uninit()))))
    }

    #[inline]
    pub(super) fn into_pointer(self) -> NonNull<Small> {
        ManuallyDrop::new(self).0
    }
}

impl Drop for Vacant {
    fn drop(&mut self) {
        // SAFETY: it owns its block, which is a `Box<Small>`.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

/// Vacant blocks for the phases to come.
///
/// There are never more of them and of those in use than were once in use: a block is made where there is none, and
/// whatever brings in one that was made elsewhere gives one up.
#[derive(Debug)]
pub struct Spare {
    /// Each block begins with the link to the next.
    first: Link,
}

type Link = Option<NonNull<Small>>;

const _: () = assert!(size_of::<Link>() <= size_of::<Small>() && align_of::<Link>() <= align_of::<Small>());

// SAFETY: it owns its blocks, and there is nothing in them.
unsafe impl Send for Spare {}
// SAFETY: a shared `Spare` gives nothing out.
unsafe impl Sync for Spare {}

impl Spare {
    pub(crate) const fn new() -> Self {
        Self { first: None }
    }

    #[inline]
    pub(super) fn take(&mut self) -> Vacant {
        let Some(block) = self.first else { return Vacant::make() };
        // SAFETY: a block in the list begins with the link to the next.
        self.first = unsafe { block.cast::<Link>().read() };
        // SAFETY: `put` has taken it from a vacant one, and now it is off the list.
        unsafe { Vacant::new(block) }
    }

    #[inline]
    pub(super) fn put(&mut self, vacant: Vacant) {
        let block = vacant.into_pointer();
        // SAFETY: the block is ours from here on, and there is room in it for a link.
        unsafe { block.cast::<Link>().write(self.first) }
        self.first = Some(block);
    }

    /// Frees a block, if there is one.
    pub(crate) fn free_one(&mut self) {
        if self.first.is_some() {
            drop(self.take());
        }
    }

    /// Frees all blocks but so many.
    pub(crate) fn shrink_to(&mut self, most: usize) {
        let mut kept = Self::new();
        for _ in 0..most {
            if self.first.is_some() {
                kept.put(self.take());
            }
        }
        *self = kept;
    }
}

impl Drop for Spare {
    fn drop(&mut self) {
        while self.first.is_some() {
            self.free_one();
        }
    }
}
