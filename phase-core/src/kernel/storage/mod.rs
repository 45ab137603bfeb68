//! Where a phase of any type is kept.
//!
//! With the feature `pool` the memory of a phase that has ended is used for the next one, at the price of one module of
//! unsafe code; without it each phase has a box of its own. From outside both are the same.

use core::fmt;

use super::inspect::PhaseRef;
use super::phase_mut::PhaseMut;
use super::schedule::Schedule;

#[cfg(not(feature = "pool"))]
mod boxed;
#[cfg(feature = "pool")]
mod pooled;

#[cfg(not(feature = "pool"))]
pub(crate) use boxed::{Batch, Dropper, Spare, Stored};
#[cfg(feature = "pool")]
pub(crate) use pooled::{Batch, Dropper, Spare, Stored};

impl<W: 'static> Stored<W> {
    pub(crate) fn name(&self) -> &'static str {
        self.get().name()
    }

    pub(crate) fn as_ref(&self) -> PhaseRef<'_> {
        PhaseRef {
            phase: self.inspect(),
            #[cfg(feature = "causes")]
            id: self.id(),
        }
    }

    pub(crate) fn as_mut(&mut self) -> PhaseMut<'_> {
        PhaseMut {
            #[cfg(feature = "causes")]
            id: self.id(),
            phase: self.get_mut().inspect_mut(),
        }
    }
}

impl<W: 'static> fmt::Debug for Stored<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

/// The identity on worlds, as a bound, so that its error can name both.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this is a phase of the world `{Self}`, and this queue is of the world `{W}`",
    label = "a phase of another world",
    note = "a queue takes phases of its own world only: change `world = ..` in the `#[phase(..)]` of the one or the other"
)]
pub trait SameWorld<W>: Sized + 'static {
    fn same(phase: Stored<Self>) -> Stored<W>;
    fn world(world: &W) -> &Self;
    fn world_mut(world: &mut W) -> &mut Self;
    fn schedule(schedule: &mut Schedule<W>) -> &mut Schedule<Self>;
}

impl<W: 'static> SameWorld<W> for W {
    fn same(phase: Stored<Self>) -> Stored<W> {
        phase
    }

    fn world(world: &W) -> &Self {
        world
    }

    fn world_mut(world: &mut W) -> &mut Self {
        world
    }

    fn schedule(schedule: &mut Schedule<W>) -> &mut Schedule<Self> {
        schedule
    }
}
