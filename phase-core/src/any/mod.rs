//! Phases of any type: how games hold them, queue them, and find them by name.

mod any_phase;
mod by_name;
mod queueable;
mod queueing;

pub use any_phase::AnyPhase;
pub(crate) use by_name::look_ups_by_name;
pub use queueable::Queueable;
pub(crate) use queueable::enter_any;
pub use queueing::Undeclared;
