//! Phases of any type: how games hold them, queue them, find them by name, and see what they ask.

mod any_phase;
mod by_name;
mod question;
mod queueable;
mod queueing;

pub use any_phase::AnyPhase;
pub(crate) use by_name::look_ups_by_name;
pub use question::Question;
pub use queueable::Queueable;
pub(crate) use queueable::enter_any;
pub use queueing::Undeclared;
