//! A block of memory for each phase, which another phase gets once it has ended; and one piece of memory for the blocks of
//! many phases that are made together, by a load or a fork.
//!
//! This is the only unsafe code of the crate, and all of it rests on six facts:
//!
//! 1. The pointer of a [`Stored`] leads to a [`Block`] with a valid phase in it, of the type that the block's table was
//!    made for. Only [`Block::alone`] and [`Block::place`] make one, and `copy_plain` another from it.
//! 2. The `Stored` owns that block. No other pointer to it is kept anywhere, and what takes the phase out consumes the
//!    `Stored`. The schedule and the world that a phase is handed do not lead to it, since it is taken out of the tree, by
//!    value, before it is called.
//! 3. There are two tables for each type. A block with that of [`Table::together`] stands in a [`Chunk`], right behind a
//!    pointer to that, and is counted there until its phase is gone; a small one has as much room there as any small one.
//!    One with the other table is lone: if it is small, as [`Block::IS_SMALL`] says of its phase's type, it is a
//!    `Box<Small>`, which may be a [`Vacant`] one before and after; otherwise it was made by `Box::new` as a box of its own
//!    type.
//! 4. A table has no `end` just if its blocks are lone and small, and its phases have nothing to drop.
//! 5. A type is plain only if it is `Copy`: nothing else makes a [`Plain`](crate::kernel::Plain).
//! 6. A chunk is there as long as anything is counted in it, and whoever finds that nothing else is, frees it. The count is
//!    atomic, since phases go to other threads.

#![allow(unsafe_code)]

mod block;
mod chunk;
mod spare;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;

use block::{Block, Pointer, SMALL_SLOT, Table, chunk_of, copy_plain, end, renew_plain};
use chunk::Gone;
pub(crate) use chunk::{Batch, Dropper};
pub(crate) use spare::Spare;
use spare::Vacant;

#[cfg(feature = "packed")]
use crate::kernel::Packing;
use crate::kernel::{Admit, Erased, Inspect, Outcome, Schedule};
#[cfg(feature = "causes")]
use crate::kernel::{Causer, PhaseId};

/// A phase of any type.
pub struct Stored<W: 'static> {
    block: Pointer<W>,
    phase: PhantomData<Box<dyn Erased<W>>>,
}

// SAFETY: a `Stored` owns memory and a phase, and phases are `Send`; its table is a constant of functions. There is no
// `W` in it, whatever that is.
unsafe impl<W: 'static> Send for Stored<W> {}
// SAFETY: all that a shared `Stored` can be asked for is `get` or `inspect`, which give out a shared phase, and phases are `Sync`.
unsafe impl<W: 'static> Sync for Stored<W> {}

impl<W: 'static> Stored<W> {
    #[inline]
    pub(crate) fn new<P: Erased<W> + Admit>(phase: P, spare: &mut Spare) -> Self {
        Self { block: Block::alone(phase, spare), phase: PhantomData }
    }

    /// One of many that are made together.
    #[inline]
    pub(crate) fn new_in<P: Erased<W> + Admit>(phase: P, batch: &mut Batch) -> Self {
        Self { block: Block::place(phase, batch), phase: PhantomData }
    }

    /// # Safety
    ///
    /// The block must hold a phase of its table's type, and be the caller's to give away.
    #[inline]
    unsafe fn from_block(block: Pointer<W>) -> Self {
        Self { block, phase: PhantomData }
    }

    #[inline]
    fn table(&self) -> &'static Table<W> {
        // SAFETY: the pointer leads to a block, and a block begins with its header.
        unsafe { (*self.block.as_ptr()).table }
    }

    #[cfg(feature = "causes")]
    #[inline]
    pub(crate) fn id(&self) -> PhaseId {
        // SAFETY: the pointer leads to a block, and a block begins with its header.
        unsafe { (*self.block.as_ptr()).id }
    }

    #[cfg(feature = "causes")]
    #[inline]
    pub(crate) fn set_id(&mut self, id: PhaseId) {
        // SAFETY: the pointer leads to a block, which begins with its header and is borrowed mutably.
        unsafe { (*self.block.as_ptr()).id = id }
    }

    #[cfg(feature = "causes")]
    #[inline]
    pub(crate) fn causer(&self) -> Causer {
        Causer::new(self.table().kind, self.id())
    }

    #[cfg(feature = "packed")]
    #[inline]
    pub(crate) fn packing(&self) -> Option<&'static Packing> {
        self.table().packing
    }

    #[cfg(feature = "packed")]
    #[inline]
    pub(crate) fn pack(&self, bytes: &mut Vec<u8>) -> Result<(), postcard::Error> {
        // SAFETY: the block holds a phase of its table's type, and is borrowed for the call.
        unsafe { (self.table().pack)(self.block, bytes) }
    }

    #[inline]
    pub(crate) fn start(&mut self, world: &mut W, schedule: &mut Schedule<W>) -> Outcome {
        // SAFETY: the block holds a phase of its table's type, and is borrowed mutably for the call.
        unsafe { (self.table().start)(self.block, world, schedule) }
    }

    #[inline]
    pub(crate) fn update(&mut self, world: &mut W, schedule: &mut Schedule<W>) -> Outcome {
        // SAFETY: the block holds a phase of its table's type, and is borrowed mutably for the call.
        unsafe { (self.table().update)(self.block, world, schedule) }
    }

    /// A copy, with the same id.
    #[inline]
    pub(crate) fn copy(&self, spare: &mut Spare) -> Option<Self> {
        // SAFETY: the block holds a phase of its table's type, and is borrowed for the call.
        #[allow(unused_mut, reason = "it is given its id with the feature `causes`")]
        let mut copy = unsafe { (self.table().copy)(self.block, spare) }?;
        #[cfg(feature = "causes")]
        copy.set_id(self.id());
        Some(copy)
    }

    /// Likewise, as one of many that are made together.
    #[inline]
    pub(crate) fn copy_into(&self, batch: &mut Batch) -> Option<Self> {
        let table = self.table().together();
        if table.is_plain {
            let (place, chunk) = batch.place(SMALL_SLOT, false);
            // SAFETY: the table is that of the phase's type for blocks in chunks, and the block is borrowed for the call.
            // Room has just been made in the chunk, where it is counted.
            return Some(unsafe { copy_plain(self.block, table, place, chunk) });
        }
        // SAFETY: the block holds a phase of the table's type, and is borrowed for the call.
        #[allow(unused_mut, reason = "it is given its id with the feature `causes`")]
        let mut copy = unsafe { (table.copy_into)(self.block, batch) }?;
        #[cfg(feature = "causes")]
        copy.set_id(self.id());
        Some(copy)
    }

    /// Copies phases behind what is there; or gives the first that can't be copied.
    pub(crate) fn copy_all<'a>(
        phases: &'a [Self],
        to: &mut Vec<Self>,
        batch: &mut Batch,
    ) -> Result<(), &'a Self> {
        batch.expect(phases.len());
        to.reserve(phases.len());
        let mut still = phases.iter();
        while let Some(phase) = still.next() {
            to.push(phase.copy_into(batch).ok_or(phase)?);
            if still.as_slice().first().is_some_and(|next| next.table().together().is_plain) {
                batch.copy_run(&mut still, to);
            }
        }
        Ok(())
    }

    /// Becomes a copy of another one, and says whether that can be copied.
    #[inline]
    pub(crate) fn renew(&mut self, from: &Self, spare: &mut Spare) -> bool {
        let table = self.table().together();
        if !core::ptr::eq(table, from.table().together()) {
            let Some(copy) = from.copy(spare) else { return false };
            core::mem::replace(self, copy).recycle(spare);
            return true;
        }
        // Both are of this table's type. Where its blocks are kept is all that it does not say of them.
        if table.is_plain {
            // SAFETY: the type is plain. This block is borrowed mutably for the call, and the other, which is another for
            // that reason, is borrowed too.
            unsafe { renew_plain(self.block, from.block) }
            return true;
        }
        // SAFETY: both blocks hold a phase of this type; this one is borrowed mutably for the call, and the other, which
        // is another for that reason, is borrowed too.
        let is_copied = unsafe { (table.renew)(self.block, from.block) };
        #[cfg(feature = "causes")]
        self.set_id(from.id());
        is_copied
    }

    pub(crate) fn get(&self) -> &dyn Erased<W> {
        // SAFETY: the block holds a phase of its table's type, and is borrowed as long as what is given out.
        unsafe { (self.table().phase)(self.block).as_ref() }
    }

    #[inline]
    pub(crate) fn inspect(&self) -> &dyn Inspect {
        // SAFETY: the block holds a phase of its table's type, and is borrowed as long as what is given out.
        unsafe { (self.table().inspect)(self.block).as_ref() }
    }

    pub(crate) fn get_mut(&mut self) -> &mut dyn Erased<W> {
        // SAFETY: the block holds a phase of its table's type, and is borrowed mutably as long as what is given out.
        unsafe { (self.table().phase)(self.block).as_mut() }
    }

    /// Takes the phase out, if it is a `P`.
    pub(crate) fn take<P: Any>(self, spare: &mut Spare) -> Result<P, Self> {
        if !self.get().as_any().is::<P>() {
            return Err(self);
        }
        let is_together = self.table().is_together();
        let block = ManuallyDrop::new(self).block.cast::<Block<W, P>>();
        if is_together {
            // SAFETY: the block holds a `P`, as has just been checked, and nobody reads it again.
            let phase = unsafe { (&raw const (*block.as_ptr()).phase).read() };
            // SAFETY: the block is in a chunk and ours, and its phase has just been taken out.
            drop(unsafe { Gone::one(chunk_of::<W>(block.cast())) });
            Ok(phase)
        } else if Block::<W, P>::IS_SMALL {
            // SAFETY: the block holds a `P`, as has just been checked, and nobody reads it again.
            let phase = unsafe { (&raw const (*block.as_ptr()).phase).read() };
            // SAFETY: the block is lone, small and ours, and its phase has just been taken out.
            spare.put(unsafe { Vacant::new(block.cast()) });
            Ok(phase)
        } else {
            // SAFETY: the block holds a `P`, as has just been checked, so `alone` has made it as a box of this type.
            let block = unsafe { Box::from_raw(block.as_ptr()) };
            Ok(block.phase)
        }
    }

    /// Drops the phase, and keeps its block for another.
    #[inline]
    pub(crate) fn recycle(self, spare: &mut Spare) {
        let Self { block, .. } = *ManuallyDrop::new(self);
        // SAFETY: what was a `Stored` until now owned the block, with a phase of its table's type.
        unsafe { end(block, spare) }
    }
}

impl<W: 'static> Drop for Stored<W> {
    fn drop(&mut self) {
        // SAFETY: a `Stored` owns its block, with a phase of its table's type, and is gone after this.
        unsafe { end(self.block, &mut Spare::new()) }
    }
}
