//! A block of memory for each phase, which another phase gets once it has ended.
//!
//! This is the only unsafe code of the crate, and all of it rests on four facts:
//!
//! 1. The pointer of a [`Stored`] leads to a [`Block`] with a valid phase in it, of the type that the block's table was
//!    made for. Only [`Stored::new`] makes one.
//! 2. The `Stored` owns that block. No other pointer to it is kept anywhere, and what takes the phase out consumes the
//!    `Stored`. The schedule and the world that a phase is handed do not lead to it, since it is taken out of the tree, by
//!    value, before it is called.
//! 3. A block that is small, as [`Block::IS_SMALL`] says of its phase's type, is a `Box<Small>`, which may be a
//!    [`Vacant`] one before and after; any other was made by `Box::new` as a box of its own type.
//! 4. A table has no `end` just if its blocks are small and its phases have nothing to drop.

#![allow(unsafe_code)]

use alloc::boxed::Box;
#[cfg(feature = "packed")]
use alloc::vec::Vec;
use core::any::Any;
use core::marker::PhantomData;
use core::mem::{ManuallyDrop, MaybeUninit, needs_drop};
use core::ptr::NonNull;

#[cfg(feature = "packed")]
use crate::kernel::Packing;
use crate::kernel::{Admit, Erased, Inspect, Outcome, Schedule};
#[cfg(feature = "causes")]
use crate::kernel::{Causer, Kind, PhaseId};

/// Room for the block of any phase of up to three machine words.
#[cfg(not(feature = "causes"))]
type Small = MaybeUninit<[usize; 4]>;
/// Likewise, with the id.
#[cfg(feature = "causes")]
type Small = MaybeUninit<[u64; 5]>;

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

/// Leads to a block with a phase of a type unknown, and may be used for all of the block.
type Pointer<W> = NonNull<Header<W>>;

/// What every block begins with.
#[repr(C)]
struct Header<W: 'static> {
    table: &'static Table<W>,
    #[cfg(feature = "causes")]
    id: PhaseId,
}

/// A phase, and what can be done with it.
#[repr(C)]
struct Block<W: 'static, P> {
    header: Header<W>,
    phase: P,
}

/// What can be done with the phases of one type. Each function is to be given a block that holds one; and all but
/// `phase`, `inspect`, `pack` and `copy`, and `renew` as its second, one that nobody else uses during the call.
struct Table<W: 'static> {
    start: unsafe fn(Pointer<W>, &mut W, &mut Schedule<W>) -> Outcome,
    update: unsafe fn(Pointer<W>, &mut W, &mut Schedule<W>) -> Outcome,
    #[cfg(feature = "causes")]
    kind: &'static Kind,
    #[cfg(feature = "packed")]
    packing: Option<&'static Packing>,
    #[cfg(feature = "packed")]
    pack: unsafe fn(Pointer<W>, &mut Vec<u8>) -> Result<(), postcard::Error>,
    copy: unsafe fn(Pointer<W>, &mut Spare) -> Option<Stored<W>>,
    /// Has the phase of the first block become a copy of that in the second, and says whether it can be copied. Both are
    /// blocks of this table.
    renew: unsafe fn(Pointer<W>, Pointer<W>) -> bool,
    /// Finds the phase in its block.
    phase: unsafe fn(Pointer<W>) -> NonNull<dyn Erased<W>>,
    /// Likewise, to look at: observers are shown every phase several times, so that a second call would tell.
    inspect: unsafe fn(Pointer<W>) -> NonNull<dyn Inspect>,
    /// Drops the phase and gives up its block. Where there is none, it is enough to give up the block, which is small.
    end: Option<unsafe fn(Pointer<W>, &mut Spare)>,
}

impl<W: 'static> Stored<W> {
    #[inline]
    pub(crate) fn new<P: Erased<W> + Admit>(phase: P, spare: &mut Spare) -> Self {
        let header = Header {
            table: Block::<W, P>::TABLE,
            #[cfg(feature = "causes")]
            id: PhaseId::NONE,
        };
        let block = Block { header, phase };
        let block = if Block::<W, P>::IS_SMALL {
            let small = spare.take().into_pointer().cast::<Block<W, P>>();
            // SAFETY: a vacant block is ours to write to, and `IS_SMALL` says that it fits in size and alignment.
            unsafe { small.write(block) }
            small
        } else {
            NonNull::from(Box::leak(Box::new(block)))
        };
        Self { block: block.cast(), phase: PhantomData }
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

    /// Becomes a copy of another one, and says whether that can be copied.
    #[inline]
    pub(crate) fn renew(&mut self, from: &Self, spare: &mut Spare) -> bool {
        let table = self.table();
        if core::ptr::eq(table, from.table()) {
            // SAFETY: both blocks have this table, so what it says of one is true of the other; this one is borrowed
            // mutably for the call, and the other, which is another for that reason, is borrowed too.
            let is_copied = unsafe { (table.renew)(self.block, from.block) };
            #[cfg(feature = "causes")]
            self.set_id(from.id());
            is_copied
        } else {
            let Some(copy) = from.copy(spare) else { return false };
            core::mem::replace(self, copy).recycle(spare);
            true
        }
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
        let block = ManuallyDrop::new(self).block.cast::<Block<W, P>>();
        if Block::<W, P>::IS_SMALL {
            // SAFETY: the block holds a `P`, as has just been checked, and nobody reads it again.
            let phase = unsafe { (&raw const (*block.as_ptr()).phase).read() };
            // SAFETY: the block is small and ours, and its phase has just been taken out.
            spare.put(unsafe { Vacant::new(block.cast()) });
            Ok(phase)
        } else {
            // SAFETY: the block holds a `P`, as has just been checked, so `new` has made it as a box of this type.
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

/// Drops a phase and gives up its block.
///
/// # Safety
///
/// The block must hold a phase of its table's type, and be the caller's to give away.
#[inline]
unsafe fn end<W: 'static>(block: Pointer<W>, spare: &mut Spare) {
    // SAFETY: a block begins with its header.
    match unsafe { (*block.as_ptr()).table.end } {
        // SAFETY: the caller vouches for what this asks for.
        Some(end) => unsafe { end(block, spare) },
        // SAFETY: without an `end` the block is small, and its phase needs no drop. The caller gives it away.
        None => spare.put(unsafe { Vacant::new(block.cast()) }),
    }
}

impl<W: 'static, P> Block<W, P> {
    const IS_SMALL: bool =
        size_of::<Self>() <= size_of::<Small>() && align_of::<Self>() <= align_of::<Small>();
}

impl<W: 'static, P: Erased<W> + Admit> Block<W, P> {
    const TABLE: &'static Table<W> = &Table {
        start: Self::start,
        update: Self::update,
        #[cfg(feature = "causes")]
        kind: P::KIND,
        #[cfg(feature = "packed")]
        packing: P::PACKING,
        #[cfg(feature = "packed")]
        pack: Self::pack,
        copy: Self::copy,
        renew: Self::renew,
        phase: Self::phase,
        inspect: Self::inspect,
        end: if Self::IS_SMALL && !needs_drop::<P>() { None } else { Some(Self::end) },
    };

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
        Erased::copy(phase, spare)
    }

    /// # Safety
    ///
    /// Each block must hold a `P`. Nobody else may use the first during the call, and nobody may change the second, which
    /// is another one.
    unsafe fn renew(block: Pointer<W>, from: Pointer<W>) -> bool {
        // SAFETY: the caller vouches for the `P`, and that this is the only reference to it.
        let phase = unsafe { &mut (*block.cast::<Self>().as_ptr()).phase };
        // SAFETY: the caller vouches for this `P` as well, and that it is borrowed for the call.
        let from = unsafe { &(*from.cast::<Self>().as_ptr()).phase };
        Erased::renew(phase, from)
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
    /// The block must hold a `P`, and be the caller's to give away.
    unsafe fn end(block: Pointer<W>, spare: &mut Spare) {
        let block = block.cast::<Self>();
        if Self::IS_SMALL {
            // Before the drop, so that the block is freed if that panics.
            // SAFETY: the block is small, and the caller's to give away; its phase is gone before it is used.
            let vacant = unsafe { Vacant::new(block.cast()) };
            // SAFETY: the caller vouches for the `P`, which nobody reads again.
            unsafe { (&raw mut (*block.as_ptr()).phase).drop_in_place() }
            spare.put(vacant);
        } else {
            // SAFETY: the block is not small, so `new` has made it as a box of this type.
            drop(unsafe { Box::from_raw(block.as_ptr()) });
        }
    }
}

/// A small block, with no phase in it by the time that it is used or dropped.
struct Vacant(NonNull<Small>);

impl Vacant {
    /// # Safety
    ///
    /// The block must be a `Box<Small>` that is the caller's to give away, and any phase in it must be gone before this
    /// is used or dropped.
    #[inline]
    unsafe fn new(block: NonNull<Small>) -> Self {
        Self(block)
    }

    #[cold]
    fn make() -> Self {
        Self(NonNull::from(Box::leak(Box::new(Small::uninit()))))
    }

    #[inline]
    fn into_pointer(self) -> NonNull<Small> {
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
    fn take(&mut self) -> Vacant {
        let Some(block) = self.first else { return Vacant::make() };
        // SAFETY: a block in the list begins with the link to the next.
        self.first = unsafe { block.cast::<Link>().read() };
        // SAFETY: `put` has taken it from a vacant one, and now it is off the list.
        unsafe { Vacant::new(block) }
    }

    #[inline]
    fn put(&mut self, vacant: Vacant) {
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
