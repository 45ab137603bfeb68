//! What the guard of a phase can do on bevy's world.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::Event;
use bevy_ecs::system::{IntoSystem, SystemInput};
use bevy_ecs::world::World;
use phase_core::{BoxError, EndGuard, Flow, Phase, Suspends};

use crate::driven::driven;
use crate::waits::PhaseTicket;

/// What a running phase needs of bevy, on its guard: which entity it belongs to, events, systems, and waiting for an
/// entity.
///
/// # Examples
///
/// ```
/// # use bevy_app::App;
/// use bevy_ecs::prelude::*;
/// use phase_bevy::prelude::*;
///
/// #[derive(Component)]
/// struct Hp(i32);
///
/// #[derive(EntityEvent)]
/// struct Fainted { entity: Entity }
///
/// /// All who stand on the field take damage, and those who can't fall down.
/// #[phase(world = World)]
/// #[derive(Debug)]
/// struct QuakePhase(i32);
///
/// fn take_damage(In(damage): In<i32>, mut field: Query<(Entity, &mut Hp)>) -> Vec<Entity> {
///     field.iter_mut().filter_map(|(entity, mut hp)| {
///         hp.0 -= damage;
///         (hp.0 <= 0).then_some(entity)
///     }).collect()
/// }
///
/// impl Phase for QuakePhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.attempt(|mut guard| {
///             for entity in guard.run_system_with(take_damage, self.0)? {
///                 guard.trigger(Fainted { entity });
///             }
///             Ok(guard.end())
///         })
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins(PhasePlugin::new());
/// app.add_observer(|fainted: On<Fainted>, mut commands: Commands| commands.entity(fainted.entity).despawn());
/// let weak = app.world_mut().spawn(Hp(5)).id();
/// let strong = app.world_mut().spawn(Hp(50)).id();
/// app.world_mut().spawn(Phases::starting_with(QuakePhase(10)));
/// app.update();
/// assert!(app.world().get_entity(weak).is_err());
/// assert_eq!(app.world().get::<Hp>(strong).unwrap().0, 40);
/// ```
pub trait PhaseGuardExt<P: Phase<World = World>> {
    /// The entity whose phases run: the one that has the component [`Phases`](crate::Phases).
    ///
    /// # Panics
    ///
    /// If the phase is not run by this crate, but by a [`run`](phase_core::PhaseManager::run) of its own.
    fn entity(&self) -> Entity;

    /// Triggers an event, and applies at once what its observers have commanded, so that the phase sees it.
    fn trigger<'a, E: Event<Trigger<'a>: Default>>(&mut self, event: E);

    /// Runs a system on the world, with all parameters that systems may have, and applies what it has commanded.
    ///
    /// It is kept between calls, as in [`run_system_cached`](World::run_system_cached); so it has to be a function, or
    /// a closure that captures nothing.
    ///
    /// # Errors
    ///
    /// If the system can't run: a parameter is not there, or it runs already.
    fn run_system<O, M, S>(&mut self, system: S) -> Result<O, BoxError>
    where
        O: 'static,
        S: IntoSystem<(), O, M> + 'static;

    /// Like [`run_system`](Self::run_system), for a system that takes an input.
    ///
    /// # Errors
    ///
    /// As there.
    fn run_system_with<I, O, M, S>(&mut self, system: S, input: I::Inner<'_>) -> Result<O, BoxError>
    where
        I: SystemInput + 'static,
        O: 'static,
        S: IntoSystem<I, O, M> + 'static;

    /// Waits for what happens on an entity, an animation, say: puts the phase's ticket there, as a [`PhaseTicket`], for
    /// a system to end. If the entity is despawned before that, or is not there, the phase is cancelled.
    fn suspend_on(self, entity: Entity) -> Flow<P>
    where
        P: Suspends;
}

impl<P: Phase<World = World>> PhaseGuardExt<P> for EndGuard<'_, P> {
    fn entity(&self) -> Entity {
        self.world.phase_entity().unwrap_or_else(|| {
            panic!(
                "`{}` asks for its entity, and is run by none: run it by `PhasePlugin`, or by `phase_bevy::drive`",
                P::NAME
            )
        })
    }

    fn trigger<'a, E: Event<Trigger<'a>: Default>>(&mut self, event: E) {
        self.world.trigger(event);
        self.world.flush();
    }

    fn run_system<O, M, S>(&mut self, system: S) -> Result<O, BoxError>
    where
        O: 'static,
        S: IntoSystem<(), O, M> + 'static,
    {
        self.run_system_with(system, ())
    }

    fn run_system_with<I, O, M, S>(&mut self, system: S, input: I::Inner<'_>) -> Result<O, BoxError>
    where
        I: SystemInput + 'static,
        O: 'static,
        S: IntoSystem<I, O, M> + 'static,
    {
        let came_to = self.world.run_system_cached_with(system, input);
        self.world.flush();
        came_to.map_err(|error| error.to_string().into())
    }

    fn suspend_on(self, entity: Entity) -> Flow<P>
    where
        P: Suspends,
    {
        self.suspend(|world, ticket| PhaseTicket::put(world, entity, ticket))
    }
}

/// What the other methods of a phase need, which get the world and no guard: `on_end`, `on_cancel`, `on_park` and
/// `on_resume`.
pub trait PhaseWorldExt {
    /// The entity whose phases run. `None` where none does. Where everything is given up since the entity has been
    /// despawned, it is still told here, and is no more.
    fn phase_entity(&self) -> Option<Entity>;
}

impl PhaseWorldExt for World {
    fn phase_entity(&self) -> Option<Entity> {
        driven(self)
    }
}
