//! Commands on the phases of an entity.

use std::any::type_name;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

use bevy_ecs::entity::Entity;
use bevy_ecs::error::warn;
use bevy_ecs::system::Commands;
use bevy_ecs::world::World;
use phase_core::{AnswerError, AnyAnswer, AnyPhase, Asks, Inbox, PhaseManager, Seat};

use crate::call::{Door, News, call, queue};
use crate::phases::Phases;

/// [`Commands`] on the phases of an entity.
///
/// # Examples
///
/// ```
/// # use bevy_app::{App, Update};
/// use bevy_ecs::prelude::*;
/// use phase_bevy::prelude::*;
///
/// #[phase(world = World)]
/// #[derive(Debug)]
/// struct MenuPhase;
/// # impl Phase for MenuPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
///
/// fn open_menu(battles: Query<Entity, With<Phases>>, mut commands: Commands) {
///     for battle in &battles {
///         commands.phases(battle).interrupt(MenuPhase);
///     }
/// }
/// # let mut app = App::new();
/// # app.add_systems(Update, open_menu);
/// # let battle = app.world_mut().spawn(Phases::new()).id();
/// # app.update();
/// # assert_eq!(app.world().get::<Phases>(battle).unwrap().inbox().len(), 1);
/// ```
pub trait PhaseCommandsExt {
    /// Commands on the phases of this entity that act on bevy's world.
    fn phases(&mut self, entity: Entity) -> PhasesCommands<'_, World> {
        self.phases_of(entity)
    }

    /// Commands on the phases of this entity that act on a world of their own, see [`Phases::with_world`].
    fn phases_of<W: Send + Sync + 'static>(&mut self, entity: Entity) -> PhasesCommands<'_, W>;
}

impl PhaseCommandsExt for Commands<'_, '_> {
    fn phases_of<W: Send + Sync + 'static>(&mut self, entity: Entity) -> PhasesCommands<'_, W> {
        PhasesCommands { commands: self.reborrow(), entity, world: PhantomData }
    }
}

/// Commands on the phases of one entity, from [`commands.phases(..)`](PhaseCommandsExt::phases).
///
/// Each is carried out when bevy applies commands. That may be while phases run: in an observer of something that a
/// phase has triggered. What is queued then stands where that phase's own children stand, behind those; everything else
/// is carried out when that phase has ended, before another one starts, and what is queued after such a command with it:
/// always in the order in which they were given.
///
/// If the entity, or its [`Phases`], is gone by then, that is a warning in the log.
pub struct PhasesCommands<'a, W: 'static> {
    commands: Commands<'a, 'a>,
    entity: Entity,
    world: PhantomData<fn() -> W>,
}

impl<W: Send + Sync + 'static> PhasesCommands<'_, W> {
    /// Queues a phase at the end of level 0: after everything else.
    pub fn push(&mut self, phase: impl Into<AnyPhase<W>>) -> &mut Self {
        self.queue(phase, Inbox::push)
    }

    /// Queues a phase to run next, after those that were unshifted before.
    pub fn unshift(&mut self, phase: impl Into<AnyPhase<W>>) -> &mut Self {
        self.queue(phase, Inbox::unshift)
    }

    /// Queues a phase to run after all that the phase that ran last has unshifted.
    pub fn defer(&mut self, phase: impl Into<AnyPhase<W>>) -> &mut Self {
        self.queue(phase, Inbox::defer)
    }

    /// Queues a phase above everything else, and has the one that waits set aside until it is over.
    pub fn interrupt(&mut self, phase: impl Into<AnyPhase<W>>) -> &mut Self {
        self.queue(phase, Inbox::interrupt)
    }

    /// Cancels the phase that waits or asks: its `on_cancel` runs, and what it had queued stays.
    pub fn cancel(&mut self) -> &mut Self {
        self.call(|manager, world| {
            manager.cancel(world);
            Ok(())
        })
    }

    /// Cancels the phase that waits or asks, with all that it has queued.
    pub fn cancel_tree(&mut self) -> &mut Self {
        self.call(|manager, world| {
            manager.cancel_tree(world);
            Ok(())
        })
    }

    /// Gives everything up: the phases that wait are told, innermost first, and what is queued is dropped.
    pub fn cancel_all(&mut self) -> &mut Self {
        self.call(|manager, world| {
            manager.cancel_all(world);
            Ok(())
        })
    }

    /// Drops everything but the phase that waits or asks.
    pub fn clear(&mut self) -> &mut Self {
        self.call(|manager, world| {
            manager.clear(world);
            Ok(())
        })
    }

    /// Ends the game for good: what is queued is dropped, and nothing is supplied any more. What is queued afterwards
    /// runs.
    pub fn finish(&mut self) -> &mut Self {
        self.call(|manager, world| {
            manager.finish(world);
            Ok(())
        })
    }

    /// Answers the phase that asks. If it does not take that, or another phase asks, observers get
    /// [`AnswerRefused`](crate::AnswerRefused).
    ///
    /// # Examples
    ///
    /// ```
    /// # use bevy_app::App;
    /// use bevy_ecs::prelude::*;
    /// use phase_bevy::prelude::*;
    ///
    /// #[phase(world = World, asks)]
    /// #[derive(Debug)]
    /// struct TargetPhase;
    ///
    /// #[derive(Resource)]
    /// struct Target(u32);
    ///
    /// impl Asks for TargetPhase {
    ///     type Answer = u32;
    ///
    ///     fn answer(&mut self, _: Seat, target: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.world.insert_resource(Target(target));
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut app = App::new();
    /// app.add_plugins(PhasePlugin::new());
    /// app.add_observer(|asks: On<PhaseAsks>, mut commands: Commands| {
    ///     commands.phases(asks.entity).answer::<TargetPhase>(asks.seat, 3);
    /// });
    /// app.world_mut().spawn(Phases::starting_with(TargetPhase));
    /// app.update();
    /// assert_eq!(app.world().resource::<Target>().0, 3);
    /// ```
    pub fn answer<P>(&mut self, seat: Seat, answer: P::Answer) -> &mut Self
    where
        P: Asks<World = W>,
    {
        self.call(move |manager, world| {
            manager.answer::<P>(world, seat, answer).map(drop).map_err(|error| refused(seat, error))
        })
    }

    /// Like [`answer`](Self::answer), with an answer as the options of [`PhaseAsks`](crate::PhaseAsks) have it.
    pub fn answer_any(&mut self, seat: Seat, answer: AnyAnswer) -> &mut Self {
        self.call(move |manager, world| {
            manager.answer_any(world, seat, answer).map(drop).map_err(|error| refused(seat, error))
        })
    }

    /// Answers for every seat that is still asked, with what counts if it does not answer in time.
    pub fn time_out(&mut self) -> &mut Self {
        self.call(|manager, world| {
            let seats = manager.question().map(|question| question.seats(world)).unwrap_or_default();
            let seat = seats.first().copied().unwrap_or(Seat::Player(0));
            manager.time_out(world).map(drop).map_err(|error| refused(seat, error))
        })
    }

    /// Has the plugin pass over these phases, see [`Phases::pause`].
    pub fn pause(&mut self) -> &mut Self {
        self.look(Phases::pause)
    }

    /// Undoes a [pause](Self::pause).
    pub fn resume(&mut self) -> &mut Self {
        self.look(Phases::resume)
    }

    fn queue(&mut self, phase: impl Into<AnyPhase<W>>, door: Door<W>) -> &mut Self {
        let phase = phase.into();
        let entity = self.entity;
        let command =
            move |ecs: &mut World| queue(ecs, entity, phase, door).map_err(|_| NoPhases::of::<W>(entity));
        self.commands.queue_handled(command, warn);
        self
    }

    fn call(
        &mut self,
        what: impl FnOnce(&mut PhaseManager<W>, &mut W) -> Result<(), News> + Send + Sync + 'static,
    ) -> &mut Self {
        let entity = self.entity;
        let command =
            move |ecs: &mut World| call(ecs, entity, Box::new(what)).map_err(|_| NoPhases::of::<W>(entity));
        self.commands.queue_handled(command, warn);
        self
    }

    fn look(&mut self, what: fn(&mut Phases<W>)) -> &mut Self {
        let entity = self.entity;
        let command = move |ecs: &mut World| match ecs.get_mut::<Phases<W>>(entity) {
            Some(mut phases) => {
                what(&mut phases);
                Ok(())
            }
            None => Err(NoPhases::of::<W>(entity)),
        };
        self.commands.queue_handled(command, warn);
        self
    }
}

impl<W: 'static> fmt::Debug for PhasesCommands<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PhasesCommands").field("entity", &self.entity).finish_non_exhaustive()
    }
}

fn refused<A: fmt::Debug + Send + Sync + 'static>(seat: Seat, error: AnswerError<A>) -> News {
    match error {
        AnswerError::Run(error) => News::Failed(error),
        error => News::Refused { seat, error: error.into() },
    }
}

/// There is nothing to command.
#[derive(Debug)]
struct NoPhases {
    entity: Entity,
    component: &'static str,
}

impl NoPhases {
    fn of<W: Send + Sync + 'static>(entity: Entity) -> Self {
        Self { entity, component: type_name::<Phases<W>>() }
    }
}

impl fmt::Display for NoPhases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the entity {} is gone, or has no `{}`: nothing was queued or called; insert the component first",
            self.entity, self.component
        )
    }
}

impl Error for NoPhases {}
