//! A phase in memory, and what can be done with those of one type.

use alloc::boxed::Box;
#[cfg(feature = "packed")]
use alloc::vec::Vec;
use core::mem::{MaybeUninit, needs_drop, offset_of};
use core::ptr::NonNull;

use super::Stored;
use super::chunk::{Batch, Chunk, Gone};
use super::spare::{Spare, Vacant};
#[cfg(feature = "packed")]
use crate::kernel::Packing;
use crate::kernel::{Admit, Erased, Inspect, Outcome, Schedule};
#[cfg(feature = "causes")]
use crate::kernel::{Kind, PhaseId};

/// Room for the block of any phase of up to three machine words.
#[cfg(not(feature = "causes"))]
pub(super) type Small = MaybeUninit<[usize; 4]>;
/// Likewise, with the id.
#[cfg(feature = "causes")]
pub(super) type Small = MaybeUninit<[u64; 5]>;

/// Leads to a block with a phase of a type unknown, and may be used for all of the block, and for what stands before it if
/// it is in a chunk.
pub(super) type Pointer<W> = NonNull<Header<W>>;

/// What every block begins with.
#[repr(C)]
pub(super) struct Header<W: 'static> {
    pub(super) table: &'static Table<W>,
    #[cfg(feature = "causes")]
    pub(super) id: PhaseId,
}

/// A phase, and what can be done with it.
#[repr(C)]
pub(super) struct Block<W: 'static, P> {
    pub(super) header: Header<W>,
    pub(super) phase: P,
}

/// A block in a chunk.
#[repr(C)]
pub(super) struct Placed<W: 'static, P> {
    chunk: NonNull<Chunk>,
    block: Block<W, P>,
}

/// What can be done with the phases of one type. Each function is to be given a block that holds one; and all but
/// `phase`, `inspect`, `pack`, `copy` and `copy_into`, and `renew` as its second, one that nobody else uses during the
/// call.
pub(super) struct Table<W: 'static> {
    pub(super) start: unsafe fn(Pointer<W>, &mut W, &mut Schedule<W>) -> Outcome,
    pub(super) update: unsafe fn(Pointer<W>, &mut W, &mut Schedule<W>) -> Outcome,
    #[cfg(feature = "causes")]
    pub(super) kind: &'static Kind,
    #[cfg(feature = "packed")]
    pub(super) packing: Option<&'static Packing>,
    #[cfg(feature = "packed")]
    pub(super) pack: unsafe fn(Pointer<W>, &mut Vec<u8>) -> Result<(), postcard::Error>,
    pub(super) copy: unsafe fn(Pointer<W>, &mut Spare) -> Option<Stored<W>>,
    pub(super) copy_into: unsafe fn(Pointer<W>, &mut Batch) -> Option<Stored<W>>,
    /// Has the phase of the first block become a copy of that in the second, and says whether it can be copied.
    pub(super) renew: unsafe fn(Pointer<W>, Pointer<W>) -> bool,
    /// Finds the phase in its block.
    pub(super) phase: unsafe fn(Pointer<W>) -> NonNull<dyn Erased<W>>,
    /// Likewise, to look at: observers are shown every phase several times, so that a second call would tell.
    pub(super) inspect: unsafe fn(Pointer<W>) -> NonNull<dyn Inspect>,
    /// Drops the phase and gives up its block. Where there is none, it is enough to give up the block, which is lone and
    /// small.
    pub(super) end: Option<unsafe fn(Pointer<W>, &mut Spare)>,
    /// Drops the phase alone, if it has anything to drop.
    pub(super) drop: Option<unsafe fn(Pointer<W>)>,
    /// Whether the phases are small, may be copied, and are copied as bytes.
    pub(super) is_plain: bool,
    /// The table of the same type for blocks in chunks, in that for lone ones.
    together: Option<&'static Table<W>>,
}

impl<W: 'static> Table<W> {
    /// The table of the same type for blocks in chunks.
    #[inline]
    pub(super) fn together(&'static self) -> &'static Self {
        self.together.unwrap_or(self)
    }

    /// Whether the blocks are in chunks.
    #[inline]
    pub(super) fn is_together(&self) -> bool {
        self.together.is_none()
    }
}

/// How far behind the beginning of what is placed its block stands.
const BEHIND: usize = offset_of!(Placed<(), ()>, block);

/// How a chunk is aligned, and all that is placed in it.
pub(super) const ALIGN: usize =
    if align_of::<u64>() > align_of::<Chunk>() { align_of::<u64>() } else { align_of::<Chunk>() };

/// The room in a chunk that a small block takes.
pub(super) const SMALL_SLOT: usize = (BEHIND + size_of::<Small>()).next_multiple_of(ALIGN);

/// A larger block than this is a box of its own.
const LARGEST: usize = 32 * size_of::<usize>();

/// The chunk that a block is in.
///
/// # Safety
///
/// The block must be in one.
#[inline]
pub(super) unsafe fn chunk_of<W: 'static>(block: Pointer<W>) -> NonNull<Chunk> {
    // SAFETY: before a block in a chunk stands the pointer to that, and the block's own pointer may be used for it.
    unsafe { block.cast::<u8>().sub(BEHIND).cast::<NonNull<Chunk>>().read() }
}

/// Copies a plain phase into a chunk, with its id.
///
/// # Safety
///
/// The block must hold a phase of the type of the table, which is that for blocks in chunks and says that it is plain.
/// Nobody may change the phase during the call. From `place` on there must be room for a small block in the chunk, aligned
/// to [`ALIGN`], which nobody else uses, and which is counted.
#[inline]
pub(super) unsafe fn copy_plain<W: 'static>(
    block: Pointer<W>,
    table: &'static Table<W>,
    place: NonNull<u8>,
    chunk: NonNull<Chunk>,
) -> Stored<W> {
    // SAFETY: the caller vouches for the room, and that nobody else uses it; with the table in it, it is a small block of
    // that type, and one of `Copy` data is as good in another place.
    unsafe {
        place.cast::<NonNull<Chunk>>().write(chunk);
        let copy = place.add(BEHIND).cast::<Header<W>>();
        (&raw mut (*copy.as_ptr()).table).write(table);
        renew_plain(copy, block);
        Stored::from_block(copy)
    }
}

/// Has a plain phase become a copy of another one, with its id.
///
/// # Safety
///
/// Both must be small blocks for phases of one type, which is plain, with their tables in them, and the second must hold such
/// a phase. Nobody else may use the first during the call, and nobody may change the second, which is another one.
#[inline]
pub(super) unsafe fn renew_plain<W: 'static>(block: Pointer<W>, from: Pointer<W>) {
    const TABLE: usize = size_of::<&Table<()>>();
    // SAFETY: small blocks may be used in full. All but the tables, which stand first, is copied; these say where each
    // block is kept.
    unsafe {
        let (to, from) = (block.cast::<u8>().add(TABLE), from.cast::<u8>().add(TABLE));
        to.copy_from_nonoverlapping(from, size_of::<Small>() - TABLE);
    }
}

/// Drops a phase and gives up its block.
///
/// # Safety
///
/// The block must hold a phase of its table's type, and be the caller's to give away.
#[inline]
pub(super) unsafe fn end<W: 'static>(block: Pointer<W>, spare: &mut Spare) {
    // SAFETY: a block begins with its header.
    match unsafe { (*block.as_ptr()).table.end } {
        // SAFETY: the caller vouches for what this asks for.
        Some(end) => unsafe { end(block, spare) },
        // SAFETY: without an `end` the block is lone and small, and its phase needs no drop. The caller gives it away.
        None => spare.put(unsafe { Vacant::new(block.cast()) }),
    }
}

impl<W: 'static, P> Block<W, P> {
    pub(super) const IS_SMALL: bool =
        size_of::<Self>() <= size_of::<Small>() && align_of::<Self>() <= align_of::<Small>();

    /// Whether there are such blocks in chunks: all of those stand equally far behind the pointers to them.
    const IS_PLACED: bool = size_of::<Self>() <= LARGEST
        && align_of::<Placed<W, P>>() <= ALIGN
        && offset_of!(Placed<W, P>, block) == BEHIND;

    /// The room that one takes there.
    const SLOT: usize =
        if Self::IS_SMALL { SMALL_SLOT } else { size_of::<Placed<W, P>>().next_multiple_of(ALIGN) };
}

impl<W: 'static, P: Erased<W> + Admit> Block<W, P> {
    pub(super) const LONE: &'static Table<W> = &Self::table(
        if Self::IS_SMALL && !needs_drop::<P>() { None } else { Some(Self::end_alone) },
        Some(Self::TOGETHER),
    );

    const TOGETHER: &'static Table<W> = &Self::table(Some(Self::end_together), None);

    const fn table(
        end: Option<unsafe fn(Pointer<W>, &mut Spare)>,
        together: Option<&'static Table<W>>,
    ) -> Table<W> {
        Table {
            start: Self::start,
            update: Self::update,
            #[cfg(feature = "causes")]
            kind: P::KIND,
            #[cfg(feature = "packed")]
            packing: P::PACKING,
            #[cfg(feature = "packed")]
            pack: Self::pack,
            copy: Self::copy,
            copy_into: Self::copy_into,
            renew: Self::renew,
            phase: Self::phase,
            inspect: Self::inspect,
            end,
            drop: if needs_drop::<P>() { Some(Self::drop) } else { None },
            is_plain: Self::IS_SMALL && Self::IS_PLACED && P::CLONE.is_some() && P::PLAIN.is_some(),
            together,
        }
    }

    /// Puts a phase into a chunk.
    #[inline]
    pub(super) fn place(phase: P, batch: &mut Batch) -> Pointer<W> {
        if !Self::IS_PLACED {
            return Self::alone(phase, &mut Spare::new());
        }
        let (place, chunk) = batch.place(Self::SLOT, needs_drop::<P>());
        let header = Header {
            table: Self::TOGETHER,
            #[cfg(feature = "causes")]
            id: PhaseId::NONE,
        };
        let placed = Placed { chunk, block: Self { header, phase } };
        // SAFETY: there is as much room as has been asked for, aligned as `IS_PLACED` has seen to, and nobody else uses it.
        unsafe {
            place.cast::<Placed<W, P>>().write(placed);
            place.add(BEHIND).cast()
        }
    }

    /// Puts a phase into a block of its own.
    #[inline]
    pub(super) fn alone(phase: P, spare: &mut Spare) -> Pointer<W> {
        let header = Header {
            table: Self::LONE,
            #[cfg(feature = "causes")]
            id: PhaseId::NONE,
        };
        let block = Self { header, phase };
        if Self::IS_SMALL {
            let small = spare.take().into_pointer().cast::<Self>();
            // SAFETY: a vacant block is ours to write to, and `IS_SMALL` says that it fits in size and alignment.
            unsafe { small.write(block) }
            small.cast()
        } else {
            NonNull::from(Box::leak(Box::new(block))).cast()
        }
    }

    /// # Safety
    ///
    /// The block must hold a `P`, and nobody else may use it during the call.
    unsafe fn start(block: Pointer<W>, world: &mut W, schedule: &mut Schedule<W>) -> Outcome {
        // SAFETY: the caller vouches for the `P`, and that this is the only reference to it.
        let phase = unsafe { &mut (*block.cast::<Self>().as_ptr()).phase };
        Erased::start(phase, world, schedule)
    }

    /// # Safety
    ///
    /// The block must hold a `P`, and nobody else may use it during the call.
    unsafe fn update(block: Pointer<W>, world: &mut W, schedule: &mut Schedule<W>) -> Outcome {
        // SAFETY: the caller vouches for the `P`, and that this is the only reference to it.
        let phase = unsafe { &mut (*block.cast::<Self>().as_ptr()).phase };
        Erased::update(phase, world, schedule)
    }

    /// # Safety
    ///
    /// The block must hold a `P`, and nobody may change it during the call.
    #[cfg(feature = "packed")]
    unsafe fn pack(block: Pointer<W>, bytes: &mut Vec<u8>) -> Result<(), postcard::Error> {
        // SAFETY: the caller vouches for the `P`, and that it is borrowed for the call.
        let phase = unsafe { &(*block.cast::<Self>().as_ptr()).phase };
        Erased::pack(phase, bytes)
    }

    /// # Safety
    ///
    /// The block must hold a `P`, and nobody may change it during the call.
    unsafe fn copy(block: Pointer<W>, spare: &mut Spare) -> Option<Stored<W>> {
        // SAFETY: the caller vouches for the `P`, and that it is borrowed for the call.
        let phase = unsafe { &(*block.cast::<Self>().as_ptr()).phase };
        P::CLONE.map(|clone| Stored::new(clone(phase), spare))
    }

    /// # Safety
    ///
    /// The block must hold a `P`, and nobody may change it during the call.
    unsafe fn copy_into(block: Pointer<W>, batch: &mut Batch) -> Option<Stored<W>> {
        // SAFETY: the caller vouches for the `P`, and that it is borrowed for the call.
        let phase = unsafe { &(*block.cast::<Self>().as_ptr()).phase };
        P::CLONE.map(|clone| Stored::new_in(clone(phase), batch))
    }

    /// # Safety
    ///
    /// Each block must hold a `P`. Nobody else may use the first during the call, and nobody may change the second, which
    /// is another one.
    unsafe fn renew(block: Pointer<W>, from: Pointer<W>) -> bool {
        let Some(clone) = P::CLONE else { return false };
        // SAFETY: the caller vouches for the `P`, and that this is the only reference to it.
        let phase = unsafe { &mut (*block.cast::<Self>().as_ptr()).phase };
        // SAFETY: the caller vouches for this `P` as well, and that it is borrowed for the call.
        let from = unsafe { &(*from.cast::<Self>().as_ptr()).phase };
        *phase = clone(from);
        true
    }

    /// Makes no reference, so that the caller may make whichever is due.
    ///
    /// # Safety
    ///
    /// The block must hold a `P`.
    unsafe fn phase(block: Pointer<W>) -> NonNull<dyn Erased<W>> {
        // SAFETY: the caller vouches for the `P`, so this is within its block, and not null.
        unsafe { NonNull::new_unchecked(&raw mut (*block.cast::<Self>().as_ptr()).phase) }
    }

    /// As with `phase`.
    ///
    /// # Safety
    ///
    /// The block must hold a `P`.
    unsafe fn inspect(block: Pointer<W>) -> NonNull<dyn Inspect> {
        // SAFETY: the caller vouches for the `P`, so this is within its block, and not null.
        unsafe { NonNull::new_unchecked(&raw mut (*block.cast::<Self>().as_ptr()).phase) }
    }

    /// # Safety
    ///
    /// The block must hold a `P`, which nobody uses again.
    unsafe fn drop(block: Pointer<W>) {
        // SAFETY: the caller vouches for the `P`, and gives it away.
        unsafe { (&raw mut (*block.cast::<Self>().as_ptr()).phase).drop_in_place() }
    }

    /// # Safety
    ///
    /// The block must hold a `P`, be lone, and the caller's to give away.
    unsafe fn end_alone(block: Pointer<W>, spare: &mut Spare) {
        if Self::IS_SMALL {
            // Before the drop, so that the block is freed if that panics.
            // SAFETY: the block is lone and small, and the caller's to give away; its phase is gone before it is used.
            let vacant = unsafe { Vacant::new(block.cast()) };
            // SAFETY: the caller vouches for the `P`, which nobody uses again.
            unsafe { Self::drop(block) }
            spare.put(vacant);
        } else {
            // SAFETY: the block is lone and not small, so `alone` has made it as a box of this type.
            drop(unsafe { Box::from_raw(block.cast::<Self>().as_ptr()) });
        }
    }

    /// # Safety
    ///
    /// The block must hold a `P`, be in a chunk, and the caller's to give away.
    unsafe fn end_together(block: Pointer<W>, _: &mut Spare) {
        // Before the drop, so that it is counted if that panics.
        // SAFETY: the block is in a chunk, and the caller's to give away; its phase is gone before this is dropped.
        let _gone = unsafe { Gone::one(chunk_of(block)) };
        // SAFETY: the caller vouches for the `P`, which nobody uses again.
        unsafe { Self::drop(block) }
    }
}
