//! How long a phase waits at most.

use std::time::Duration;

use bevy_ecs::world::World;
use bevy_time::Time;
use phase_core::BoxError;

/// What is left of a time, if it is bounded.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Deadline(Option<Duration>);

impl Deadline {
    pub(super) fn after(time: Duration) -> Self {
        Self(Some(time))
    }

    /// Takes off what has passed since the last frame, and says whether the time is over.
    pub(super) fn is_over(&mut self, world: &World) -> Result<bool, BoxError> {
        let Some(left) = &mut self.0 else { return Ok(false) };
        *left = left.saturating_sub(passed(world)?);
        Ok(left.is_zero())
    }
}

/// What has passed since the last frame.
pub(super) fn passed(world: &World) -> Result<Duration, BoxError> {
    let time = world.get_resource::<Time>();
    Ok(time.ok_or("there is no `Time`: add `TimePlugin`, or `MinimalPlugins`")?.delta())
}
