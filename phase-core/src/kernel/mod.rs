//! What a manager holds, without knowing what a phase is: the schedule, the stored form of a phase, and the table of
//! functions through which it is called.
//!
//! The schedule holds stored phases, a stored phase has its table, and the functions of the table are handed the
//! schedule. This circle is in the nature of the thing and stays in this room; the only way up from here is the table.

mod admit;
mod any_answer;
mod ask;
mod cycle;
mod decision;
mod doors;
mod erased;
#[cfg(feature = "causes")]
mod event;
mod inspect;
#[cfg(feature = "std")]
mod letter;
mod levels;
#[cfg(feature = "causes")]
mod lineage;
#[cfg(feature = "std")]
mod mailbox;
#[cfg_attr(not(feature = "causes"), path = "no_observers.rs")]
mod observers;
mod ordering;
#[cfg(feature = "packed")]
mod packing;
mod pending;
#[cfg(feature = "causes")]
mod phase_id;
mod phase_mut;
mod plain;
mod run_error;
mod schedule;
#[cfg(feature = "causes")]
mod scopes;
mod search;
mod seat;
mod slots;
mod storage;
mod sync;
mod ticket;

pub(crate) use admit::{Admit, enter, stored};
pub use any_answer::AnyAnswer;
pub(crate) use any_answer::{ReadAnswer, WriteAnswer};
pub(crate) use ask::Ask;
pub(crate) use cycle::{LOOKED_AT, cycle};
pub use decision::BoxError;
pub(crate) use decision::{Decision, Outcome};
pub(crate) use doors::Exit;
pub(crate) use erased::Erased;
#[cfg(feature = "causes")]
pub use event::{AnsweredBy, DropReason, Event, EventKind, QueuedBy, QueuedHow};
pub(crate) use inspect::Inspect;
pub use inspect::PhaseRef;
#[cfg(feature = "std")]
pub(crate) use letter::{Door, Letter};
pub use levels::{LevelPhases, PhaseLevels};
#[cfg(feature = "causes")]
pub use lineage::Causer;
#[cfg(feature = "causes")]
pub(crate) use lineage::Kind;
#[cfg(all(feature = "causes", feature = "serde"))]
pub(crate) use lineage::Link;
#[cfg(feature = "std")]
pub(crate) use mailbox::{Mailbox, Slot};
#[cfg(feature = "causes")]
pub(crate) use observers::Queuer;
pub(crate) use ordering::Ordering;
#[cfg(feature = "packed")]
pub(crate) use packing::{Pack, Packing, Unpack, UnpackFault};
pub(crate) use pending::Pending;
#[cfg(feature = "causes")]
pub use phase_id::PhaseId;
pub use phase_mut::PhaseMut;
pub use plain::Plain;
pub use run_error::{Failure, RunError};
pub(crate) use schedule::{Schedule, Stage};
pub use search::Inserted;
pub(crate) use search::look_ups;
pub use seat::Seat;
pub use storage::SameWorld;
pub(crate) use storage::{Batch, Spare, Stored};
pub(crate) use ticket::{Fate, Keeper};
pub use ticket::{StaleTicket, Ticket};
