//! Tickets that lie with what is waited for.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::world::World;
use phase_core::Ticket;

/// The tickets of phases that wait for something on this entity, an animation, say. Whoever plays it ends them.
///
/// If the entity is despawned, or the component taken off or replaced, before they were ended, those phases are
/// cancelled: what they wait for never comes.
///
/// # Examples
///
/// ```
/// # use bevy_app::App;
/// use bevy_ecs::prelude::*;
/// use phase_bevy::prelude::*;
///
/// /// An animation that shows so many frames more.
/// #[derive(Component)]
/// struct Animation(u32);
///
/// fn play(mut animations: Query<(&mut Animation, &PhaseTicket)>) {
///     for (mut animation, ticket) in &mut animations {
///         animation.0 = animation.0.saturating_sub(1);
///         if animation.0 == 0 {
///             ticket.end();
///         }
///     }
/// }
///
/// #[phase(world = World, leaf)]
/// #[derive(Debug)]
/// struct ExplosionPhase;
///
/// impl Phase for ExplosionPhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         let explosion = guard.world.spawn(Animation(3)).id();
///         guard.suspend_on(explosion)
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins(PhasePlugin::new()).add_systems(bevy_app::Update, play.in_set(PhaseSystems::Prepare));
/// let battle = app.world_mut().spawn(Phases::starting_with(ExplosionPhase)).id();
/// let mut frames = 0;
/// while app.world().get::<Phases>(battle).unwrap().status() != Some(RunStatus::Idle) {
///     app.update();
///     frames += 1;
/// }
/// assert_eq!(frames, 4); // the one in which it started, and three more
/// ```
#[derive(Component, Debug, Default)]
pub struct PhaseTicket(Vec<Ticket>);

impl PhaseTicket {
    /// With one ticket.
    #[must_use]
    pub fn new(ticket: Ticket) -> Self {
        Self(vec![ticket])
    }

    /// Takes one more: another phase waits for the same.
    pub fn add(&mut self, ticket: Ticket) {
        self.0.retain(Ticket::is_live);
        self.0.push(ticket);
    }

    /// What was waited for has happened: ends all phases that have waited. Calling it again does nothing.
    pub fn end(&self) {
        for ticket in &self.0 {
            // If it is stale, the phase is over already.
            let _ = ticket.end();
        }
    }

    /// Whether a phase waits.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.0.iter().any(Ticket::is_live)
    }

    /// Puts a ticket onto an entity, beside those that are there.
    pub(crate) fn put(world: &mut World, entity: Entity, ticket: Ticket) {
        let Ok(mut entity) = world.get_entity_mut(entity) else {
            drop(Self::new(ticket));
            return;
        };
        match entity.get_mut::<Self>() {
            Some(mut tickets) => tickets.add(ticket),
            None => {
                entity.insert(Self::new(ticket));
            }
        }
    }
}

impl Drop for PhaseTicket {
    fn drop(&mut self) {
        for ticket in &self.0 {
            // If it is stale, the phase has been ended.
            let _ = ticket.cancel();
        }
    }
}
