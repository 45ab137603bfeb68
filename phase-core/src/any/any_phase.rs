//! One phase of any type, as games hold it.

use core::fmt;

use crate::kernel::{PhaseRef, Spare, Stored};
use crate::phase::{Phase, PhaseInfo};
use crate::registry::{PhaseEntry, entry_of};

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
    #[doc = include_str!("../scaffold/duel.txt")]
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
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
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
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let card = AnyPhase::new(DrawPhase(2));
    /// assert!(card.is::<DrawPhase>());
    /// assert!(!card.is::<PlayPhase>());
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn is<P: PhaseInfo<World = W>>(&self) -> bool {
        self.0.get().as_any().is::<P>()
    }

    /// The phase, if it is a `P`.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let card = AnyPhase::new(DrawPhase(2));
    /// assert_eq!(card.downcast_ref(), Some(&DrawPhase(2)));
    /// assert_eq!(card.downcast_ref::<PlayPhase>(), None);
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn downcast_ref<P: PhaseInfo<World = W>>(&self) -> Option<&P> {
        self.0.get().as_any().downcast_ref()
    }

    /// The phase, if it is a `P`, to change it.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let mut card = AnyPhase::new(DrawPhase(2));
    /// if let Some(draw) = card.downcast_mut::<DrawPhase>() {
    ///     draw.0 *= 2;
    /// }
    /// assert_eq!(format!("{card:?}"), "DrawPhase(4)");
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
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
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut hand = vec![];
    /// # let mut phases = PhaseManager::new();
    /// let phase = AnyPhase::new(PlayPhase("Knight"));
    /// match phase.downcast::<PlayPhase>() {
    ///     Ok(PlayPhase(card)) => hand.push(card),
    ///     Err(other) => phases.push(other),
    /// }
    /// assert_eq!(hand, ["Knight"]);
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn downcast<P: PhaseInfo<World = W>>(self) -> Result<P, Self> {
        self.0.take(&mut Spare::new()).map_err(Self)
    }

    /// The phase, to look at without owning it.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let card = AnyPhase::new(DrawPhase(2));
    /// let seen: PhaseRef<'_> = card.as_ref();
    /// assert_eq!(seen.name(), card.name());
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn as_ref(&self) -> PhaseRef<'_> {
        self.0.as_ref()
    }
}

impl<P: Phase> From<P> for AnyPhase<P::World> {
    fn from(phase: P) -> Self {
        Self::new(phase)
    }
}

impl<W: 'static> fmt::Debug for AnyPhase<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PhaseRef<'_> {
    /// What the registry knows of the phase; `None` where start-up code does not run.
    ///
    /// # Examples
    ///
    /// A debug overlay that tells what the game waits for:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
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
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    #[must_use]
    pub fn entry(self) -> Option<&'static PhaseEntry> {
        entry_of(self.of_type())
    }
}
