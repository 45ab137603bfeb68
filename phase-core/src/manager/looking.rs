//! Looking at what is queued, waits or is parked, and changing it.

use super::running::Rest;
use super::{PhaseManager, Waiting};
use crate::any::{AnyPhase, look_ups_by_name};
#[cfg(feature = "causes")]
use crate::kernel::Causer;
use crate::kernel::{PhaseLevels, PhaseRef, SameWorld, Stored, look_ups};
use crate::phase::PhaseInfo;
use crate::registry::NameError;

/// # Look
///
/// What waits, what is parked, what is queued; and finding, changing and removing queued phases, by type or by name.
///
/// Each look-up is a pass over the queued phases, up to what it finds.
impl<W: 'static> PhaseManager<W> {
    /// The phase that waits, which is the one that has started and not ended.
    ///
    /// Parked phases are not it, and between two phases there is none.
    ///
    /// # Examples
    ///
    /// A screen that shows the line that waits for a key:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("Who goes there?"));
    /// phases.run(&mut story)?;
    /// let current = phases.current().unwrap();
    /// if let Some(LinePhase(line)) = current.downcast_ref() {
    ///     assert_eq!(*line, "Who goes there?");
    /// }
    /// # assert_eq!(current.name(), "LinePhase");
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    #[must_use]
    pub fn current(&self) -> Option<PhaseRef<'_>> {
        self.running.as_ref().map(|running| running.phase.as_ref())
    }

    /// Which phase waits, and for how many updates in a row; a host can tell from it that a phase hangs.
    ///
    /// # Examples
    ///
    /// A host that gets suspicious of a phase that never ends:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("Anybody there?"));
    /// for _ in 0..4 {
    ///     phases.run(&mut story)?; // starts the phase, and then updates it 3 times
    /// }
    /// let waiting = phases.waiting().unwrap();
    /// assert_eq!((waiting.name, waiting.updates), ("LinePhase", 3));
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    #[must_use]
    pub fn waiting(&self) -> Option<Waiting> {
        self.running.as_ref().map(|running| {
            let updates = match running.rest {
                Rest::Waiting { updates } => updates,
                _ => 0,
            };
            Waiting {
                name: running.name(),
                updates,
                suspended: matches!(running.rest, Rest::Suspended(_) | Rest::Restored),
                asking: matches!(running.rest, Rest::Asking { .. }),
            }
        })
    }

    /// The phases that set the waiting one off, the nearest first; see [`Queue::causes`](crate::Queue::causes). None if
    /// nothing waits.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # #[phase(world = Story)]
    /// # #[derive(Debug)]
    /// # struct ScenePhase;
    /// # impl Phase for ScenePhase {
    /// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.unshift(LinePhase("Who goes there?"));
    /// #         guard.end()
    /// #     }
    /// # }
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ScenePhase); // which unshifts a `LinePhase`
    /// phases.run(&mut story)?;
    /// let causes: Vec<_> = phases.causes().map(|cause| cause.name()).collect();
    /// assert_eq!(causes, ["ScenePhase"]);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    #[cfg(feature = "causes")]
    pub fn causes(&self) -> impl Iterator<Item = Causer> + '_ {
        self.running.iter().flat_map(|_| self.schedule.causes())
    }

    /// The phases set aside by interrupts, the innermost last.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("It was a dark night."));
    /// phases.run(&mut story)?;
    /// phases.interrupt(ChoicePhase);
    /// assert_eq!(phases.parked().map(PhaseRef::name).collect::<Vec<_>>(), ["LinePhase"]);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn parked(&self) -> impl Iterator<Item = PhaseRef<'_>> {
        // What a clear has swept away does not come back, even where a panic has kept it from being told.
        self.parked.iter().skip(self.schedule.swept).map(|running| running.phase.as_ref())
    }

    /// The queued phase that would start next, if the world stays as it is.
    ///
    /// What waits or is parked is passed over, and [`when_empty`](Self::when_empty) is not asked. Of
    /// [ordered](crate::Ordered) phases it is the best. Costs time linear in the number of levels and in the phases of its
    /// level.
    ///
    /// # Examples
    ///
    /// A display that shows who is next:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # let battle = Battle::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(MovePhase("Aspen"));
    /// phases.unshift(FaintPhase("Bezel"));
    /// assert_eq!(phases.peek(&battle).map(PhaseRef::name), Some("FaintPhase"));
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    #[must_use]
    pub fn peek(&self, world: &W) -> Option<PhaseRef<'_>> {
        self.schedule.peek(world).map(Stored::as_ref)
    }

    /// The level that the phase that ran last came from; 0 before the first, after [`clear`](Self::clear), and when
    /// everything has run.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// let mut phases = PhaseManager::new();
    /// phases.unshift(DrawPhase(1));
    /// phases.step(&mut duel)?;
    /// assert_eq!(phases.current_level(), 1);
    /// # phases.run(&mut duel)?;
    /// # assert_eq!(phases.current_level(), 0);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn current_level(&self) -> usize {
        self.schedule.tree.current_level()
    }

    /// The number of queued phases; running and parked ones are not among them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.schedule.tree.len()
    }

    /// Whether no phase is queued.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.schedule.tree.is_empty()
    }

    look_ups!(W);
    look_ups_by_name!(W);
}
