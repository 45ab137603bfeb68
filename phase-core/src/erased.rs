//! A phase of any type: how the tree stores it, and how it shows itself.

#[cfg(not(feature = "pool"))]
use alloc::boxed::Box;
use core::any::Any;
use core::fmt;

use crate::agenda::{Agenda, Stage};
use crate::description::Best;
use crate::due::Due;
use crate::guard::{Decision, Flow, guard};
use crate::phase::{Phase, PhaseInfo};
use crate::queue::Queue;
use crate::registry::{PhaseEntry, entry_of};
use crate::storage::{Spare, Stored};
#[cfg(feature = "serde")]
use crate::ticket::Ticket;

/// What can be seen of a phase without knowing its type.
pub(crate) trait Inspect: Any + fmt::Debug + Send + Sync {
    fn name(&self) -> &'static str;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    #[cfg(not(feature = "pool"))]
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<P: PhaseInfo> Inspect for P {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    #[cfg(not(feature = "pool"))]
    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// What the manager does with a phase without knowing its type.
pub(crate) trait Erased<W: 'static>: Inspect {
    /// Calls `Phase::start`, and `on_end` right behind it where nothing has to come between the two.
    fn start(&mut self, world: &mut W, agenda: &mut Agenda<W>) -> Decision;
    /// Calls `Waits::update`, and `on_end` likewise.
    fn update(&mut self, world: &mut W, agenda: &mut Agenda<W>) -> Decision;
    fn on_end(&mut self, world: &mut W, agenda: &mut Agenda<W>);
    fn on_cancel(&mut self, world: &mut W);
    #[cfg(feature = "serde")]
    fn on_restore(&mut self, world: &mut W, ticket: Ticket);
    fn is_common(&self) -> bool;
    fn copy(&self) -> Option<AnyPhase<W>>;
    #[cfg(feature = "serde")]
    fn as_serialize(&self) -> Option<&dyn erased_serde::Serialize>;
    #[cfg(feature = "serde")]
    fn can_update(&self) -> bool;
    /// How to find the best of this type on a level, for types that are ordered.
    fn best(&self) -> Option<Best<W>>;
    fn inspect(&self) -> &dyn Inspect;
}

impl<P: Phase> Erased<P::World> for P {
    fn start(&mut self, world: &mut P::World, agenda: &mut Agenda<P::World>) -> Decision {
        let flow = Phase::start(self, guard(world, agenda));
        end_at_once(self, flow, world, agenda)
    }

    fn update(&mut self, world: &mut P::World, agenda: &mut Agenda<P::World>) -> Decision {
        // Only `Waits` phases can have said that they wait, and those have an `update`.
        let Some(update) = P::__DESCRIPTION.update else { return Decision::Wait };
        let flow = update(self, guard(world, agenda));
        end_at_once(self, flow, world, agenda)
    }

    fn on_end(&mut self, world: &mut P::World, agenda: &mut Agenda<P::World>) {
        Phase::on_end(self, world, &mut Queue::new(agenda));
    }

    fn on_cancel(&mut self, world: &mut P::World) {
        Phase::on_cancel(self, world);
    }

    #[cfg(feature = "serde")]
    fn on_restore(&mut self, world: &mut P::World, ticket: Ticket) {
        Phase::on_restore(self, world, ticket);
    }

    fn is_common(&self) -> bool {
        P::__DESCRIPTION.common
    }

    fn copy(&self) -> Option<AnyPhase<P::World>> {
        P::__DESCRIPTION.clone.map(|clone| AnyPhase::new(clone(self)))
    }

    #[cfg(feature = "serde")]
    fn as_serialize(&self) -> Option<&dyn erased_serde::Serialize> {
        P::__DESCRIPTION.codec.map(|codec| (codec.write)(self))
    }

    #[cfg(feature = "serde")]
    fn can_update(&self) -> bool {
        P::__DESCRIPTION.update.is_some()
    }

    fn best(&self) -> Option<Best<P::World>> {
        P::__DESCRIPTION.best
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

/// Saves the manager a second call through the table for the commonest of phases, the one that just ends.
fn end_at_once<P: Phase>(
    phase: &mut P,
    flow: Flow<P>,
    world: &mut P::World,
    agenda: &mut Agenda<P::World>,
) -> Decision {
    if !matches!(flow.decision, Decision::End) || agenda.is_unsettled() {
        return flow.decision;
    }
    agenda.stage = Stage::Ending;
    Phase::on_end(phase, world, &mut Queue::new(agenda));
    if agenda.due.has_any(Due::CLEAR) { Decision::Swept } else { Decision::Ended }
}

/// One phase of any type, of the world `W`.
///
/// For a choice between phases of several types, and for phases that are found or built by name. It looks like the
/// phase that it holds. The manager queues it like any phase; inside a phase, whatever that declares, it is queued by
/// [`guard.queue.unshift_any`](crate::Queue::unshift_any), `push_any` and `defer_any`, which check the declaration when
/// they are called.
///
/// # Examples
///
/// ```
/// # use phase_core::prelude::*;
/// # #[phase]
/// # #[derive(Debug)]
/// # struct Fight;
/// # impl Phase for Fight {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// # #[phase]
/// # #[derive(Debug)]
/// # struct Flee;
/// # impl Phase for Flee {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
/// let brave = true;
/// let next: AnyPhase<()> = if brave { Fight.into() } else { Flee.into() };
/// assert_eq!(next.name(), "Fight");
///
/// let mut phases = PhaseManager::new();
/// phases.push(next);
/// assert_eq!(phases.levels().to_string(), "0: [Fight]");
/// ```
pub struct AnyPhase<W: 'static>(pub(crate) Stored<W>);

impl<W: 'static> AnyPhase<W> {
    /// Wraps a phase.
    ///
    /// # Examples
    ///
    /// A deck of cards of different kinds:
    ///
    /// ```
    #[doc = include_str!("scaffold/duel.txt")]
    /// # let mut phases = PhaseManager::new();
    /// let deck = [
    ///     AnyPhase::new(PlayPhase("Knight")),
    ///     AnyPhase::new(DrawPhase(2)),
    ///     AnyPhase::new(PlayPhase("Dragon")),
    /// ];
    /// for card in deck {
    ///     phases.push(card);
    /// }
    /// assert_eq!(phases.len(), 3);
    /// ```
    pub fn new<P: Phase<World = W>>(phase: P) -> Self {
        Self(Stored::new(phase, &mut Spare::new()))
    }

    /// The name of the phase.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.get().name()
    }

    /// Whether the phase is a `P`.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("scaffold/duel.txt")]
    /// let card = AnyPhase::new(DrawPhase(2));
    /// assert!(card.is::<DrawPhase>());
    /// assert!(!card.is::<PlayPhase>());
    /// ```
    #[must_use]
    pub fn is<P: PhaseInfo<World = W>>(&self) -> bool {
        self.0.get().as_any().is::<P>()
    }

    /// The phase, if it is a `P`.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("scaffold/duel.txt")]
    /// let card = AnyPhase::new(DrawPhase(2));
    /// assert_eq!(card.downcast_ref(), Some(&DrawPhase(2)));
    /// assert_eq!(card.downcast_ref::<PlayPhase>(), None);
    /// ```
    #[must_use]
    pub fn downcast_ref<P: PhaseInfo<World = W>>(&self) -> Option<&P> {
        self.0.get().as_any().downcast_ref()
    }

    /// The phase, if it is a `P`, to change it.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("scaffold/duel.txt")]
    /// let mut card = AnyPhase::new(DrawPhase(2));
    /// if let Some(draw) = card.downcast_mut::<DrawPhase>() {
    ///     draw.0 *= 2;
    /// }
    /// assert_eq!(format!("{card:?}"), "DrawPhase(4)");
    /// ```
    #[must_use]
    pub fn downcast_mut<P: PhaseInfo<World = W>>(&mut self) -> Option<&mut P> {
        self.0.get_mut().as_any_mut().downcast_mut()
    }

    /// Unwraps the phase.
    ///
    /// # Errors
    ///
    /// Gives the phase back as it is when it is no `P`.
    ///
    /// # Examples
    ///
    /// A card that is countered goes back to the hand, and any other phase on:
    ///
    /// ```
    #[doc = include_str!("scaffold/duel.txt")]
    /// # let mut hand = vec![];
    /// # let mut phases = PhaseManager::new();
    /// let phase = AnyPhase::new(PlayPhase("Knight"));
    /// match phase.downcast::<PlayPhase>() {
    ///     Ok(PlayPhase(card)) => hand.push(card),
    ///     Err(other) => phases.push(other),
    /// }
    /// assert_eq!(hand, ["Knight"]);
    /// ```
    pub fn downcast<P: PhaseInfo<World = W>>(self) -> Result<P, Self> {
        self.0.take(&mut Spare::new()).map_err(Self)
    }

    /// The phase, to look at without owning it.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("scaffold/duel.txt")]
    /// let card = AnyPhase::new(DrawPhase(2));
    /// let seen: PhaseRef<'_> = card.as_ref();
    /// assert_eq!(seen.name(), card.name());
    /// ```
    #[must_use]
    pub fn as_ref(&self) -> PhaseRef<'_> {
        PhaseRef(self.0.get().inspect())
    }
}

impl<P: Phase> From<P> for AnyPhase<P::World> {
    fn from(phase: P) -> Self {
        Self::new(phase)
    }
}

impl<W: 'static> fmt::Debug for AnyPhase<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.get().inspect().fmt(f)
    }
}

/// What can be queued on a manager: a phase, or a phase of any type.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be queued: it is not a phase",
    label = "does not implement `Phase`",
    note = "put `#[phase]` on the definition of `{Self}`, and write `impl Phase for {Self}` with its `start`"
)]
pub trait Queueable {
    type World: 'static;

    fn into_any_phase(self, spare: &mut Spare) -> AnyPhase<Self::World>;

    fn is_ordered(&self) -> bool;
}

impl<P: Phase> Queueable for P {
    type World = P::World;

    fn into_any_phase(self, spare: &mut Spare) -> AnyPhase<P::World> {
        AnyPhase(Stored::new(self, spare))
    }

    fn is_ordered(&self) -> bool {
        P::__DESCRIPTION.best.is_some()
    }
}

impl<W: 'static> Queueable for AnyPhase<W> {
    type World = W;

    fn into_any_phase(self, spare: &mut Spare) -> Self {
        // When it has ended, its memory will be there to take the place of this.
        spare.free_one();
        self
    }

    fn is_ordered(&self) -> bool {
        self.0.get().best().is_some()
    }
}

/// Erases the type of a phase that is about to be queued in an [`Agenda`].
///
/// A macro and not a function, because the compiler follows the phases that queue each other from one to the next, and
/// every function in between makes that way longer, up to where a large game meets the recursion limit.
macro_rules! erase {
    ($agenda:expr, $phase:ident : $Phase:ident) => {{
        if const { <$Phase as $crate::phase::PhaseInfo>::__DESCRIPTION.best.is_some() } {
            $agenda.due.add($crate::due::Due::ORDER);
        }
        $crate::declare::SameWorld::same($crate::erased::AnyPhase($crate::storage::Stored::new(
            $phase,
            &mut $agenda.spare,
        )))
    }};
}
pub(crate) use erase;

/// A phase in the manager, to look at.
///
/// Its `Debug` is that of the phase.
///
/// # Examples
///
/// ```
#[doc = include_str!("scaffold/duel.txt")]
/// # let mut phases = PhaseManager::new();
/// phases.push(DrawPhase(2));
/// if let Some(phase) = phases.find_named("DrawPhase")? {
///     assert_eq!(phase.name(), "DrawPhase");
///     assert_eq!(format!("{phase:?}"), "DrawPhase(2)");
///     assert_eq!(phase.downcast_ref(), Some(&DrawPhase(2)));
/// }
/// # assert!(phases.contains_named("DrawPhase")?);
/// # Ok::<(), NameError>(())
/// ```
#[derive(Clone, Copy)]
pub struct PhaseRef<'a>(pub(crate) &'a dyn Inspect);

impl<'a> PhaseRef<'a> {
    /// The name of the phase.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether the phase is a `P`.
    #[must_use]
    pub fn is<P: PhaseInfo>(self) -> bool {
        self.0.as_any().is::<P>()
    }

    /// The phase, if it is a `P`.
    #[must_use]
    pub fn downcast_ref<P: PhaseInfo>(self) -> Option<&'a P> {
        self.0.as_any().downcast_ref()
    }

    /// What the registry knows of the phase; `None` where start-up code does not run.
    ///
    /// # Examples
    ///
    /// A debug overlay that tells what the game waits for:
    ///
    /// ```
    #[doc = include_str!("scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    /// if let Some(entry) = phases.current().and_then(PhaseRef::entry) {
    ///     assert_eq!(entry.docs(), "Lasts until the player has chosen.");
    /// }
    /// # assert!(phases.current().unwrap().entry().is_some());
    /// # Ok::<(), RunError>(())
    /// ```
    #[must_use]
    pub fn entry(self) -> Option<&'static PhaseEntry> {
        entry_of(self.0.as_any().type_id())
    }
}

impl fmt::Debug for PhaseRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
