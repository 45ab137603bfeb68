//! Animations whose timers end them from other threads.
//!
//! It shows a phase that is suspended: [`TweenPhase`](phases::TweenPhase) gives its ticket to a timer, and
//! the timer, which knows nothing of phases, ends it when the animation is over. Meanwhile the host calls
//! [`run`](phase_core::PhaseManager::run) in its frame loop, which returns at once, and draws. One animation is
//! skipped half way: its phase is cancelled, and the timer learns from its stale ticket that it came too late.
//!
//! 1. [`stage`] is the world: who stands where, and who moves.
//! 2. [`phases`] are the steps of the show.
//! 3. [`timer`] counts frames on a thread of its own, and ends the ticket.
//! 4. [`host`] is the frame loop.

pub mod host;
pub mod phases;
pub mod stage;
pub mod timer;

pub use host::show;
