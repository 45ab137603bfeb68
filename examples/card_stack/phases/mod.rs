//! The steps of the duel. What each may queue stands in its `#[phase(..)]`, and the compiler holds it to that.
//!
//! - [`stack`](CastPhase): something is done, may be answered, and resolves. There is no list of what is on the stack: an
//!   answer stands in the tree above what it answers, and so it is over before that goes on.
//! - `effects`: what a card does when it resolves.
//! - [`harm`](HitPhase): hits, and who falls of them.
//! - [`triggers`](Triggers): what allies do by themselves.
//! - [`turn`](TurnPhase): the frame of a turn, with its clean-up.
//! - [`hand`](DrawPhase): cards drawn and discarded.

mod effects;
mod hand;
mod harm;
mod opening;
mod stack;
mod triggers;
mod turn;

pub use hand::{DiscardPhase, DrawPhase};
pub use harm::{HitPhase, StrikePhase, SweepPhase, VerdictPhase};
pub use opening::{FirstPhase, KeepPhase, OpeningPhase};
pub use stack::{AttackPhase, CastPhase, CopyPhase, ResolvePhase, RespondPhase};
pub use triggers::{ArriveTrigger, BurstTrigger, MournTrigger, ScribeTrigger, StingTrigger, Triggers};
pub use turn::{CleanUpPhase, MainPhase, TurnPhase};
