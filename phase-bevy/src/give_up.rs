//! The end of a game whose component is gone.

use bevy_ecs::entity::Entity;
use bevy_ecs::world::World;

use phase_core::PhaseManager;

use crate::driven::as_driven;
use crate::game::Game;

/// Tells the phases that wait, innermost first, and drops everything.
pub(crate) fn give_up<W: Send + Sync + 'static>(game: &mut Game<W>, ecs: &mut World, entity: Entity) {
    as_driven(ecs, entity, |ecs| game.with(ecs, PhaseManager::cancel_all));
    ecs.flush();
}
