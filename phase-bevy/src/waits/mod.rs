//! Phases that wait for what happens in the engine.

mod await_event;
mod await_message;
mod deadline;
mod ticket;
mod wait;
mod wait_until;

pub use await_event::AwaitEvent;
pub use await_message::AwaitMessage;
pub use ticket::PhaseTicket;
pub use wait::WaitPhase;
pub use wait_until::WaitUntil;
