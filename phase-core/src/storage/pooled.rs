//! A block of memory for each phase, which another phase gets once it has ended.
//!
//! This is the only unsafe code of the crate, and all of it rests on three facts:
//!
//! 1. The pointer of a [`Stored`] leads to a [`Block`] with a valid phase in it, of the type that the block's table
//!    was made for. Only [`Stored::new`] makes one.
//! 2. The `Stored` owns that block: no other pointer to it is kept anywhere, and what empties the block consumes the
//!    `Stored`.
//! 3. The block is a [`Small`] box where [`Block::IS_SMALL`] says so of its phase's type, and else a box of the block
//!    itself. What a [`Spare`] holds are `Small` boxes without a phase.

#![allow(unsafe_code)]

use alloc::boxed::Box;
use core::marker::PhantomData;
use core::mem::{self, ManuallyDrop, MaybeUninit, needs_drop};
use core::ptr::NonNull;

use crate::agenda::Agenda;
use crate::erased::Erased;
use crate::guard::Decision;
use crate::phase::{Phase, PhaseInfo};

/// Room for the block of any phase of up to three machine words.
type Small = MaybeUninit<[usize; 4]>;

/// A phase of any type.
pub(crate) struct Stored<W: 'static> {
    block: Pointer<W>,
    phase: PhantomData<Box<dyn Erased<W>>>,
}

// SAFETY: a `Stored` owns its phase and nothing else, and phases are `Send`.
unsafe impl<W: 'static> Send for Stored<W> {}
// SAFETY: a shared `Stored` gives out nothing but a shared phase, and phases are `Sync`.
unsafe impl<W: 'static> Sync for Stored<W> {}

/// Leads to a block with a phase of a type unknown.
type Pointer<W> = NonNull<Header<W>>;

/// What every block begins with.
#[repr(C)]
struct Header<W: 'static> {
    table: &'static Table<W>,
}

/// A phase, and what can be done with it.
#[repr(C)]
struct Block<P: PhaseInfo> {
    header: Header<P::World>,
    phase: P,
}

/// What can be done with the phases of one type. Each function is to be given a block that holds one.
struct Table<W: 'static> {
    start: unsafe fn(Pointer<W>, &mut W, &mut Agenda<W>) -> Decision,
    update: unsafe fn(Pointer<W>, &mut W, &mut Agenda<W>) -> Decision,
    /// Finds the phase in its block.
    phase: unsafe fn(Pointer<W>) -> NonNull<dyn Erased<W>>,
    /// Drops the phase, and gives its block to the spare ones if it is small, or frees it. A small block whose phase
    /// has nothing to drop needs no such function.
    end: Option<unsafe fn(Pointer<W>, &mut Spare)>,
}

impl<W: 'static> Stored<W> {
    #[inline]
    pub(crate) fn new<P: Phase<World = W>>(phase: P, spare: &mut Spare) -> Self {
        let block = Block { header: Header { table: Block::<P>::TABLE }, phase };
        let block = if Block::<P>::IS_SMALL {
            let small = spare.take().cast::<Block<P>>();
            // SAFETY: a small box without a phase is ours to write to, and big enough.
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

    #[inline]
    pub(crate) fn start(&mut self, world: &mut W, agenda: &mut Agenda<W>) -> Decision {
        // SAFETY: the block holds a phase of its table's type, and is borrowed mutably for the call.
        unsafe { (self.table().start)(self.block, world, agenda) }
    }

    #[inline]
    pub(crate) fn update(&mut self, world: &mut W, agenda: &mut Agenda<W>) -> Decision {
        // SAFETY: the block holds a phase of its table's type, and is borrowed mutably for the call.
        unsafe { (self.table().update)(self.block, world, agenda) }
    }

    pub(crate) fn get(&self) -> &dyn Erased<W> {
        // SAFETY: the block holds a phase of its table's type, and is borrowed as long as what is given out.
        unsafe { (self.table().phase)(self.block).as_ref() }
    }

    pub(crate) fn get_mut(&mut self) -> &mut dyn Erased<W> {
        // SAFETY: the block holds a phase of its table's type, and is borrowed mutably as long as what is given out.
        unsafe { (self.table().phase)(self.block).as_mut() }
    }

    /// Takes the phase out, if it is a `P`.
    pub(crate) fn take<P: PhaseInfo>(self, spare: &mut Spare) -> Result<P, Self> {
        if !self.get().as_any().is::<P>() {
            return Err(self);
        }
        let block = ManuallyDrop::new(self).block.cast::<Block<P>>();
        if Block::<P>::IS_SMALL {
            // SAFETY: the block holds a `P`, as has just been checked, and nobody reads it again.
            let phase = unsafe { (&raw const (*block.as_ptr()).phase).read() };
            spare.put(block.cast());
            Ok(phase)
        } else {
            // SAFETY: the block holds a `P`, as has just been checked, so it is a box of this type, and ours.
            let block = unsafe { Box::from_raw(block.as_ptr()) };
            Ok(block.phase)
        }
    }

    /// Drops the phase, and keeps its block for another.
    #[inline]
    pub(crate) fn recycle(self, spare: &mut Spare) {
        let stored = ManuallyDrop::new(self);
        match stored.table().end {
            // SAFETY: the block holds a phase of its table's type, and nobody reads it again.
            Some(end) => unsafe { end(stored.block, spare) },
            None => spare.put(stored.block.cast()),
        }
    }
}

impl<W: 'static> Drop for Stored<W> {
    fn drop(&mut self) {
        match self.table().end {
            // SAFETY: the block holds a phase of its table's type, and nobody reads it again.
            Some(end) => unsafe { end(self.block, &mut Spare::new()) },
            None => drop(FreeSmall(self.block.cast())),
        }
    }
}

/// Frees a small block without a phase.
struct FreeSmall(NonNull<Small>);

impl Drop for FreeSmall {
    fn drop(&mut self) {
        // SAFETY: whoever makes one hands over a small box, of which nobody keeps another pointer.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

impl<P: PhaseInfo> Block<P> {
    const IS_SMALL: bool =
        size_of::<Self>() <= size_of::<Small>() && align_of::<Self>() <= align_of::<Small>();
}

impl<P: Phase> Block<P> {
    const TABLE: &'static Table<P::World> = &Table {
        start: Self::start,
        update: Self::update,
        phase: Self::phase,
        end: if Self::IS_SMALL && !needs_drop::<P>() { None } else { Some(Self::end) },
    };

    /// # Safety
    ///
    /// The block must hold a `P`, and be the caller's to change.
    unsafe fn start(
        block: Pointer<P::World>,
        world: &mut P::World,
        agenda: &mut Agenda<P::World>,
    ) -> Decision {
        // SAFETY: the caller vouches for the `P`, and that nobody else uses it during the call.
        let phase = unsafe { &mut (*block.cast::<Self>().as_ptr()).phase };
        Erased::start(phase, world, agenda)
    }

    /// # Safety
    ///
    /// The block must hold a `P`, and be the caller's to change.
    unsafe fn update(
        block: Pointer<P::World>,
        world: &mut P::World,
        agenda: &mut Agenda<P::World>,
    ) -> Decision {
        // SAFETY: the caller vouches for the `P`, and that nobody else uses it during the call.
        let phase = unsafe { &mut (*block.cast::<Self>().as_ptr()).phase };
        Erased::update(phase, world, agenda)
    }

    /// # Safety
    ///
    /// The block must hold a `P`.
    unsafe fn phase(block: Pointer<P::World>) -> NonNull<dyn Erased<P::World>> {
        // SAFETY: the caller vouches for the `P`; this only reckons where it is.
        unsafe { NonNull::new_unchecked(&raw mut (*block.cast::<Self>().as_ptr()).phase) }
    }

    /// # Safety
    ///
    /// The block must hold a `P`, and be the caller's to give away.
    unsafe fn end(block: Pointer<P::World>, spare: &mut Spare) {
        let block = block.cast::<Self>();
        if Self::IS_SMALL {
            let unwinding = FreeSmall(block.cast());
            // SAFETY: the caller vouches for the `P`, and forgets it here.
            unsafe { (&raw mut (*block.as_ptr()).phase).drop_in_place() }
            mem::forget(unwinding);
            spare.put(block.cast());
        } else {
            // SAFETY: such a block is a box of this type, and the caller forgets it here.
            drop(unsafe { Box::from_raw(block.as_ptr()) });
        }
    }
}

/// Small blocks without a phase, for the phases to come.
#[derive(Debug)]
pub struct Spare {
    /// Each block begins with the pointer to the next.
    first: Link,
}

type Link = Option<NonNull<Small>>;

// SAFETY: the blocks are owned, and hold nothing.
unsafe impl Send for Spare {}
// SAFETY: a shared `Spare` gives nothing out.
unsafe impl Sync for Spare {}

impl Spare {
    pub(crate) const fn new() -> Self {
        Self { first: None }
    }

    #[inline]
    fn take(&mut self) -> NonNull<Small> {
        let Some(block) = self.first else { return Self::make() };
        // SAFETY: a block in the list begins with the link to the next.
        self.first = unsafe { block.cast::<Link>().read() };
        block
    }

    #[cold]
    fn make() -> NonNull<Small> {
        NonNull::from(Box::leak(Box::new(Small::uninit())))
    }

    /// Takes in a block, which must be small, hold no phase, and be the caller's.
    #[inline]
    fn put(&mut self, block: NonNull<Small>) {
        // SAFETY: the block is ours from here on, and has room and alignment for a link.
        unsafe { block.cast::<Link>().write(self.first) }
        self.first = Some(block);
    }

    /// Frees a block, if there is one.
    pub(crate) fn free_one(&mut self) {
        if self.first.is_some() {
            drop(FreeSmall(self.take()));
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
