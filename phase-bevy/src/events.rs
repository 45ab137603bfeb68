//! What is told to observers of the engine.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use phase_core::{AnyAnswer, BoxError, RunError, Seat};

/// A phase has failed, or a limit was reached; on the entity whose phase it was.
///
/// It costs that phase alone: what is queued goes on, in the same frame. The error is logged in any case.
///
/// After a [`ChainLimit`](RunError::ChainLimit) the phases are [paused](crate::Phases::pause), since the one that went
/// too far still stands first. After a [`StartLimit`](RunError::StartLimit) they go on in the next frame.
///
/// # Examples
///
/// ```
/// # use bevy_app::App;
/// # use bevy_ecs::prelude::*;
/// # use phase_bevy::prelude::*;
/// # let mut app = App::new();
/// app.add_observer(|failed: On<PhaseFailed>, mut commands: Commands| {
///     commands.phases(failed.entity).clear();
/// });
/// ```
#[derive(Debug, EntityEvent)]
pub struct PhaseFailed {
    /// Whose phase it was.
    pub entity: Entity,
    /// What went wrong, in which phase, and what had set that off.
    pub error: RunError,
}

/// Nothing is left to run or to wait for; on the entity whose phases have come to that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EntityEvent)]
pub struct PhasesIdle {
    /// Whose phases these are.
    pub entity: Entity,
}

/// A phase has [halted](phase_core::Queue::halt) the others; on the entity whose phases they are. The next frame goes
/// on, unless they are [paused](crate::Phases::pause).
///
/// A halt is lost, and not told, if observers command an answer, `cancel`, `clear` or the like while the phase that halts
/// runs: that is carried out when it has ended, and the phases go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EntityEvent)]
pub struct PhasesHalted {
    /// Whose phases these are.
    pub entity: Entity,
}

/// A phase asks a seat: told once for each question and seat, and again when the question comes back from an interrupt.
///
/// [`commands.phases(entity).answer::<P>(seat, ..)`](crate::PhasesCommands::answer) answers, at once or in a later
/// frame.
///
/// # Examples
///
/// A bot, for all seats but that of the player at this keyboard:
///
/// ```
/// # use bevy_app::App;
/// # use bevy_ecs::prelude::*;
/// # use phase_bevy::prelude::*;
/// # let mut app = App::new();
/// app.add_observer(|asks: On<PhaseAsks>, mut commands: Commands| {
///     if asks.seat != Seat::Player(0) {
///         let first = asks.options.as_ref().and_then(|options| options.first().cloned());
///         if let Some(answer) = first.or(asks.fallback.clone()) {
///             commands.phases(asks.entity).answer_any(asks.seat, answer);
///         }
///     }
/// });
/// ```
#[derive(Debug, Clone, PartialEq, EntityEvent)]
#[non_exhaustive]
pub struct PhaseAsks {
    /// Whose phase asks.
    pub entity: Entity,
    /// The name of the phase: its `NAME`.
    pub phase: &'static str,
    /// Which question of the game this is, counted from 1.
    pub number: u64,
    /// Who is asked.
    pub seat: Seat,
    /// What this seat may answer; `None` if that can't be listed.
    pub options: Option<Vec<AnyAnswer>>,
    /// What counts if this seat does not answer in time.
    pub fallback: Option<AnyAnswer>,
}

/// An answer that came by a command was not taken, and nothing has changed; on the entity whose phases they are.
#[derive(Debug, EntityEvent)]
#[non_exhaustive]
pub struct AnswerRefused {
    /// Whose phases were to take it.
    pub entity: Entity,
    /// Who has answered.
    pub seat: Seat,
    /// Why it was not taken.
    pub error: BoxError,
}
