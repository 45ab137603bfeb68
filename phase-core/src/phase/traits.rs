//! The traits of a phase: what it is (`PhaseInfo`), what it does (`Phase`), and how it waits to be updated (`Waits`).

use core::fmt::Debug;

use super::abilities::Description;
use super::flow::Flow;
use super::guard::EndGuard;
use super::queue::Queue;

/// What `#[phase]` knows about a phase: its name and its world.
///
/// Written by [`#[phase]`](macro@crate::phase) alone: a hidden required item makes sure that nobody writes it by
/// accident. A phase is `Debug` so that the level tree can be printed, `Send + Sync` so that a manager can live in
/// a task or an ECS resource, and `'static` so that it can be queued.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// pub struct Battle;
///
/// #[phase(world = Battle)]
/// #[derive(Debug)]
/// pub struct FaintPhase;
///
/// assert_eq!(FaintPhase::NAME, "FaintPhase");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not described as a phase",
    label = "no `#[phase]` on this type",
    note = "put `#[phase]` on the definition of `{Self}`, or `#[phase(world = ..)]` if it acts on a world other than `()`",
    note = "if `{Self}` is a world: a `Queue` or a guard is of the phase that runs, `Queue<'_, P>` with `P: Phase<World = {Self}>`; \
            of a world are `CommonQueue` and `PhaseManager`"
)]
pub trait PhaseInfo: Debug + Send + Sync + Sized + 'static {
    /// The game state that the phase acts on.
    type World: 'static;

    /// The name of the phase: that of its type, unless `#[phase(name = "..")]` gives another.
    const NAME: &'static str;

    #[doc(hidden)]
    type __Lives;

    #[doc(hidden)]
    const __DESCRIPTION: Description<Self>;
}

/// One discrete piece of game logic, which must end before the next one starts.
///
/// [`start`](Phase::start) receives the [`EndGuard`] and has to return a [`Flow`], and a flow that ends or
/// waits is only to be had by giving the guard up; so a phase that never ends, or ends twice, does not compile. All methods are called by the
/// [`PhaseManager`](crate::PhaseManager) only.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// #[phase(world = Vec<&'static str>)]
/// #[derive(Debug)]
/// struct FooPhase;
///
/// impl Phase for FooPhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.world.push("start");
///         guard.end()
///     }
///
///     fn on_end(&mut self, log: &mut Vec<&'static str>, _: &mut Queue<'_, Self>) {
///         log.push("end");
///     }
/// }
///
/// let mut log = Vec::new();
/// let mut phases = PhaseManager::new();
/// phases.push(FooPhase);
/// phases.run(&mut log)?;
/// assert_eq!(log, ["start", "end"]);
/// # Ok::<(), RunError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `Phase`",
    label = "not a phase that can run",
    note = "write `impl Phase for {Self}` with its `start`, and put `#[phase]` on `{Self}`; one that only asks needs no `start`, but `#[phase(asks)]`"
)]
pub trait Phase: PhaseInfo {
    /// Does the work of the phase. Called once, when the phase's turn has come.
    ///
    /// By then the phase has been taken out of the tree: a look-up does not find it.
    ///
    /// What it does to the world happens at once, and what it queues runs after it has ended. So whatever it says by itself comes
    /// before all that it queues.
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self>;

    /// Runs once when the phase itself is over, before the next one starts: so **before its children**.
    ///
    /// What is to happen after all that the phase has set off goes into a phase that it [defers](crate::Queue::defer). What
    /// `on_end` queues lands where the phase itself would have put it, behind what that has queued in the same way. It does not run
    /// for a phase that was cancelled, failed or was abandoned; [`on_cancel`](Phase::on_cancel) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::prelude::*;
    ///
    /// type Log = Vec<&'static str>;
    ///
    /// #[phase(world = Log)]
    /// #[derive(Debug)]
    /// struct ScenePhase;
    ///
    /// impl Phase for ScenePhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.defer(SayPhase("The curtain falls."));
    ///         guard.unshift(SayPhase("To be, or not to be?"));
    ///         guard.world.push("The curtain rises.");
    ///         guard.end()
    ///     }
    ///
    ///     fn on_end(&mut self, log: &mut Log, _: &mut Queue<'_, Self>) {
    ///         log.push("The scene is set.");
    ///     }
    /// }
    ///
    /// #[phase(world = Log)]
    /// #[derive(Debug)]
    /// struct SayPhase(&'static str);
    ///
    /// impl Phase for SayPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.world.push(self.0);
    ///         guard.end()
    ///     }
    /// }
    ///
    /// let (mut log, mut phases) = (Log::new(), PhaseManager::new());
    /// phases.push(ScenePhase);
    /// phases.run(&mut log)?;
    /// let told = ["The curtain rises.", "The scene is set.", "To be, or not to be?", "The curtain falls."];
    /// assert_eq!(log, told);
    /// # Ok::<(), RunError>(())
    /// ```
    fn on_end(&mut self, world: &mut Self::World, queue: &mut Queue<'_, Self>) {
        let _ = (world, queue);
    }

    /// Runs once when the phase is given up without having ended: cancelled, failed, abandoned or panicked.
    ///
    /// # Examples
    ///
    /// A menu that closes, also when it is cancelled:
    ///
    /// ```
    /// use phase_core::prelude::*;
    /// # pub struct Screen { is_menu_open: bool }
    /// # #[phase(world = Screen)]
    /// # #[derive(Debug)]
    /// # struct MenuPhase;
    /// # impl Waits for MenuPhase {
    /// #     fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.wait() }
    /// # }
    ///
    /// impl Phase for MenuPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.world.is_menu_open = true;
    ///         guard.wait()
    ///     }
    ///
    ///     fn on_cancel(&mut self, screen: &mut Screen) {
    ///         screen.is_menu_open = false;
    ///     }
    /// }
    /// # let mut screen = Screen { is_menu_open: false };
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(MenuPhase);
    /// # phases.run(&mut screen).unwrap();
    /// # phases.cancel(&mut screen);
    /// # assert!(!screen.is_menu_open);
    /// ```
    fn on_cancel(&mut self, world: &mut Self::World) {
        let _ = world;
    }

    /// Runs when an [interrupt](crate::PhaseManager::interrupt) has set the phase aside while it waits, is suspended or asks.
    ///
    /// It is called in the first call after the interrupt that is given the world, before anything else happens. A save or
    /// a fork made before that counts it as called. After it comes [`on_resume`](Phase::on_resume), or, if the phase is given
    /// up while it is parked or its ticket was cancelled or dropped, [`on_cancel`](Phase::on_cancel).
    ///
    /// A panic in it costs this phase alone: it is given up as after any panic, and what has interrupted it goes on.
    ///
    /// # Examples
    ///
    /// A line of dialogue whose voice falls silent while a menu is open:
    ///
    /// ```
    /// use phase_core::prelude::*;
    ///
    /// pub struct Scene { is_speaking: bool }
    /// # #[phase(world = Scene)]
    /// # #[derive(Debug)]
    /// # struct LinePhase;
    /// # impl Waits for LinePhase {
    /// #     fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.wait() }
    /// # }
    /// # #[phase(world = Scene)]
    /// # #[derive(Debug)]
    /// # struct MenuPhase;
    /// # impl Phase for MenuPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         assert!(!guard.world.is_speaking);
    /// #         guard.end()
    /// #     }
    /// # }
    ///
    /// impl Phase for LinePhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.world.is_speaking = true;
    ///         guard.wait()
    ///     }
    ///
    ///     fn on_park(&mut self, scene: &mut Scene) {
    ///         scene.is_speaking = false;
    ///     }
    ///
    ///     fn on_resume(&mut self, scene: &mut Scene) {
    ///         scene.is_speaking = true;
    ///     }
    /// }
    ///
    /// # let mut scene = Scene { is_speaking: false };
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase);
    /// phases.run(&mut scene)?;
    /// phases.interrupt(MenuPhase); // which finds it silent
    /// phases.run(&mut scene)?;
    /// assert!(scene.is_speaking);
    /// # Ok::<(), RunError>(())
    /// ```
    fn on_park(&mut self, world: &mut Self::World) {
        let _ = world;
    }

    /// Runs when the phase comes back after an [interrupt](crate::PhaseManager::interrupt), before it is updated, asks on or
    /// ends; see [`on_park`](Phase::on_park) for an example.
    ///
    /// So also in a game that was loaded or copied while the phase was parked. A panic in it costs this phase alone.
    fn on_resume(&mut self, world: &mut Self::World) {
        let _ = world;
    }
}

/// A phase that can wait by being updated: [`EndGuard::wait`] needs it.
///
/// A waiting phase gets one `update` per [`run`](crate::PhaseManager::run), so a game loop that calls `run` once a
/// frame updates it once a frame.
///
/// A [suspended](EndGuard::suspend) phase that is `Waits` is updated as well, from the run after that in which it suspended:
/// it may have a deadline. Out of such an update, `wait` waits on for the ticket that is out, `suspend` hands out a new one in
/// its place, and whatever else makes it stale.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// #[phase]
/// #[derive(Debug)]
/// struct Countdown(u32);
///
/// impl Phase for Countdown {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.wait()
///     }
/// }
///
/// impl Waits for Countdown {
///     fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         self.0 -= 1;
///         if self.0 == 0 { guard.end() } else { guard.wait() }
///     }
/// }
///
/// let mut phases = PhaseManager::new();
/// phases.push(Countdown(2));
/// assert_eq!(phases.run(&mut ())?, RunStatus::Waiting); // started
/// assert_eq!(phases.run(&mut ())?, RunStatus::Waiting); // 1 to go
/// assert_eq!(phases.run(&mut ())?, RunStatus::Idle);
/// # Ok::<(), RunError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot wait: it has no `update`",
    label = "needs `impl Waits for {Self}`",
    note = "write `impl Waits for {Self}`, whose `update` runs once a run until it ends the phase; to be ended from outside instead, call `guard.suspend(..)`"
)]
pub trait Waits: Phase {
    /// Runs once per [`run`](crate::PhaseManager::run) while the phase waits, and decides anew: end, or wait on.
    ///
    /// # Examples
    ///
    /// A message that goes when its voice has been heard, or after three frames:
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// #[derive(Default)]
    /// pub struct Scene { voice: Option<Ticket> }
    ///
    /// #[phase(world = Scene)]
    /// #[derive(Debug)]
    /// struct MessagePhase { frames: u32 }
    ///
    /// impl Phase for MessagePhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.suspend(|scene, ticket| scene.voice = Some(ticket))
    ///     }
    /// }
    ///
    /// impl Waits for MessagePhase {
    ///     fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         self.frames -= 1;
    ///         if self.frames == 0 { guard.end() } else { guard.wait() }
    ///     }
    /// }
    ///
    /// let mut scene = Scene::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(MessagePhase { frames: 3 });
    /// for _ in 0..3 {
    ///     assert_eq!(phases.run(&mut scene)?, RunStatus::Waiting); // started, 2 to go, 1 to go
    /// }
    /// assert_eq!(phases.run(&mut scene)?, RunStatus::Idle);
    /// assert_eq!(scene.voice.unwrap().end(), Err(StaleTicket)); // too late
    /// # Ok::<(), RunError>(())
    /// ```
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self>;
}
