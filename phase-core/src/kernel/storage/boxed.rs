//! A box for each phase, in safe code.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

#[cfg(feature = "packed")]
use crate::kernel::Packing;
use crate::kernel::{Admit, Erased, Inspect, Outcome, Schedule};
#[cfg(feature = "causes")]
use crate::kernel::{Causer, Kind, PhaseId};

/// A phase of any type.
pub struct Stored<W: 'static> {
    phase: Box<dyn Erased<W>>,
    #[cfg(feature = "causes")]
    id: PhaseId,
    #[cfg(feature = "causes")]
    kind: &'static Kind,
    #[cfg(feature = "packed")]
    packing: Option<&'static Packing>,
}

/// Nothing: what a box gives back goes to the allocator.
#[derive(Debug)]
pub struct Spare;

impl Spare {
    pub(crate) const fn new() -> Self {
        Self
    }

    #[allow(clippy::unused_self, reason = "there is nothing to free")]
    pub(crate) fn free_one(&mut self) {}

    #[allow(clippy::unused_self, reason = "there is nothing to free")]
    pub(crate) fn shrink_to(&mut self, _: usize) {}
}

/// Nothing: each of the phases that are made together has a box of its own as well.
#[derive(Debug)]
pub(crate) struct Batch;

impl Batch {
    pub(crate) const fn new() -> Self {
        Self
    }

    #[cfg(feature = "packed")]
    #[allow(clippy::unused_self, reason = "there is nothing to make room for")]
    pub(crate) fn expect(&mut self, _: usize) {}
}

/// Drops phases one after the other.
pub(crate) struct Dropper;

impl Dropper {
    pub(crate) const fn new() -> Self {
        Self
    }

    #[allow(clippy::unused_self, reason = "there is nothing to count")]
    pub(crate) fn drop_all<W: 'static>(&mut self, phases: Vec<Stored<W>>) {
        drop(phases);
    }
}

impl<W: 'static> Stored<W> {
    pub(crate) fn new<P: Erased<W> + Admit>(phase: P, _: &mut Spare) -> Self {
        Self {
            phase: Box::new(phase),
            #[cfg(feature = "causes")]
            id: PhaseId::NONE,
            #[cfg(feature = "causes")]
            kind: P::KIND,
            #[cfg(feature = "packed")]
            packing: P::PACKING,
        }
    }

    /// One of many that are made together.
    #[cfg(feature = "packed")]
    pub(crate) fn new_in<P: Erased<W> + Admit>(phase: P, _: &mut Batch) -> Self {
        Self::new(phase, &mut Spare)
    }

    #[cfg(feature = "causes")]
    pub(crate) fn id(&self) -> PhaseId {
        self.id
    }

    #[cfg(feature = "causes")]
    pub(crate) fn set_id(&mut self, id: PhaseId) {
        self.id = id;
    }

    #[cfg(feature = "causes")]
    pub(crate) fn causer(&self) -> Causer {
        Causer::new(self.kind, self.id)
    }

    #[cfg(feature = "packed")]
    pub(crate) fn packing(&self) -> Option<&'static Packing> {
        self.packing
    }

    #[cfg(feature = "packed")]
    pub(crate) fn pack(&self, bytes: &mut Vec<u8>) -> Result<(), postcard::Error> {
        self.phase.pack(bytes)
    }

    pub(crate) fn start(&mut self, world: &mut W, schedule: &mut Schedule<W>) -> Outcome {
        self.phase.start(world, schedule)
    }

    pub(crate) fn update(&mut self, world: &mut W, schedule: &mut Schedule<W>) -> Outcome {
        self.phase.update(world, schedule)
    }

    pub(crate) fn copy(&self, _: &mut Spare) -> Option<Self> {
        #[allow(unused_mut, reason = "it is given its id with the feature `causes`")]
        let mut copy = self.phase.copy()?;
        #[cfg(feature = "causes")]
        copy.set_id(self.id);
        Some(copy)
    }

    /// Likewise, as one of many that are made together.
    pub(crate) fn copy_into(&self, _: &mut Batch) -> Option<Self> {
        self.copy(&mut Spare)
    }

    /// Copies phases behind what is there; or gives the first that can't be copied.
    pub(crate) fn copy_all<'a>(
        phases: &'a [Self],
        to: &mut Vec<Self>,
        batch: &mut Batch,
    ) -> Result<(), &'a Self> {
        for phase in phases {
            to.push(phase.copy_into(batch).ok_or(phase)?);
        }
        Ok(())
    }

    /// Becomes a copy of another one, and says whether that can be copied.
    pub(crate) fn renew(&mut self, from: &Self, spare: &mut Spare) -> bool {
        if !self.phase.renew(&*from.phase) {
            let Some(copy) = from.copy(spare) else { return false };
            *self = copy;
        }
        #[cfg(feature = "causes")]
        self.set_id(from.id);
        true
    }

    pub(crate) fn get(&self) -> &dyn Erased<W> {
        &*self.phase
    }

    pub(crate) fn inspect(&self) -> &dyn Inspect {
        self.phase.inspect()
    }

    pub(crate) fn get_mut(&mut self) -> &mut dyn Erased<W> {
        &mut *self.phase
    }

    /// Takes the phase out, if it is a `P`.
    pub(crate) fn take<P: Any>(self, _: &mut Spare) -> Result<P, Self> {
        if !self.get().as_any().is::<P>() {
            return Err(self);
        }
        match self.phase.into_any().downcast() {
            Ok(phase) => Ok(*phase),
            Err(_) => unreachable!("the type has been checked"),
        }
    }

    /// Drops the phase.
    pub(crate) fn recycle(self, _: &mut Spare) {
        drop(self);
    }
}
