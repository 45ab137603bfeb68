//! A box for each phase, in safe code.

use alloc::boxed::Box;
use core::any::Any;

use crate::kernel::{Erased, Outcome, Schedule};

/// A phase of any type.
pub struct Stored<W: 'static>(Box<dyn Erased<W>>);

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

impl<W: 'static> Stored<W> {
    pub(crate) fn new<P: Erased<W>>(phase: P, _: &mut Spare) -> Self {
        Self(Box::new(phase))
    }

    pub(crate) fn start(&mut self, world: &mut W, schedule: &mut Schedule<W>) -> Outcome {
        self.0.start(world, schedule)
    }

    pub(crate) fn update(&mut self, world: &mut W, schedule: &mut Schedule<W>) -> Outcome {
        self.0.update(world, schedule)
    }

    pub(crate) fn get(&self) -> &dyn Erased<W> {
        &*self.0
    }

    pub(crate) fn get_mut(&mut self) -> &mut dyn Erased<W> {
        &mut *self.0
    }

    /// Takes the phase out, if it is a `P`.
    pub(crate) fn take<P: Any>(self, _: &mut Spare) -> Result<P, Self> {
        if !self.get().as_any().is::<P>() {
            return Err(self);
        }
        match self.0.into_any().downcast() {
            Ok(phase) => Ok(*phase),
            Err(_) => unreachable!("the type has been checked"),
        }
    }

    /// Drops the phase.
    pub(crate) fn recycle(self, _: &mut Spare) {
        drop(self);
    }
}
