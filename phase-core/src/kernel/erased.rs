//! What the manager does with a phase without knowing its type.

#[cfg(feature = "packed")]
use alloc::vec::Vec;

use super::ask::Ask;
use super::decision::Outcome;
use super::inspect::Inspect;
use super::ordering::Ordering;
use super::schedule::Schedule;
#[cfg(not(feature = "pool"))]
use super::storage::Stored;
use super::ticket::Ticket;

/// What the manager does with a phase without knowing its type.
pub(crate) trait Erased<W: 'static>: Inspect {
    /// Calls `Phase::start`, and `on_end` right behind it where nothing has to come between the two.
    fn start(&mut self, world: &mut W, schedule: &mut Schedule<W>) -> Outcome;
    /// Calls `Waits::update`, and `on_end` likewise.
    fn update(&mut self, world: &mut W, schedule: &mut Schedule<W>) -> Outcome;
    fn on_end(&mut self, world: &mut W, schedule: &mut Schedule<W>);
    fn on_cancel(&mut self, world: &mut W);
    fn on_park(&mut self, world: &mut W);
    fn on_resume(&mut self, world: &mut W);
    /// Calls `Restores::on_restore`; gives the ticket back if there is none.
    fn on_restore(&mut self, world: &mut W, ticket: Ticket) -> Result<(), Ticket>;
    /// The phase as one that asks, if it can.
    fn asking(&self) -> Option<&dyn Ask<W>>;
    fn asking_mut(&mut self) -> Option<&mut dyn Ask<W>>;
    fn is_common(&self) -> bool;
    #[cfg(not(feature = "pool"))]
    fn copy(&self) -> Option<Stored<W>>;
    /// Becomes a copy of another phase, if that is of this type and can be copied, and says whether it has.
    #[cfg(not(feature = "pool"))]
    fn renew(&mut self, from: &dyn Erased<W>) -> bool;
    #[cfg(feature = "serde")]
    fn as_serialize(&self) -> Option<&dyn erased_serde::Serialize>;
    /// Packs the phase behind what is there already. Only those are asked that have a packing.
    #[cfg(feature = "packed")]
    fn pack(&self, bytes: &mut Vec<u8>) -> Result<(), postcard::Error>;
    /// Whether there is a `Waits::update`.
    fn can_update(&self) -> bool;
    /// How phases of this type are ordered, if they are.
    fn ordering(&self) -> Option<Ordering<W>>;
    #[cfg(not(feature = "pool"))]
    fn inspect(&self) -> &dyn Inspect;
    fn inspect_mut(&mut self) -> &mut dyn Inspect;
}
