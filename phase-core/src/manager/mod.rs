//! The manager: it holds the phases of one game, and is where the host queues, looks and cancels.

// The order of these is that in which the documentation shows the methods of the manager, group by group.
mod host;

mod answers;

mod drive;

mod run_with;

mod asynchronous;

mod parking;

mod cancel;

mod cancel_all;

mod start_limit;

#[cfg(feature = "causes")]
mod chain_limit;

#[cfg(feature = "causes")]
mod observe;

#[cfg(feature = "serde")]
mod answer_data;
mod answer_error;
mod asking;
mod delivery;
mod follow;
#[cfg(feature = "std")]
mod inbox;
mod refusal;
mod restored;
mod running;
mod supply;

pub use answer_error::AnswerError;
pub use drive::{RunStatus, Step};
pub use host::PhaseManager;
#[cfg(feature = "std")]
pub use inbox::Inbox;
pub use running::Waiting;
pub(crate) use running::{Ending, Over, Rest, Running};
pub use supply::EmptyQueue;
