//! Phases that do what a test says, in an app that notes what happens.

use std::fmt;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_time::Time;
use phase_bevy::prelude::*;

/// What has happened: `A` for a start, `A.` for an end, `A~` for an update, `A!` for a cancel.
#[derive(Resource, Default)]
pub(crate) struct Log(Vec<String>);

impl Log {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

pub(crate) fn note(world: &mut World, what: impl Into<String>) {
    world.resource_mut::<Log>().0.push(what.into());
}

/// What has been noted since the last time.
pub(crate) fn noted(app: &mut App) -> String {
    std::mem::take(&mut app.world_mut().resource_mut::<Log>().0).join(" ")
}

pub(crate) fn app() -> App {
    let mut app = App::new();
    app.add_plugins(PhasePlugin::new()).init_resource::<Log>().init_resource::<Time>();
    app
}

/// An app with one entity that has these phases.
pub(crate) fn app_with(phases: impl IntoIterator<Item = Act>) -> (App, Entity) {
    let mut app = app();
    let battle = spawn(&mut app, phases);
    (app, battle)
}

pub(crate) fn spawn(app: &mut App, acts: impl IntoIterator<Item = Act>) -> Entity {
    let phases = Phases::new();
    for act in acts {
        phases.push(act);
    }
    app.world_mut().spawn(phases).id()
}

pub(crate) fn phases(app: &App, entity: Entity) -> &Phases {
    app.world().get(entity).expect("the entity has phases")
}

pub(crate) fn status(app: &App, entity: Entity) -> Option<RunStatus> {
    phases(app, entity).status()
}

/// A frame, and what was noted in it.
pub(crate) fn frame(app: &mut App) -> String {
    app.update();
    noted(app)
}

type Start = Box<dyn FnMut(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync>;

#[phase(world = World)]
pub(crate) struct Act {
    name: &'static str,
    start: Start,
}

pub(crate) fn act(
    name: &'static str,
    start: impl FnMut(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync + 'static,
) -> Act {
    Act { name, start: Box::new(start) }
}

/// Ends at once.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is not for guards of all lifetimes"
)]
pub(crate) fn just(name: &'static str) -> Act {
    act(name, |guard| guard.end())
}

/// Waits for ever.
#[expect(clippy::redundant_closure_for_method_calls, reason = "as above")]
pub(crate) fn waits(name: &'static str) -> Act {
    act(name, |guard| guard.wait())
}

/// Waits for ever, and has set another off first.
pub(crate) fn waits_with(name: &'static str, child: &'static str) -> Act {
    act(name, move |mut guard| {
        guard.unshift(just(child));
        guard.wait()
    })
}

pub(crate) fn fails(name: &'static str) -> Act {
    act(name, |guard| guard.fail("it went wrong"))
}

impl Phase for Act {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, self.name);
        (self.start)(guard)
    }

    fn on_end(&mut self, world: &mut World, _: &mut Queue<'_, Self>) {
        note(world, format!("{}.", self.name));
    }

    fn on_cancel(&mut self, world: &mut World) {
        note(world, format!("{}!", self.name));
    }
}

impl Waits for Act {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        note(guard.world, format!("{}~", self.name));
        guard.wait()
    }
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Something that phases tell observers of.
#[derive(Event)]
pub(crate) struct Shout;

/// Has an observer do something with each shout.
pub(crate) fn on_shout(app: &mut App, mut what: impl FnMut(&mut Commands<'_, '_>) + Send + Sync + 'static) {
    app.add_observer(move |_: On<'_, '_, Shout>, mut commands: Commands<'_, '_>| what(&mut commands));
}

pub(crate) fn shouts(name: &'static str) -> Act {
    act(name, |mut guard| {
        guard.trigger(Shout);
        guard.end()
    })
}
