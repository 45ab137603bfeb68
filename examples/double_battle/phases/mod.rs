//! The steps of the game. What each may queue stands in its `#[phase(..)]`, and the compiler holds it to that.
//!
//! A phase that tells of something says its own line at once. What has no phase of its own, such as a miss, is a
//! [`MessagePhase`].

mod choice;
mod display;
mod effect;
mod harm;
mod moving;
mod reflect;
mod switch;
mod turn;
mod victory;

use phase_core::PhaseRef;

use super::battle::Battle;
use super::luck::{Die, Rolls, wanted};

pub use choice::{CommandPhase, ReplacementPhase, TargetPhase};
pub use display::{HideAbilityPhase, MessagePhase, ShowAbilityPhase};
pub use effect::{Effect, MoveEffectPhase};
pub use harm::{DamagePhase, FaintPhase, StatChangePhase};
pub use moving::{MoveEndPhase, MovePhase};
pub use reflect::MoveReflectPhase;
pub use switch::SwitchInPhase;
pub use turn::{Mover, TurnEndPhase, TurnStartPhase};
pub use victory::VictoryPhase;

/// The die that a phase asks for, if it asks for one.
#[must_use]
pub fn die_of(phase: PhaseRef<'_>, battle: &Battle) -> Option<Die> {
    fn die<P: Rolls>(phase: PhaseRef<'_>, battle: &Battle) -> Option<Die> {
        wanted(phase.downcast_ref::<P>()?, battle)
    }
    die::<TurnStartPhase>(phase, battle)
        .or_else(|| die::<MovePhase>(phase, battle))
        .or_else(|| die::<MoveEffectPhase>(phase, battle))
        .or_else(|| die::<MoveReflectPhase>(phase, battle))
}
