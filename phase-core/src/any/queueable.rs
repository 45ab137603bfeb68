//! What the host can queue.

use super::any_phase::AnyPhase;
use crate::kernel::{Admit, Pending, SameWorld, Schedule, Spare, Stored};
use crate::phase::Phase;

/// What can be queued on a manager: a phase, or a phase of any type.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be queued: it is not a phase",
    label = "does not implement `Phase`",
    note = "put `#[phase]` on the definition of `{Self}`, and write `impl Phase for {Self}` with its `start`"
)]
pub trait Queueable {
    type World: 'static;

    fn into_stored(self, spare: &mut Spare) -> Stored<Self::World>;

    fn is_ordered(&self) -> bool;
}

impl<P: Phase> Queueable for P {
    type World = P::World;

    fn into_stored(self, spare: &mut Spare) -> Stored<P::World> {
        Stored::new(self, spare)
    }

    fn is_ordered(&self) -> bool {
        P::IS_ORDERED
    }
}

impl<W: 'static> Queueable for AnyPhase<W> {
    type World = W;

    fn into_stored(self, spare: &mut Spare) -> Stored<W> {
        // When it has ended, its memory will be there to take the place of this.
        spare.free_one();
        self.0
    }

    fn is_ordered(&self) -> bool {
        self.0.get().ordering().is_some()
    }
}

/// Has a phase of whichever kind come in by a door of a schedule: `enter_any(schedule, phase, Schedule::push)`.
pub(crate) fn enter_any<W: 'static, C, R>(
    schedule: &mut Schedule<W>,
    phase: C,
    door: impl FnOnce(&mut Schedule<W>, Stored<W>) -> R,
) -> R
where
    C: Queueable,
    C::World: SameWorld<W>,
{
    if phase.is_ordered() {
        schedule.pending.insert(Pending::ORDER);
    }
    #[allow(unused_mut, reason = "it is given its id with the feature `causes`")]
    let mut phase = SameWorld::same(phase.into_stored(&mut schedule.spare));
    #[cfg(feature = "causes")]
    phase.set_id(schedule.next_id());
    door(schedule, phase)
}
