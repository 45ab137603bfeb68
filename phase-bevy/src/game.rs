//! A manager, and the world that its phases act on.

use std::any::Any;

use bevy_ecs::world::World;
use phase_core::PhaseManager;

use crate::questions::Told;

/// What is taken out of the component while phases run.
pub(crate) struct Game<W: 'static> {
    pub(crate) manager: PhaseManager<W>,
    /// The world of phases that don't act on the engine's.
    pub(crate) own: Option<W>,
    pub(crate) told: Told,
}

impl<W: 'static> Game<W> {
    /// Calls with the manager and its world.
    pub(crate) fn with<R>(
        &mut self,
        ecs: &mut World,
        call: impl FnOnce(&mut PhaseManager<W>, &mut W) -> R,
    ) -> R {
        let world = match &mut self.own {
            Some(own) => own,
            // `Phases` makes games without a world of their own for `World` alone.
            None => {
                as_world_of_phases(ecs).expect("phases of another world than the engine's bring theirs along")
            }
        };
        call(&mut self.manager, world)
    }
}

/// Applies the commands that have piled up, if phases act on the engine's world.
pub(crate) fn flush<W: 'static>(world: &mut W) {
    if let Some(ecs) = (world as &mut dyn Any).downcast_mut::<World>() {
        ecs.flush();
    }
}

fn as_world_of_phases<W: 'static>(ecs: &mut World) -> Option<&mut W> {
    (ecs as &mut dyn Any).downcast_mut()
}
