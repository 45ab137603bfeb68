//! Conditions under which systems run.

use bevy_ecs::system::Query;
use bevy_ecs::world::World;
use phase_core::{PhaseInfo, PhaseManager};

use crate::phases::Phases;

/// Whether no phases of any entity wait, ask, or are to run.
///
/// # Examples
///
/// ```
/// # use bevy_app::{App, Update};
/// # use bevy_ecs::prelude::*;
/// # use phase_bevy::prelude::*;
/// # fn walk_around() {}
/// # let mut app = App::new();
/// app.add_systems(Update, walk_around.run_if(phases_idle));
/// # app.update();
/// ```
#[must_use]
pub fn phases_idle(phases: Query<'_, '_, &Phases>) -> bool {
    phases_idle_of::<World>(phases)
}

/// Like [`phases_idle`], for phases that act on a plain type.
#[must_use]
pub fn phases_idle_of<W: Send + Sync + 'static>(phases: Query<'_, '_, &Phases<W>>) -> bool {
    phases.iter().all(Phases::is_idle)
}

/// Whether some phase asks.
#[must_use]
pub fn phases_asking(phases: Query<'_, '_, &Phases>) -> bool {
    phases_asking_of::<World>(phases)
}

/// Like [`phases_asking`], for phases that act on a plain type.
#[must_use]
pub fn phases_asking_of<W: Send + Sync + 'static>(phases: Query<'_, '_, &Phases<W>>) -> bool {
    phases.iter().any(|phases| phases.manager().and_then(PhaseManager::question).is_some())
}

/// Whether a phase of this type waits or asks just now, on some entity.
///
/// # Examples
///
/// A menu that is there only while a command is asked for:
///
/// ```
/// # use bevy_app::{App, Update};
/// # use bevy_ecs::prelude::*;
/// # use phase_bevy::prelude::*;
/// # #[phase(world = World, asks)]
/// # #[derive(Debug)]
/// # struct CommandPhase;
/// # impl Asks for CommandPhase {
/// #     type Answer = u32;
/// #     fn answer(&mut self, _: Seat, _: u32, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// # fn show_menu() {}
/// # let mut app = App::new();
/// app.add_systems(Update, show_menu.run_if(in_phase::<CommandPhase>));
/// # app.update();
/// ```
#[must_use]
pub fn in_phase<P>(phases: Query<'_, '_, &Phases<P::World>>) -> bool
where
    P: PhaseInfo<World: Send + Sync>,
{
    phases.iter().any(Phases::waits_in::<P>)
}
