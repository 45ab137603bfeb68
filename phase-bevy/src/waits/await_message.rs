//! Waiting for a message.

use std::any::type_name;
use std::fmt;
use std::time::Duration;

use bevy_ecs::change_detection::Mut;
use bevy_ecs::message::{Message, MessageCursor, Messages};
use bevy_ecs::system::Commands;
use bevy_ecs::world::World;
use phase_core::{BoxError, EndGuard, Flow, Phase, Waits};

use super::deadline::Deadline;

type Then<M> = dyn Fn(&M, &mut Commands<'_, '_>) + Send + Sync;

/// A phase that waits until a message is written: a key, a packet, the end of an animation.
///
/// What was written before the phase started does not count, nor does what is written while it is set aside by an
/// interrupt.
///
/// It can't be saved, since it holds functions, as no file can: serializing [`Phases`](crate::Phases) in which one waits
/// or is queued is an error that names it.
///
/// # Examples
///
/// ```
/// # use std::time::Duration;
/// # use bevy_app::App;
/// use bevy_ecs::prelude::*;
/// use phase_bevy::prelude::*;
///
/// #[derive(Message)]
/// struct Pressed(char);
///
/// let mut app = App::new();
/// app.add_plugins(PhasePlugin::new()).add_message::<Pressed>();
/// let battle = app.world_mut().spawn(Phases::starting_with(AwaitMessage::when(|key: &Pressed| key.0 == 'z'))).id();
/// app.update();
/// app.world_mut().write_message(Pressed('x'));
/// app.update();
/// assert_eq!(app.world().get::<Phases>(battle).unwrap().status(), Some(RunStatus::Waiting));
/// app.world_mut().write_message(Pressed('z'));
/// app.update();
/// assert_eq!(app.world().get::<Phases>(battle).unwrap().status(), Some(RunStatus::Idle));
/// ```
#[phase_core::phase(world = World, leaf)]
pub struct AwaitMessage<M: Message> {
    /// From where on messages count. `None` from when the phase starts or comes back.
    cursor: Option<MessageCursor<M>>,
    matches: Box<dyn Fn(&M) -> bool + Send + Sync>,
    then: Option<Box<Then<M>>>,
    deadline: Deadline,
}

impl<M: Message> AwaitMessage<M> {
    /// Waits for any message of this type.
    #[must_use]
    pub fn new() -> Self {
        Self::when(|_| true)
    }

    /// Waits for a message that this says yes to.
    #[must_use]
    pub fn when(matches: impl Fn(&M) -> bool + Send + Sync + 'static) -> Self {
        Self { cursor: None, matches: Box::new(matches), then: None, deadline: Deadline::default() }
    }

    /// Does something with the message that has come, before the next phase starts.
    #[must_use]
    pub fn then(mut self, then: impl Fn(&M, &mut Commands<'_, '_>) + Send + Sync + 'static) -> Self {
        self.then = Some(Box::new(then));
        self
    }

    /// Goes on after so much time in any case.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.deadline = Deadline::after(time);
        self
    }

    /// Whether the phase is over.
    fn look(&mut self, world: &mut World) -> Result<bool, BoxError> {
        let Self { cursor, matches, then, deadline } = self;
        let look = |world: &mut World, messages: Mut<'_, Messages<M>>| {
            let cursor = cursor.get_or_insert_with(|| messages.get_cursor_current());
            let found = cursor.read(&messages).find(|message| matches(message));
            if let (Some(message), Some(then)) = (found, then) {
                then(message, &mut world.commands());
            }
            found.is_some()
        };
        match world.try_resource_scope(look) {
            Some(true) => Ok(true),
            Some(false) => deadline.is_over(world),
            None => {
                let message = type_name::<M>();
                Err(format!("nothing keeps messages of this type: call `app.add_message::<{message}>()`")
                    .into())
            }
        }
    }
}

impl<M: Message> Default for AwaitMessage<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Message> Phase for AwaitMessage<M> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        // Sets the cursor, from which on there is nothing yet; and no time has passed for the phase.
        let deadline = std::mem::take(&mut self.deadline);
        let looked = self.look(guard.world);
        self.deadline = deadline;
        match looked {
            Ok(_) => guard.wait(),
            Err(error) => guard.fail(error),
        }
    }

    fn on_resume(&mut self, _: &mut World) {
        self.cursor = None;
    }
}

impl<M: Message> Waits for AwaitMessage<M> {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        match self.look(guard.world) {
            Ok(true) => guard.end(),
            Ok(false) => guard.wait(),
            Err(error) => guard.fail(error),
        }
    }
}

impl<M: Message> fmt::Debug for AwaitMessage<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AwaitMessage<{}>", type_name::<M>())
    }
}
