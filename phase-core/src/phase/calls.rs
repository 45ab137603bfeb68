//! How a phase is called by a manager that does not know its type.

#[cfg(not(feature = "pool"))]
use alloc::boxed::Box;
#[cfg(feature = "packed")]
use alloc::vec::Vec;
use core::any::Any;
#[cfg(any(feature = "causes", feature = "packed"))]
use core::any::TypeId;
#[cfg(feature = "packed")]
use core::marker::PhantomData;

use super::flow::Flow;
use super::guard::guard;
use super::queue::Queue;
use super::traits::{Phase, PhaseInfo};
#[cfg(feature = "causes")]
use crate::kernel::Kind;
#[cfg(feature = "packed")]
use crate::kernel::Packing;
#[cfg(feature = "pool")]
use crate::kernel::Plain;
use crate::kernel::{
    Admit, Ask, Decision, Erased, Inspect, Ordering, Outcome, Pending, Schedule, Stage, Ticket,
};
#[cfg(not(feature = "pool"))]
use crate::kernel::{Spare, Stored};

impl<P: PhaseInfo> Inspect for P {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn is_secret(&self) -> bool {
        P::__DESCRIPTION.secret
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    #[cfg(not(feature = "pool"))]
    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

impl<P: PhaseInfo> Admit for P {
    const IS_ORDERED: bool = P::__DESCRIPTION.ordering.is_some();
    #[cfg(feature = "pool")]
    const CLONE: Option<fn(&Self) -> Self> = P::__DESCRIPTION.clone;
    #[cfg(feature = "pool")]
    const PLAIN: Option<Plain<Self>> = P::__DESCRIPTION.plain;
    #[cfg(feature = "causes")]
    const KIND: &'static Kind = &Kind { name: P::NAME, of_type: TypeId::of::<P> };
    #[cfg(feature = "packed")]
    const PACKING: Option<&'static Packing> =
        if P::__DESCRIPTION.codec.is_some() { Some(&PackingOf::<P>::PACKING) } else { None };
}

#[cfg(feature = "packed")]
struct PackingOf<P>(PhantomData<P>);

#[cfg(feature = "packed")]
impl<P: PhaseInfo> PackingOf<P> {
    const PACKING: Packing =
        Packing { name: P::NAME, of_type: TypeId::of::<P>, layout: P::__DESCRIPTION.layout };
}

impl<P: Phase> Erased<P::World> for P {
    fn start(&mut self, world: &mut P::World, schedule: &mut Schedule<P::World>) -> Outcome {
        let flow = Phase::start(self, guard(world, schedule));
        end_at_once(self, flow, world, schedule)
    }

    fn update(&mut self, world: &mut P::World, schedule: &mut Schedule<P::World>) -> Outcome {
        // Only `Waits` phases can have said that they wait, and those have an `update`.
        let Some(update) = P::__DESCRIPTION.update else {
            return Outcome::Decided(Decision::Wait);
        };
        let flow = update(self, guard(world, schedule));
        end_at_once(self, flow, world, schedule)
    }

    fn on_end(&mut self, world: &mut P::World, schedule: &mut Schedule<P::World>) {
        Phase::on_end(self, world, &mut Queue::new(schedule));
    }

    fn on_cancel(&mut self, world: &mut P::World) {
        Phase::on_cancel(self, world);
    }

    fn on_park(&mut self, world: &mut P::World) {
        Phase::on_park(self, world);
    }

    fn on_resume(&mut self, world: &mut P::World) {
        Phase::on_resume(self, world);
    }

    fn on_restore(&mut self, world: &mut P::World, ticket: Ticket) -> Result<(), Ticket> {
        let Some(restore) = P::__DESCRIPTION.restore else { return Err(ticket) };
        restore(self, world, ticket);
        Ok(())
    }

    fn asking(&self) -> Option<&dyn Ask<P::World>> {
        P::__DESCRIPTION.asking.map(|asking| (asking.as_ask)(self))
    }

    fn asking_mut(&mut self) -> Option<&mut dyn Ask<P::World>> {
        P::__DESCRIPTION.asking.map(|asking| (asking.as_ask_mut)(self))
    }

    fn is_common(&self) -> bool {
        P::__DESCRIPTION.common
    }

    #[cfg(not(feature = "pool"))]
    fn copy(&self) -> Option<Stored<P::World>> {
        P::__DESCRIPTION.clone.map(|clone| Stored::new(clone(self), &mut Spare::new()))
    }

    #[cfg(not(feature = "pool"))]
    fn renew(&mut self, from: &dyn Erased<P::World>) -> bool {
        let Some(clone) = P::__DESCRIPTION.clone else { return false };
        let Some(from) = from.as_any().downcast_ref() else { return false };
        *self = clone(from);
        true
    }

    #[cfg(feature = "serde")]
    fn as_serialize(&self) -> Option<&dyn erased_serde::Serialize> {
        P::__DESCRIPTION.codec.map(|codec| (codec.write)(self))
    }

    #[cfg(feature = "packed")]
    fn pack(&self, bytes: &mut Vec<u8>) -> Result<(), postcard::Error> {
        match P::__DESCRIPTION.codec {
            Some(codec) => (codec.pack)(self, bytes),
            None => Err(postcard::Error::WontImplement),
        }
    }

    fn can_update(&self) -> bool {
        P::__DESCRIPTION.update.is_some()
    }

    fn ordering(&self) -> Option<Ordering<P::World>> {
        P::__DESCRIPTION.ordering
    }

    #[cfg(not(feature = "pool"))]
    fn inspect(&self) -> &dyn Inspect {
        self
    }

    fn inspect_mut(&mut self) -> &mut dyn Inspect {
        self
    }
}

/// Saves the manager a second call through the table for the commonest of phases, the one that just ends.
pub(super) fn end_at_once<P: Phase>(
    phase: &mut P,
    flow: Flow<P>,
    world: &mut P::World,
    schedule: &mut Schedule<P::World>,
) -> Outcome {
    if !matches!(flow.decision, Decision::End) || schedule.is_unsettled() {
        return Outcome::Decided(flow.decision);
    }
    schedule.stage = Stage::Ending;
    Phase::on_end(phase, world, &mut Queue::new(schedule));
    if schedule.pending.intersects(Pending::CLEAR) { Outcome::EndedUnsettled } else { Outcome::Ended }
}
