//! The plugin, and when it runs phases.

use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::entity::Entity;
use bevy_ecs::query::QueryState;
use bevy_ecs::schedule::{InternedScheduleLabel, IntoScheduleConfigs, ScheduleLabel, SystemSet};
use bevy_ecs::system::Local;
use bevy_ecs::world::World;

use crate::drive::drive;
use crate::phases::Phases;
use crate::save::PhaseAppExt;
use crate::waits::WaitPhase;

/// Runs the phases of all entities that have [`Phases`], once a frame.
///
/// Of several entities each runs until it rests, one after the other, always in the same order. An entity that is
/// [`Disabled`](bevy_ecs::entity_disabling::Disabled) is passed over.
///
/// Phases that queue each other without end never rest, and the app stands still. A manager with a
/// [`start_limit`](phase_core::PhaseManager::start_limit) or a [`chain_limit`](phase_core::PhaseManager::chain_limit)
/// has them end the frame, with a [`PhaseFailed`](crate::PhaseFailed).
///
/// # Panics
///
/// When it is added to an app that has one already for phases of the same world, as with any plugin: all of those run
/// in one schedule.
///
/// # Examples
///
/// ```
/// # use bevy_app::{App, FixedUpdate};
/// # use bevy_ecs::prelude::*;
/// # use phase_bevy::prelude::*;
/// # fn play_animations() {}
/// # fn show_hp() {}
/// App::new()
///     .add_plugins(PhasePlugin::new().in_schedule(FixedUpdate))
///     // Ends what phases wait for, and so has them go on in the same frame.
///     .add_systems(FixedUpdate, play_animations.in_set(PhaseSystems::Prepare))
///     // Sees what phases have done in this frame.
///     .add_systems(FixedUpdate, show_hp.in_set(PhaseSystems::React));
/// ```
pub struct PhasePlugin<W: Send + Sync + 'static = World> {
    schedule: InternedScheduleLabel,
    world: PhantomData<fn() -> W>,
}

/// When phases run, and what comes before and after that, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SystemSet)]
pub enum PhaseSystems {
    /// What phases wait for: animations, input, the network.
    Prepare,
    /// Phases run here.
    Run,
    /// What shows what phases have done.
    React,
}

impl PhasePlugin<World> {
    /// For phases that act on bevy's world; they run in [`Update`].
    #[must_use]
    pub fn new() -> Self {
        Self::of()
    }

    /// For phases that act on a plain type of yours, see [`Phases::with_world`]; they run in [`Update`]. An app may
    /// have several of these plugins, one for each such type.
    #[must_use]
    pub fn of<W: Send + Sync + 'static>() -> PhasePlugin<W> {
        PhasePlugin { schedule: Update.intern(), world: PhantomData }
    }
}

impl<W: Send + Sync + 'static> PhasePlugin<W> {
    /// Has the phases run in another schedule.
    #[expect(clippy::needless_pass_by_value, reason = "all of bevy takes labels by value")]
    #[must_use]
    pub fn in_schedule(mut self, schedule: impl ScheduleLabel) -> Self {
        self.schedule = schedule.intern();
        self
    }
}

impl Default for PhasePlugin<World> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Send + Sync + 'static> Plugin for PhasePlugin<W> {
    fn build(&self, app: &mut App) {
        let order = (PhaseSystems::Prepare, PhaseSystems::Run, PhaseSystems::React).chain();
        app.configure_sets(self.schedule, order)
            .add_systems(self.schedule, drive_all::<W>.in_set(PhaseSystems::Run))
            .map_phase_entities::<WaitPhase>();
    }
}

impl<W: Send + Sync + 'static> fmt::Debug for PhasePlugin<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PhasePlugin")
            .field("world", &type_name::<W>())
            .field("schedule", &self.schedule)
            .finish_non_exhaustive()
    }
}

/// Runs the phases of all entities.
fn drive_all<W: Send + Sync + 'static>(
    ecs: &mut World,
    games: &mut QueryState<(Entity, &Phases<W>)>,
    mut entities: Local<'_, Vec<Entity>>,
) {
    entities.extend(games.iter(ecs).filter(|(_, phases)| !phases.is_paused()).map(|(entity, _)| entity));
    // Entities change places whenever they get or lose a component, and games should not change their order by that.
    entities.sort_unstable();
    for entity in entities.drain(..) {
        drive::<W>(ecs, entity);
    }
}
