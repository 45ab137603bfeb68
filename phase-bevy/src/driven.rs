//! Whose phases run just now.

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::world::World;

#[derive(Resource, Default)]
struct Driven(Option<Entity>);

/// The entity whose phases run.
pub(crate) fn driven(ecs: &World) -> Option<Entity> {
    ecs.get_resource::<Driven>().and_then(|driven| driven.0)
}

/// Notes whose phases run, and says whose did so before: phases may run inside the phases of another entity.
pub(crate) fn set_driven(ecs: &mut World, entity: Option<Entity>) -> Option<Entity> {
    let mut driven = ecs.get_resource_or_init::<Driven>();
    std::mem::replace(&mut driven.0, entity)
}

/// Calls as if the phases of this entity ran.
pub(crate) fn as_driven<R>(ecs: &mut World, entity: Entity, call: impl FnOnce(&mut World) -> R) -> R {
    let before = set_driven(ecs, Some(entity));
    let ecs = Restore { ecs, before };
    call(ecs.ecs)
}

struct Restore<'w> {
    ecs: &'w mut World,
    before: Option<Entity>,
}

impl Drop for Restore<'_> {
    fn drop(&mut self) {
        set_driven(self.ecs, self.before);
    }
}
