//! The component that holds the phases of an entity.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use bevy_ecs::component::Component;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::{DeferredWorld, World};
use phase_core::{AnyPhase, Inbox, PhaseInfo, PhaseManager, PhaseRef, RunStatus};

use crate::call::Call;
use crate::game::Game;
use crate::give_up::give_up;
use crate::questions::Told;
use crate::signal::Signal;

/// The phases of one game, as a component of the entity that stands for it: a battle, a dialogue, a table.
///
/// [`PhasePlugin`](crate::PhasePlugin) runs them, once a frame, until they wait or nothing is left. There may be any
/// number of such entities. When the entity is despawned, or the component taken off or replaced, everything is given
/// up: the phases that wait are told by their `on_cancel`, innermost first, and what is queued is dropped. If that
/// happens out of a phase, that phase still ends, and no other starts.
///
/// Phases act on bevy's [`World`], or on a plain type of yours that this component then holds, see
/// [`with_world`](Self::with_world).
///
/// While phases run, the manager is not in here. Whatever else runs then, observers and hooks, queues by
/// [`push`](Self::push) and the like, or by [`commands.phases(..)`](crate::PhaseCommandsExt::phases): both work at any
/// time, and nothing is lost.
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
/// #[phase(world = World)]
/// #[derive(Debug)]
/// struct HitPhase(i32);
///
/// impl Phase for HitPhase {
///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
///         let entity = guard.entity();
///         guard.world.get_mut::<Hp>(entity).unwrap().0 -= self.0;
///         guard.end()
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins(PhasePlugin::new());
/// let battle = app.world_mut().spawn((Hp(20), Phases::starting_with(HitPhase(7)))).id();
/// app.update();
/// assert_eq!(app.world().get::<Hp>(battle).unwrap().0, 13);
/// ```
#[derive(Component)]
#[component(on_discard = told_of_the_end::<W>)]
pub struct Phases<W: Send + Sync + 'static = World> {
    /// Not there while its phases run.
    pub(crate) game: Option<Box<Game<W>>>,
    inbox: Inbox<W>,
    /// What waits until the phases give way.
    pub(crate) calls: VecDeque<Call<W>>,
    pub(crate) signal: Arc<Signal>,
    pub(crate) status: Option<RunStatus>,
    /// Whether something has happened that was not followed by an idle yet.
    pub(crate) is_idle_news: bool,
    is_paused: bool,
}

impl Phases<World> {
    /// No phases yet, which will act on bevy's world.
    #[must_use]
    pub fn new() -> Self {
        Self::from(PhaseManager::new())
    }

    /// Phases of which this is the first.
    #[must_use]
    pub fn starting_with(phase: impl Into<AnyPhase<World>>) -> Self {
        let mut manager = PhaseManager::new();
        manager.push(phase.into());
        Self::from(manager)
    }
}

impl<W: Send + Sync + 'static> Phases<W> {
    /// Phases that act on a plain type of yours, which is kept in here.
    ///
    /// Such phases know nothing of the engine, so that the same game can be tested, searched by an AI, and run on a
    /// server without it, and can be copied together with its world. Systems show it, from [`world`](Self::world), and
    /// what they learn by [`PhaseAsks`](crate::PhaseAsks) and by [observing](PhaseManager::observe) the manager.
    ///
    /// # Examples
    ///
    /// ```
    /// # use bevy_app::App;
    /// use phase_bevy::prelude::*;
    ///
    /// pub struct Duel { log: Vec<&'static str> }
    ///
    /// #[phase(world = Duel)]
    /// #[derive(Debug)]
    /// struct PlayPhase(&'static str);
    ///
    /// impl Phase for PlayPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.world.log.push(self.0);
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let mut manager = PhaseManager::new();
    /// manager.push(PlayPhase("Dragon"));
    ///
    /// let mut app = App::new();
    /// app.add_plugins(PhasePlugin::of::<Duel>());
    /// let duel = app.world_mut().spawn(Phases::with_world(manager, Duel { log: vec![] })).id();
    /// app.update();
    /// assert_eq!(app.world().get::<Phases<Duel>>(duel).unwrap().world().unwrap().log, ["Dragon"]);
    /// ```
    #[must_use]
    pub fn with_world(manager: PhaseManager<W>, world: W) -> Self {
        Self::of(manager, Some(world))
    }

    fn of(mut manager: PhaseManager<W>, own: Option<W>) -> Self {
        let inbox = manager.inbox();
        Self {
            game: Some(Box::new(Game { manager, own, told: Told::default() })),
            inbox,
            calls: VecDeque::new(),
            signal: Arc::default(),
            status: None,
            is_idle_news: false,
            is_paused: false,
        }
    }

    /// Queues a phase at the end of level 0, after everything else. Like all four of these, it works also while phases
    /// run.
    pub fn push(&self, phase: impl Into<AnyPhase<W>>) {
        sent(self.inbox.push(phase.into()));
    }

    /// Queues a phase to run next, after those that were unshifted before, as if the phase that ran last had set it
    /// off.
    pub fn unshift(&self, phase: impl Into<AnyPhase<W>>) {
        sent(self.inbox.unshift(phase.into()));
    }

    /// Queues a phase to run after all that the phase that ran last has unshifted.
    pub fn defer(&self, phase: impl Into<AnyPhase<W>>) {
        sent(self.inbox.defer(phase.into()));
    }

    /// Queues a phase above everything else, and has the one that waits set aside until it is over.
    pub fn interrupt(&self, phase: impl Into<AnyPhase<W>>) {
        sent(self.inbox.interrupt(phase.into()));
    }

    /// What leads to these phases from elsewhere: another thread, a callback.
    #[must_use]
    pub fn inbox(&self) -> &Inbox<W> {
        &self.inbox
    }

    /// The manager: to look at what waits, asks and is queued. `None` while phases run.
    #[must_use]
    pub fn manager(&self) -> Option<&PhaseManager<W>> {
        self.game.as_deref().map(|game| &game.manager)
    }

    /// The manager, to change what is queued. `None` while phases run.
    pub fn manager_mut(&mut self) -> Option<&mut PhaseManager<W>> {
        let manager = &mut self.game.as_deref_mut()?.manager;
        manager.receive();
        Some(manager)
    }

    /// The world that was given [with](Self::with_world) the phases. `None` for those that act on bevy's, and while
    /// phases run.
    #[must_use]
    pub fn world(&self) -> Option<&W> {
        self.game.as_deref()?.own.as_ref()
    }

    /// The world that was given [with](Self::with_world) the phases, to change it.
    pub fn world_mut(&mut self) -> Option<&mut W> {
        self.game.as_deref_mut()?.own.as_mut()
    }

    /// What the last frame came to. `None` before the first one.
    #[must_use]
    pub fn status(&self) -> Option<RunStatus> {
        self.status
    }

    /// Whether the phase that waits or asks is a `P`.
    #[must_use]
    pub fn waits_in<P: PhaseInfo>(&self) -> bool {
        self.manager().and_then(PhaseManager::current).is_some_and(PhaseRef::is::<P>)
    }

    /// Whether nothing waits, asks, or is to run.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.inbox.is_empty()
            && self.manager().is_some_and(|manager| {
                manager.is_empty() && manager.current().is_none() && manager.parked().next().is_none()
            })
    }

    /// Has the plugin pass over these phases until they are [resumed](Self::resume). A phase that runs just now ends,
    /// and so does what follows from it up to the next wait.
    ///
    /// Commands are carried out all the same: a question takes its answer, and what waits can be cancelled. What follows
    /// from that runs when they are resumed.
    pub fn pause(&mut self) {
        self.is_paused = true;
    }

    /// Undoes a [pause](Self::pause).
    pub fn resume(&mut self) {
        self.is_paused = false;
    }

    /// Whether the plugin passes over these phases.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }
}

impl Default for Phases<World> {
    fn default() -> Self {
        Self::new()
    }
}

/// For a manager that was given what comes next, limits, or observers.
impl From<PhaseManager<World>> for Phases<World> {
    fn from(manager: PhaseManager<World>) -> Self {
        Self::of(manager, None)
    }
}

impl<W: Send + Sync + 'static> fmt::Debug for Phases<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Phases")
            .field("manager", &self.manager())
            .field("status", &self.status)
            .field("is_paused", &self.is_paused)
            .finish_non_exhaustive()
    }
}

/// The manager goes with the component: there is nobody left to look at what would come back.
pub(crate) fn sent<W: 'static>(sent: Result<(), AnyPhase<W>>) {
    if let Err(phase) = sent {
        log::debug!("`{}` was queued where everything has been given up", phase.name());
    }
}

/// Taken off, replaced, or despawned.
fn told_of_the_end<W: Send + Sync + 'static>(
    mut ecs: DeferredWorld<'_>,
    HookContext { entity, .. }: HookContext,
) {
    let Some(mut phases) = ecs.get_mut::<Phases<W>>(entity) else { return };
    phases.signal.set_gone();
    // Where it is not there, its phases run, and whoever runs them looks at the signal.
    if let Some(mut game) = phases.game.take() {
        ecs.commands().queue(move |ecs: &mut World| give_up(&mut game, ecs, entity));
    }
}
