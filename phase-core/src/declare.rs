//! Who may queue whom: the traits that `#[phase]` writes from a phase's declared flow, and the bounds made of them.
//!
//! The queueing methods are bounded by hidden traits on the child, `C: UnshiftedBy<P>`, which a blanket impl gives
//! from `P: Unshifts<C>`. With the bound on the parent, the compiler would take the only declared child for `C` and
//! complain about mismatched types, instead of naming the declaration that is missing.
//!
//! A second hidden bound, `C: Unshiftable<W>`, is there for what is said about an `AnyPhase`. Since `Phase` is a
//! supertrait of it, the compiler leaves out what it would have to say about that.

use crate::erased::AnyPhase;
use crate::phase::{Phase, PhaseInfo};

/// Proof that `#[phase]` wrote the impl.
#[derive(Debug)]
pub struct Declared(());

impl Declared {
    /// For expansions of `#[phase]` alone.
    #[must_use]
    pub const fn by_attribute() -> Self {
        Self(())
    }
}

/// This phase may unshift phases of type `C`: one level above itself, so that they run next.
///
/// Written by [`#[phase]`](macro@crate::phase) alone: for each type in `unshifts(..)`, or for every type if the phase
/// declares no flow. Helper functions that serve many phases name it in their bounds.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// #[phase(leaf)]
/// #[derive(Debug)]
/// struct FaintPhase;
///
/// # impl Phase for FaintPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// fn queue_faint<P>(queue: &mut Queue<'_, P>)
/// where
///     P: Phase<World = ()> + Unshifts<FaintPhase>,
/// {
///     queue.unshift(FaintPhase);
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not declare that it unshifts `{C}`",
    label = "not declared",
    note = "add `unshifts({C})` to the `#[phase(..)]` of `{Self}`, in the place of `leaf` if that is there; where `{Self}` is a type parameter, add the bound `{Self}: Unshifts<{C}>`"
)]
pub trait Unshifts<C> {
    #[doc(hidden)]
    const __DECLARED: Declared;
}

#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{P}` does not declare that it unshifts `{Self}`",
    label = "not declared by `{P}`",
    note = "add `unshifts({Self})` to the `#[phase(..)]` of `{P}`, in the place of `leaf` if that is there; in a helper function that is generic over `{P}`, add the bound `{P}: Unshifts<{Self}>`"
)]
pub trait UnshiftedBy<P> {}

impl<P: Unshifts<C>, C: Phase> UnshiftedBy<P> for C {}

/// What a phase of the world `W` may be given to unshift, declared or not.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`unshift` takes a phase of a known type, and `{Self}` holds one of any type",
    label = "a phase of any type",
    note = "`guard.queue.unshift_any(..)` takes it: that looks up when it is called what the running phase declares, and gives an error for what is not declared"
)]
pub trait Unshiftable<W>: Phase<World: SameWorld<W>> {}

impl<W, C: Phase<World: SameWorld<W>>> Unshiftable<W> for C {}

/// This phase may defer phases of type `C`: after all that it unshifts.
///
/// Written by [`#[phase]`](macro@crate::phase) alone: for each type in `defers(..)`, or for every type if the phase
/// declares no flow. Helper functions that serve many phases name it in their bounds.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// #[phase(leaf)]
/// #[derive(Debug)]
/// struct FaintPhase;
///
/// # impl Phase for FaintPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// fn queue_faint<P>(queue: &mut Queue<'_, P>)
/// where
///     P: Phase<World = ()> + Defers<FaintPhase>,
/// {
///     queue.defer(FaintPhase);
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not declare that it defers `{C}`",
    label = "not declared",
    note = "add `defers({C})` to the `#[phase(..)]` of `{Self}`, in the place of `leaf` if that is there; where `{Self}` is a type parameter, add the bound `{Self}: Defers<{C}>`"
)]
pub trait Defers<C> {
    #[doc(hidden)]
    const __DECLARED: Declared;
}

#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{P}` does not declare that it defers `{Self}`",
    label = "not declared by `{P}`",
    note = "add `defers({Self})` to the `#[phase(..)]` of `{P}`, in the place of `leaf` if that is there; in a helper function that is generic over `{P}`, add the bound `{P}: Defers<{Self}>`"
)]
pub trait DeferredBy<P> {}

impl<P: Defers<C>, C: Phase> DeferredBy<P> for C {}

/// What a phase of the world `W` may be given to defer, declared or not.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`defer` takes a phase of a known type, and `{Self}` holds one of any type",
    label = "a phase of any type",
    note = "`guard.queue.defer_any(..)` takes it: that looks up when it is called what the running phase declares, and gives an error for what is not declared"
)]
pub trait Deferrable<W>: Phase<World: SameWorld<W>> {}

impl<W, C: Phase<World: SameWorld<W>>> Deferrable<W> for C {}

/// This phase may push phases of type `C`: at the end of level 0.
///
/// Written by [`#[phase]`](macro@crate::phase) alone: for each type in `pushes(..)`, or for every type if the phase
/// declares no flow. Helper functions that serve many phases name it in their bounds.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// #[phase(leaf)]
/// #[derive(Debug)]
/// struct TurnPhase;
///
/// # impl Phase for TurnPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// fn queue_turn<P>(queue: &mut Queue<'_, P>)
/// where
///     P: Phase<World = ()> + Pushes<TurnPhase>,
/// {
///     queue.push(TurnPhase);
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not declare that it pushes `{C}`",
    label = "not declared",
    note = "add `pushes({C})` to the `#[phase(..)]` of `{Self}`, in the place of `leaf` if that is there; where `{Self}` is a type parameter, add the bound `{Self}: Pushes<{C}>`"
)]
pub trait Pushes<C> {
    #[doc(hidden)]
    const __DECLARED: Declared;
}

#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{P}` does not declare that it pushes `{Self}`",
    label = "not declared by `{P}`",
    note = "add `pushes({Self})` to the `#[phase(..)]` of `{P}`, in the place of `leaf` if that is there; in a helper function that is generic over `{P}`, add the bound `{P}: Pushes<{Self}>`"
)]
pub trait PushedBy<P> {}

impl<P: Pushes<C>, C: Phase> PushedBy<P> for C {}

/// What a phase of the world `W` may be given to push, declared or not.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`push` takes a phase of a known type, and `{Self}` holds one of any type",
    label = "a phase of any type",
    note = "`guard.queue.push_any(..)` takes it: that looks up when it is called what the running phase declares, and gives an error for what is not declared"
)]
pub trait Pushable<W>: Phase<World: SameWorld<W>> {}

impl<W, C: Phase<World: SameWorld<W>>> Pushable<W> for C {}

/// A phase that any phase of its world may queue without declaring it, through [`Queue::common`](crate::Queue::common).
///
/// Written by `#[phase(common)]` alone; for what happens everywhere, such as messages and banners.
///
/// # Examples
///
/// ```
/// # use phase_core::prelude::*;
/// # pub struct Battle;
/// #[phase(world = Battle, common)]
/// #[derive(Debug)]
/// struct MessagePhase(String);
/// # impl Phase for MessagePhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
///
/// fn say_all<M>(queue: &mut CommonQueue<'_, Battle>, messages: Vec<M>)
/// where
///     M: Phase<World = Battle> + Common,
/// {
///     for message in messages {
///         queue.unshift(message);
///     }
/// }
/// # #[phase(world = Battle, leaf)]
/// # #[derive(Debug)]
/// # struct MissPhase;
/// # impl Phase for MissPhase {
/// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
/// #         let messages = ["It missed!", "Bezel laughs."].map(|text| MessagePhase(text.into()));
/// #         say_all(&mut guard.queue.common(), messages.into());
/// #         guard.end()
/// #     }
/// # }
/// # let mut phases = PhaseManager::new();
/// # phases.push(MissPhase);
/// # phases.step(&mut Battle).unwrap();
/// # assert_eq!(phases.len(), 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a common phase",
    label = "not declared `common`",
    note = "add `common` to the `#[phase(..)]` of `{Self}`, or queue it directly and declare that"
)]
pub trait Common {
    #[doc(hidden)]
    const __DECLARED: Declared;
}

/// What a queue for the common phases of the world `W` takes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a queue for common phases takes one of a known type, and `{Self}` holds one of any type",
    label = "a phase of any type",
    note = "`push_any`, `unshift_any` and `defer_any` of `guard.queue` take it: they let common phases pass, whatever the running phase declares"
)]
pub trait CommonOf<W>: Phase<World: SameWorld<W>> + Common {}

impl<W, C: Phase<World: SameWorld<W>> + Common> CommonOf<W> for C {}

/// What `ordered` in the attribute says, so that `impl Ordered` alone is an error and not without effect.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` implements `Ordered`, but is not declared `ordered`",
    label = "not declared `ordered`",
    note = "add `ordered` to the `#[phase(..)]` of `{Self}`"
)]
pub trait DeclaredOrdered {
    #[doc(hidden)]
    const __DECLARED: Declared;
}

/// The identity on worlds, as a bound, so that its error can name both.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this is a phase of the world `{Self}`, and this queue is of the world `{W}`",
    label = "a phase of another world",
    note = "a queue takes phases of its own world only: change `world = ..` in the `#[phase(..)]` of the one or the other"
)]
pub trait SameWorld<W>: Sized + 'static {
    fn same(phase: AnyPhase<Self>) -> AnyPhase<W>;
}

impl<W: 'static> SameWorld<W> for W {
    fn same(phase: AnyPhase<Self>) -> AnyPhase<W> {
        phase
    }
}

/// The identity on worlds, as a bound on what a phase declares, so that its error can name both phases and worlds.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{C}` is a phase of the world `{Self}`, and `{P}` of the world `{W}`",
    label = "a phase of another world",
    note = "a phase queues phases of its own world only: take `{C}` out of the list, or change `world = ..` in the `#[phase(..)]` of the one or the other"
)]
pub trait WorldOf<W, P, C> {}

impl<W, P, C> WorldOf<W, P, C> for W {}

/// What the phase `P` may list: phases of its own world. One bound for both, so that each mistake gives one error.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{P}` lists `{Self}`, which is not a phase",
    label = "not a phase",
    note = "list types that have `#[phase]` and `impl Phase`; if `{Self}` is to be one, give it both"
)]
pub trait ListedBy<P> {}

impl<P: PhaseInfo, C: Phase> ListedBy<P> for C where C::World: WorldOf<P::World, P, C> {}

/// The proof for a phase `P` that lists `C`, which is checked on the way.
#[doc(hidden)]
#[must_use]
pub const fn listed<P: PhaseInfo, C: ListedBy<P>>() -> Declared {
    Declared::by_attribute()
}
