//! Waiting for an event.

use std::any::type_name;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bevy_ecs::entity::Entity;
use bevy_ecs::event::{EntityEvent, Event};
use bevy_ecs::observer::{Observer, On};
use bevy_ecs::system::Commands;
use bevy_ecs::world::World;
use phase_core::{EndGuard, Flow, Phase, Queue, Ticket, Waits};

use super::deadline::Deadline;

type Then<E> = dyn Fn(&E, &mut Commands<'_, '_>) + Send + Sync;

/// A phase that waits until an event is triggered: on one entity, or anywhere.
///
/// If the entity is despawned, or is not there when the phase starts, the phase is cancelled: what it waits for never
/// comes.
///
/// It can't be saved, since it holds functions, as no file can: serializing [`Phases`](crate::Phases) in which one waits
/// or is queued is an error that names it.
///
/// # Examples
///
/// ```
/// # use bevy_app::App;
/// use bevy_ecs::prelude::*;
/// use phase_bevy::prelude::*;
///
/// #[derive(EntityEvent)]
/// struct AnimationOver { entity: Entity }
///
/// let mut app = App::new();
/// app.add_plugins(PhasePlugin::new());
/// let sprite = app.world_mut().spawn_empty().id();
/// let battle = app.world_mut().spawn(Phases::starting_with(AwaitEvent::<AnimationOver>::on(sprite))).id();
/// app.update();
/// assert_eq!(app.world().get::<Phases>(battle).unwrap().status(), Some(RunStatus::Waiting));
/// app.world_mut().trigger(AnimationOver { entity: sprite });
/// app.update();
/// assert_eq!(app.world().get::<Phases>(battle).unwrap().status(), Some(RunStatus::Idle));
/// ```
#[phase_core::phase(world = World, leaf)]
pub struct AwaitEvent<E: Event> {
    target: Option<Entity>,
    matches: Arc<dyn Fn(&E) -> bool + Send + Sync>,
    then: Arc<Then<E>>,
    deadline: Deadline,
    observer: Option<Entity>,
}

impl<E: EntityEvent> AwaitEvent<E> {
    /// Waits for the event on this entity.
    #[must_use]
    pub fn on(entity: Entity) -> Self {
        Self { target: Some(entity), ..Self::anywhere() }
    }
}

impl<E: Event> AwaitEvent<E> {
    /// Waits for the event, on whatever entity, or on none.
    #[must_use]
    pub fn anywhere() -> Self {
        Self {
            target: None,
            matches: Arc::new(|_| true),
            then: Arc::new(|_, _| {}),
            deadline: Deadline::default(),
            observer: None,
        }
    }

    /// Waits for an event that this says yes to.
    #[must_use]
    pub fn when(mut self, matches: impl Fn(&E) -> bool + Send + Sync + 'static) -> Self {
        self.matches = Arc::new(matches);
        self
    }

    /// Does something with the event that has come, before the next phase starts.
    #[must_use]
    pub fn then(mut self, then: impl Fn(&E, &mut Commands<'_, '_>) + Send + Sync + 'static) -> Self {
        self.then = Arc::new(then);
        self
    }

    /// Goes on after so much time in any case.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.deadline = Deadline::after(time);
        self
    }

    /// Has an observer end the phase. If it goes, since the entity that it watches does, it takes the ticket along.
    fn observe(&self, ticket: Ticket) -> Observer {
        let ticket = CancelledWithIt(ticket);
        let (matches, then) = (Arc::clone(&self.matches), Arc::clone(&self.then));
        let observer = Observer::new(move |event: On<'_, '_, E>, mut commands: Commands<'_, '_>| {
            // Once it has been ended, what comes later is not what the phase has waited for.
            if matches(event.event()) && ticket.0.end().is_ok() {
                then(event.event(), &mut commands);
            }
        });
        match self.target {
            Some(target) => observer.with_entity(target),
            None => observer,
        }
    }

    fn unobserve(&mut self, world: &mut World) {
        if let Some(observer) = self.observer.take().and_then(|observer| world.get_entity_mut(observer).ok())
        {
            observer.despawn();
        }
    }
}

struct CancelledWithIt(Ticket);

impl Drop for CancelledWithIt {
    fn drop(&mut self) {
        // If it is stale, the phase has been ended.
        let _ = self.0.cancel();
    }
}

impl<E: Event> Phase for AwaitEvent<E> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|world, ticket| match self.target {
            Some(target) if world.get_entity(target).is_err() => drop(CancelledWithIt(ticket)),
            _ => {
                self.observer = Some(world.spawn(self.observe(ticket)).id());
                world.flush();
            }
        })
    }

    fn on_end(&mut self, world: &mut World, _: &mut Queue<'_, Self>) {
        self.unobserve(world);
    }

    fn on_cancel(&mut self, world: &mut World) {
        self.unobserve(world);
    }
}

impl<E: Event> Waits for AwaitEvent<E> {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match self.deadline.is_over(guard.world) {
            Ok(true) => guard.end(),
            Ok(false) => guard.wait(),
            Err(error) => guard.fail(error),
        }
    }
}

impl<E: Event> fmt::Debug for AwaitEvent<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AwaitEvent<{}>", type_name::<E>())?;
        match self.target {
            Some(target) => write!(f, "({target})"),
            None => Ok(()),
        }
    }
}
