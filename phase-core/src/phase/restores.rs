//! Suspended phases that outlive their ticket: saved, forked and undone.

use super::may_queue::Declared;
use super::traits::{Phase, PhaseInfo};
use crate::kernel::Ticket;

/// A phase that is handed a new ticket after loading, in a fork, and after an undo.
///
/// A ticket belongs to one life of its phase, so it is neither saved nor copied. A phase that is declared `save` or
/// `clone` has to say who gets the new one before it may call [`guard.suspend(..)`](crate::EndGuard::suspend).
///
/// # Examples
///
/// An animation that is shown once more after loading:
///
/// ```
/// # use phase_core::prelude::*;
/// # #[derive(Clone)]
/// # pub struct Film;
/// #[derive(Default)]
/// pub struct Scene { playing: Option<Ticket> }
///
/// #[phase(world = Scene, clone)]
/// #[derive(Debug, Clone)]
/// struct AnimationPhase;
///
/// impl Phase for AnimationPhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.suspend(|scene, ticket| scene.playing = Some(ticket))
///     }
/// }
///
/// impl Restores for AnimationPhase {
///     fn on_restore(&mut self, scene: &mut Scene, ticket: Ticket) {
///         scene.playing = Some(ticket);
///     }
/// }
///
/// # let mut scene = Scene::default();
/// # let mut phases = PhaseManager::new();
/// phases.push(AnimationPhase);
/// phases.run(&mut scene)?;
///
/// let (mut branch, mut its_scene) = (phases.fork()?, Scene::default());
/// assert_eq!(branch.run(&mut its_scene)?, RunStatus::Waiting);
/// its_scene.playing.take().unwrap().end()?;
/// assert_eq!(branch.run(&mut its_scene)?, RunStatus::Idle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is saved or copied, and nothing gives it a new ticket afterwards",
    label = "needs `impl Restores for {Self}`",
    note = "write `impl Restores for {Self}`, whose `on_restore` hands the new ticket to whoever is to end the phase; or, for a choice of a player, ask for it with `guard.ask()`, which needs no ticket"
)]
pub trait Restores: Phase {
    /// Hands the ticket of the phase's new life to whoever is to end it.
    ///
    /// Called in the first call after loading, forking or undoing that is given the world, the parked phases first. If the
    /// ticket is dropped, the next run reports the phase as [`Abandoned`](crate::RunError::Abandoned).
    fn on_restore(&mut self, world: &mut Self::World, ticket: Ticket);
}

/// A phase that may suspend: one that is neither saved nor copied, or is [`Restores`].
///
/// Nobody implements it by hand. Helper functions that suspend name it in their bounds.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// # pub struct Scene { playing: Option<Ticket> }
/// fn play<P: Suspends<World = Scene>>(guard: EndGuard<'_, P>) -> Flow<P> {
///     guard.suspend(|scene, ticket| scene.playing = Some(ticket))
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is saved or copied, and nothing gives it a new ticket afterwards",
    label = "cannot suspend without `Restores`",
    note = "write `impl Restores for {Self}`, whose `on_restore` hands the new ticket to whoever is to end the phase; or, for a choice of a player, ask for it with `guard.ask()`, which needs no ticket",
    note = "where `{Self}` is a type parameter, add the bound `{Self}: Suspends`"
)]
// Were the way of living not a parameter, a bound that a helper function lacks would be told by the hidden items behind
// it, and not by the name of this trait.
pub trait Suspends<Life = <Self as PhaseInfo>::__Lives>: Phase {
    #[doc(hidden)]
    const __DECLARED: Declared;
}

impl<P: Phase> Suspends<LivesOnce> for P {
    const __DECLARED: Declared = Declared::by_attribute();
}

impl<P: Restores> Suspends<LivesAgain> for P {
    const __DECLARED: Declared = Declared::by_attribute();
}

/// What `#[phase]` says of how long its phases live: once, as they are neither saved nor copied.
#[doc(hidden)]
#[derive(Debug)]
pub enum LivesOnce {}

/// What `#[phase]` says of how long its phases live: again, after loading or in a copy.
#[doc(hidden)]
#[derive(Debug)]
pub enum LivesAgain {}

/// `Restores::on_restore` of a phase that has it.
pub(crate) type Restore<P> = fn(&mut P, &mut <P as PhaseInfo>::World, Ticket);
