//! Waiting for time to pass.

use std::time::Duration;

use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_ecs::world::World;
use phase_core::{EndGuard, Flow, Phase, Waits};

use super::deadline::passed;

/// A phase that lets time pass, or frames.
///
/// Time is that of bevy's [`Time`](bevy_time::Time), so a clock that is slowed down or paused slows it down, too. Any
/// phase may queue it, by [`common`](phase_core::Queue::common); with the feature `serde` it can be saved.
///
/// # Examples
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use phase_bevy::prelude::*;
///
/// #[phase(world = World, leaf)]
/// #[derive(Debug)]
/// struct FlashPhase;
///
/// impl Phase for FlashPhase {
///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.queue.common().unshift(WaitPhase::frames(2));
///         guard.end()
///     }
/// }
///
/// # let mut world = World::new();
/// # let battle = world.spawn(Phases::starting_with(FlashPhase)).id();
/// # let mut frame = || drive::<World>(&mut world, battle);
/// assert_eq!(frame(), Some(RunStatus::Waiting));
/// assert_eq!(frame(), Some(RunStatus::Waiting));
/// assert_eq!(frame(), Some(RunStatus::Idle));
/// ```
#[cfg_attr(not(feature = "serde"), phase_core::phase(world = World, common, leaf, clone))]
#[cfg_attr(feature = "serde", phase_core::phase(world = World, common, leaf, clone, save))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitPhase(Left);

#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    Time(Duration),
    Frames(u32),
}

impl WaitPhase {
    /// Waits so long.
    #[must_use]
    pub fn new(time: Duration) -> Self {
        Self(Left::Time(time))
    }

    /// Waits so many seconds. Less than none, and what is no number, is none.
    #[must_use]
    pub fn secs(secs: f32) -> Self {
        // What `0.1` is more than a tenth of a second would cost a frame.
        let secs = (f64::from(secs) * 1e6).round() / 1e6;
        Self::new(Duration::try_from_secs_f64(secs).unwrap_or_default())
    }

    /// Waits so many frames, or, to be exact, for so many runs of the schedule that phases run in.
    #[must_use]
    pub fn frames(frames: u32) -> Self {
        Self(Left::Frames(frames))
    }

    fn is_over(self) -> bool {
        matches!(self.0, Left::Time(Duration::ZERO) | Left::Frames(0))
    }
}

impl Phase for WaitPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.is_over() { guard.end() } else { guard.wait() }
    }
}

impl Waits for WaitPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match &mut self.0 {
            Left::Frames(left) => *left = left.saturating_sub(1),
            Left::Time(left) => match passed(guard.world) {
                Ok(passed) => *left = left.saturating_sub(passed),
                Err(error) => return guard.fail(error),
            },
        }
        if self.is_over() { guard.end() } else { guard.wait() }
    }
}

impl MapEntities for WaitPhase {
    fn map_entities<E: EntityMapper>(&mut self, _: &mut E) {}
}
