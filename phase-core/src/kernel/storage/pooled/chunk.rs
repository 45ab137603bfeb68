//! Memory for phases that are made together, which is given back once all of them are gone.

use alloc::alloc::{alloc, dealloc, handle_alloc_error};
use alloc::vec::Vec;
use core::alloc::Layout;
use core::mem::{self, ManuallyDrop};
use core::ptr::NonNull;
use core::slice;

use super::super::super::sync::{AtomicUsize, Ordering, fence};
use super::Stored;
use super::block::{ALIGN, SMALL_SLOT, chunk_of, copy_plain, end};
use super::spare::Spare;

/// The first chunk of a batch is no larger, and so tells how much a phase takes.
const FIRST: usize = 4096;

/// Each further chunk is no larger than so many times all before it: for phases that were announced and don't come, there
/// is not more memory than that.
const GROWTH: usize = 64;

/// No chunk has more room: so there can be one of each size that a count of phases, however wrong, comes to.
const MOST: usize = 1 << 26;

/// What a chunk begins with. Behind it stand blocks.
pub(super) struct Chunk {
    /// How many phases are in it, or more while phases are still put into it.
    phases: AtomicUsize,
    layout: Layout,
    /// Whether any phase that has been put into it has something to drop. It is written by the batch alone, in whose hands
    /// the phases are by then.
    has_drops: bool,
}

/// Counted while phases are still put into a chunk: more than there is room for in any.
const STILL_OPEN: usize = usize::MAX / 2;

/// Where in a chunk the first block is placed.
const BEGIN: usize = size_of::<Chunk>().next_multiple_of(ALIGN);

/// Makes phases together, as many of them in one piece of memory as there is room for.
///
/// A chunk is freed by whichever of its phases is the last to go, wherever that is by then.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The chunk that phases are put into. There is room in it from `next` on.
    chunk: Option<NonNull<Chunk>>,
    next: NonNull<u8>,
    room: usize,
    /// How many phases are in it, as far as it has not been told of them.
    placed: usize,
    /// How many are expected in all, and how many have come before this chunk.
    expected: usize,
    before: usize,
    /// What the chunks before this one had room for.
    bytes: usize,
}

impl Batch {
    /// A batch of no phases.
    pub(crate) const fn new() -> Self {
        let next = NonNull::dangling();
        Self { chunk: None, next, room: 0, placed: 0, expected: 0, before: 0, bytes: 0 }
    }

    /// Says that so many phases are still to come; if it is not true, that costs only memory.
    pub(crate) fn expect(&mut self, phases: usize) {
        self.expected = (self.before + self.placed).saturating_add(phases);
    }

    /// Room for one more phase and what stands before it, aligned to [`ALIGN`], and the chunk in which it is. It is counted
    /// as one from here on, and `has_drop` says whether it has something to drop.
    #[inline]
    pub(super) fn place(&mut self, slot: usize, has_drop: bool) -> (NonNull<u8>, NonNull<Chunk>) {
        let chunk = match self.chunk {
            Some(chunk) if slot <= self.room => chunk,
            _ => self.open(slot),
        };
        let place = self.next;
        // SAFETY: there is room for it in the chunk.
        self.next = unsafe { place.add(slot) };
        self.room -= slot;
        self.placed += 1;
        if has_drop {
            // SAFETY: as long as phases are put into it, the chunk is there, and nobody else looks at this.
            unsafe { (*chunk.as_ptr()).has_drops = true }
        }
        (place, chunk)
    }

    /// Copies plain phases behind what is there, until one is none, or there is no more room for it in the chunk or the list.
    pub(super) fn copy_run<W: 'static>(
        &mut self,
        phases: &mut slice::Iter<'_, Stored<W>>,
        to: &mut Vec<Stored<W>>,
    ) {
        let Some(chunk) = self.chunk else { return };
        let mut place = self.next;
        let mut copied = 0;
        let free = to.spare_capacity_mut();
        let most = phases.len().min(free.len()).min(self.room / SMALL_SLOT);
        for (free, phase) in free.iter_mut().zip(&phases.as_slice()[..most]) {
            let table = phase.table().together();
            if !table.is_plain {
                break;
            }
            // SAFETY: there is room for so many small blocks, one behind the other, and nobody else uses it. The table is
            // that of the phase's type for blocks in chunks and says that it is plain; and the phase is borrowed.
            unsafe {
                free.write(copy_plain(phase.block, table, place, chunk));
                place = place.add(SMALL_SLOT);
            }
            copied += 1;
        }
        *phases = phases.as_slice()[copied..].iter();
        self.next = place;
        self.room -= copied * SMALL_SLOT;
        self.placed += copied;
        // SAFETY: so many have been written behind the others.
        unsafe { to.set_len(to.len() + copied) }
    }

    /// Begins a chunk with at least that much room.
    #[cold]
    #[inline(never)]
    fn open(&mut self, slot: usize) -> NonNull<Chunk> {
        let before = self.before + self.placed;
        let bytes = self.bytes + self.taken();
        self.close();
        let still = self.expected.checked_sub(before).filter(|still| *still > 0).unwrap_or(before.max(1));
        let each = if before == 0 { SMALL_SLOT + size_of::<usize>() } else { bytes.div_ceil(before) };
        let most = bytes.saturating_mul(GROWTH).clamp(FIRST, MOST);
        let room = still.saturating_mul(each).min(most).max(slot).next_multiple_of(ALIGN);
        let Ok(layout) = Layout::from_size_align(BEGIN + room, ALIGN) else {
            unreachable!("neither a slot nor what most chunks are allowed is as large as that")
        };
        // SAFETY: the layout has a size, that of what a chunk begins with.
        let Some(memory) = NonNull::new(unsafe { alloc(layout) }) else { handle_alloc_error(layout) };
        let chunk = memory.cast::<Chunk>();
        // SAFETY: the memory is new, and large enough, and `ALIGN` is no less than the alignment of a chunk.
        unsafe {
            chunk.write(Chunk { phases: AtomicUsize::new(STILL_OPEN), layout, has_drops: false });
            self.next = memory.add(BEGIN);
        }
        (self.chunk, self.room, self.before, self.bytes) = (Some(chunk), room, before, bytes);
        chunk
    }

    /// How many bytes of the chunk are taken.
    fn taken(&self) -> usize {
        // SAFETY: as long as phases are put into it, a chunk is there.
        self.chunk.map_or(0, |chunk| unsafe { chunk.as_ref() }.layout.size() - BEGIN - self.room)
    }

    /// Puts nothing more into the chunk: from here on it goes with the last of its phases.
    fn close(&mut self) {
        if let Some(chunk) = self.chunk.take() {
            // SAFETY: what was counted beyond the phases that are in it, is counted no more.
            drop(unsafe { Gone::new(chunk, STILL_OPEN - self.placed) });
        }
        self.room = 0;
        self.placed = 0;
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.close();
    }
}

/// What is no longer in a chunk, which has still to be told.
pub(super) struct Gone {
    chunk: NonNull<Chunk>,
    phases: usize,
}

impl Gone {
    /// # Safety
    ///
    /// So many must be counted in the chunk that nobody uses any more by the time that this is dropped, and that nobody
    /// else says are gone.
    unsafe fn new(chunk: NonNull<Chunk>, phases: usize) -> Self {
        Self { chunk, phases }
    }

    /// # Safety
    ///
    /// As with `new`, for one phase.
    pub(super) unsafe fn one(chunk: NonNull<Chunk>) -> Self {
        // SAFETY: the caller vouches for it.
        unsafe { Self::new(chunk, 1) }
    }
}

impl Drop for Gone {
    fn drop(&mut self) {
        // SAFETY: the chunk is there as long as it counts anything, and it counts these.
        let phases = unsafe { &(*self.chunk.as_ptr()).phases };
        // If these are all, nobody is left who could count down as well. Otherwise whoever counts down last sees, by that,
        // all that others have done with their phases.
        let was_last = phases.load(Ordering::Acquire) == self.phases
            || phases.fetch_sub(self.phases, Ordering::Release) == self.phases && {
                fence(Ordering::Acquire);
                true
            };
        if was_last {
            // SAFETY: it has counted all, so that nobody uses it any more; it was made with this layout.
            unsafe { dealloc(self.chunk.cast().as_ptr(), (*self.chunk.as_ptr()).layout) }
        }
    }
}

/// Drops phases one after the other, and tells each chunk once of all that were side by side.
pub(crate) struct Dropper {
    gone: Option<Gone>,
}

impl Dropper {
    pub(crate) const fn new() -> Self {
        Self { gone: None }
    }

    pub(crate) fn drop_all<W: 'static>(&mut self, phases: Vec<Stored<W>>) {
        let (mut from, mut length) = self.nothing_to_drop();
        let mut more = 0;
        for phase in phases {
            if phase.block.addr().get().wrapping_sub(from) < length {
                // It is in the chunk, and so one of those that are counted there, and that have nothing to drop.
                mem::forget(phase);
                more += 1;
                continue;
            }
            self.count(more);
            self.drop(phase);
            (from, length) = self.nothing_to_drop();
            more = 0;
        }
        self.count(more);
    }

    /// Where the chunk begins and how long it is, if there is nothing to drop in it.
    fn nothing_to_drop(&self) -> (usize, usize) {
        match &self.gone {
            // SAFETY: the chunk is there as long as this is, and no more phases are put into it by another.
            Some(gone) if unsafe { !(*gone.chunk.as_ptr()).has_drops } => {
                // SAFETY: likewise.
                (gone.chunk.addr().get(), unsafe { (*gone.chunk.as_ptr()).layout.size() })
            }
            _ => (0, 0),
        }
    }

    /// So many more of the chunk are gone.
    fn count(&mut self, more: usize) {
        if let Some(gone) = &mut self.gone {
            gone.phases += more;
        }
    }

    fn drop<W: 'static>(&mut self, phase: Stored<W>) {
        let table = phase.table();
        let block = ManuallyDrop::new(phase).block;
        if !table.is_together() {
            // SAFETY: what was a `Stored` until now owned the block, with a phase of its table's type.
            return unsafe { end(block, &mut Spare::new()) };
        }
        // SAFETY: the table says that the block is in a chunk.
        let chunk = unsafe { chunk_of(block) };
        // Before the drop, so that it is counted if that panics.
        match &mut self.gone {
            Some(gone) if gone.chunk == chunk => gone.phases += 1,
            // SAFETY: the block was that of a `Stored` until now, and its phase is gone before this is dropped.
            gone => *gone = Some(unsafe { Gone::one(chunk) }),
        }
        if let Some(drop) = table.drop {
            // SAFETY: the block has a phase of its table's type, which nobody uses again.
            unsafe { drop(block) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a damaged save does on a machine of 32 bits, behind a few hundred megabytes of phases.
    #[test]
    fn no_count_of_phases_asks_for_more_than_there_can_be() {
        let mut batch = Batch::new();
        (batch.before, batch.bytes) = (1, usize::MAX / GROWTH + 1);
        batch.expect(usize::MAX);
        let (_, chunk) = batch.place(SMALL_SLOT, false);
        // SAFETY: phases are still put into it.
        assert_eq!(unsafe { chunk.as_ref() }.layout.size(), BEGIN + MOST);
        // SAFETY: one is counted, and there is none.
        drop(unsafe { Gone::one(chunk) });
    }
}
