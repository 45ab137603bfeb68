//! Waiting for a condition.

use std::fmt;
use std::time::Duration;

use bevy_ecs::schedule::{BoxedCondition, SystemCondition};
use bevy_ecs::system::IntoSystem;
use bevy_ecs::world::World;
use phase_core::{EndGuard, Flow, Phase, Waits};

use super::deadline::Deadline;

/// A phase that waits until a condition holds: any that systems may `run_if`, so also a key,
/// `input_just_pressed(KeyCode::Space)`.
///
/// The condition is asked once a frame, beginning with the next: so a key that ended one wait does not end the one
/// after it, too.
///
/// It can't be saved, since it holds a function, as no file can: serializing [`Phases`](crate::Phases) in which one waits
/// or is queued is an error that names it. A phase of your own that asks the condition in its `update` can.
///
/// # Examples
///
/// ```
/// # use std::time::Duration;
/// # use bevy_ecs::prelude::*;
/// use phase_bevy::prelude::*;
///
/// #[derive(Component)]
/// struct Bullet;
///
/// /// Goes on when the last bullet has hit, and after three seconds in any case.
/// fn until_all_have_hit() -> WaitUntil {
///     WaitUntil::new(|bullets: Query<(), With<Bullet>>| bullets.is_empty()).within(Duration::from_secs(3))
/// }
/// # let mut world = World::new();
/// # world.init_resource::<bevy_time::Time>();
/// # let bullet = world.spawn(Bullet).id();
/// # let battle = world.spawn(Phases::starting_with(until_all_have_hit())).id();
/// # assert_eq!(drive::<World>(&mut world, battle), Some(RunStatus::Waiting));
/// # world.despawn(bullet);
/// # assert_eq!(drive::<World>(&mut world, battle), Some(RunStatus::Idle));
/// ```
#[phase_core::phase(world = World, common, leaf)]
pub struct WaitUntil {
    condition: BoxedCondition,
    is_new: bool,
    deadline: Deadline,
}

impl WaitUntil {
    /// Waits until this holds.
    #[must_use]
    pub fn new<M>(condition: impl SystemCondition<M>) -> Self {
        let condition = Box::new(IntoSystem::into_system(condition));
        Self { condition, is_new: true, deadline: Deadline::default() }
    }

    /// Goes on after so much time in any case.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.deadline = Deadline::after(time);
        self
    }
}

impl Phase for WaitUntil {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for WaitUntil {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.is_new {
            self.is_new = false;
            self.condition.initialize(guard.world);
        }
        match self.condition.run((), guard.world) {
            Ok(true) => return guard.end(),
            Ok(false) => {}
            Err(error) => return guard.fail(error.to_string()),
        }
        match self.deadline.is_over(guard.world) {
            Ok(true) => guard.end(),
            Ok(false) => guard.wait(),
            Err(error) => guard.fail(error),
        }
    }
}

impl fmt::Debug for WaitUntil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WaitUntil({})", self.condition.name())
    }
}
