//! The steps of the game. What each may queue stands in its `#[phase(..)]`, and the compiler holds it to that.
//!
//! A phase that tells of something says its own line at once. What has no phase of its own, such as a miss, is a
//! [`MessagePhase`].

mod display;
mod harm;
mod moving;
mod reflect;
mod switch;
mod turn;
mod victory;

pub use display::{HideAbilityPhase, MessagePhase, ShowAbilityPhase};
pub use harm::{DamagePhase, FaintPhase, StatChangePhase};
pub use moving::{MoveEffectPhase, MoveEndPhase, MovePhase};
pub use reflect::MoveReflectPhase;
pub use switch::SwitchInPhase;
pub use turn::{TurnEndPhase, TurnStartPhase};
pub use victory::VictoryPhase;
