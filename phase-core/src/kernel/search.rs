//! Look-ups by type over queued phases. The manager and the queue of a running phase both use these.

use core::any::Any;

use super::doors::Exit;
use super::inspect::PhaseRef;
use super::schedule::Schedule;
use super::storage::Stored;

/// Where a phase went that was to stand beside another.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// let mut phases = PhaseManager::new();
/// phases.push(MovePhase("Aspen"));
/// let message = MessagePhase("It hits!");
/// assert_eq!(phases.insert_after::<MovePhase>(message), Inserted::Beside);
///
/// // Nobody is about to faint, so this one runs next.
/// let message = MessagePhase("Hold on!");
/// assert_eq!(phases.insert_before::<FaintPhase>(message), Inserted::Unshifted);
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// Beside the first match, as asked.
    Beside,
    /// No phase of that type is queued, so it was unshifted: it runs next.
    Unshifted,
}

/// Whether a stored phase is a `T` that matches.
pub(super) fn is<'a, W: 'static, T: Any>(
    mut matches: impl FnMut(&T) -> bool + 'a,
) -> impl FnMut(&Stored<W>) -> bool + 'a {
    move |phase| phase.get().as_any().downcast_ref().is_some_and(&mut matches)
}

impl<W: 'static> Schedule<W> {
    pub(crate) fn find<T: Any>(&self, mut matches: impl FnMut(&T) -> bool) -> Option<&T> {
        self.find_all().find(|phase| matches(phase))
    }

    pub(crate) fn find_mut<T: Any>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<&mut T> {
        self.tree.find_mut(is(matches))?.get_mut().as_any_mut().downcast_mut()
    }

    pub(crate) fn find_all<T: Any>(&self) -> impl Iterator<Item = &T> {
        self.tree.in_run_order().filter_map(|phase| phase.get().as_any().downcast_ref())
    }

    pub(crate) fn remove<T: Any>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<T> {
        let standing = self.standing();
        let phase = self.tree.remove_first(is(matches))?;
        Some(self.hand_back(phase, &standing))
    }

    pub(crate) fn retain(&mut self, mut keep: impl FnMut(PhaseRef<'_>) -> bool) -> usize {
        let standing = self.standing();
        let dropped = self.tree.remove_all(|phase| !keep(phase.as_ref()));
        let count = dropped.len();
        self.let_all_go(dropped, &standing, Exit::Retained);
        count
    }

    pub(crate) fn remove_all<T: Any>(&mut self, matches: impl FnMut(&T) -> bool) -> usize {
        let standing = self.standing();
        let removed = self.tree.remove_all(is(matches));
        let count = removed.len();
        self.let_all_go(removed, &standing, Exit::Removed);
        count
    }
}

/// The look-ups that a manager and a queue have in common, for an `impl` with a field `schedule`.
macro_rules! look_ups {
    ($world:ty) => {
        /// The levels that have phases queued, from the bottom up; their `Display` gives a line per level.
        ///
        /// So the last line is served first.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = include_str!("../scaffold/duel.txt")]
        /// # let mut phases = PhaseManager::new();
        /// phases.push(PlayPhase("Knight"));
        /// phases.push(EndTurnPhase);
        /// phases.unshift(DrawPhase(1));
        /// println!("{}", phases.levels());
        /// assert_eq!(
        ///     phases.levels().to_string(),
        ///     "0: [PlayPhase(\"Knight\"), EndTurnPhase]\n\
        ///      1: [DrawPhase(1)]",
        /// );
        /// ```
        ///
        /// The game around it: [a duel](crate::guide::games#a-duel).
        #[must_use]
        pub fn levels(&self) -> PhaseLevels<'_, $world> {
            PhaseLevels::new(self.schedule.tree.levels())
        }

        /// Whether a queued `T` matches.
        ///
        /// Look-ups go in run order: topmost level first, first in first out within a level. [Ordered](crate::Ordered)
        /// phases stand as they were queued, since their order is decided only when one comes up. They see queued phases
        /// only: neither the running phase nor parked ones. Each takes time linear in the number of queued phases.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = include_str!("../scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(MovePhase("Aspen"));
        /// assert!(phases.contains(|m: &MovePhase| m.0 == "Aspen"));
        /// assert!(!phases.contains::<FaintPhase>(|_| true));
        /// ```
        ///
        /// The game around it: [a battle](crate::guide::games#a-battle).
        pub fn contains<T>(&self, matches: impl FnMut(&T) -> bool) -> bool
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.schedule.find(matches).is_some()
        }

        /// The first queued `T` that matches, in run order; of [ordered](crate::Ordered) phases the one queued first.
        ///
        /// # Examples
        ///
        /// Whose turn is next:
        ///
        /// ```
        #[doc = include_str!("../scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(FaintPhase("Cinder"));
        /// phases.push(MovePhase("Aspen"));
        /// phases.push(MovePhase("Bezel"));
        /// assert_eq!(phases.find(|_| true), Some(&MovePhase("Aspen")));
        /// ```
        ///
        /// The game around it: [a battle](crate::guide::games#a-battle).
        pub fn find<T>(&self, matches: impl FnMut(&T) -> bool) -> Option<&T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.schedule.find(matches)
        }

        /// The first queued `T` that matches, in run order, to change it.
        ///
        /// # Examples
        ///
        /// A card that makes the next draw a larger one:
        ///
        /// ```
        #[doc = include_str!("../scaffold/duel.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(DrawPhase(1));
        /// if let Some(draw) = phases.find_mut::<DrawPhase>(|_| true) {
        ///     draw.0 += 2;
        /// }
        /// assert_eq!(phases.levels().to_string(), "0: [DrawPhase(3)]");
        /// ```
        ///
        /// The game around it: [a duel](crate::guide::games#a-duel).
        pub fn find_mut<T>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<&mut T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.schedule.find_mut(matches)
        }

        /// Every queued `T`, in run order; [ordered](crate::Ordered) phases as they were queued.
        ///
        /// # Examples
        ///
        /// A preview of the order of moves:
        ///
        /// ```
        #[doc = include_str!("../scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(MovePhase("Aspen"));
        /// phases.push(MovePhase("Bezel"));
        /// phases.unshift(MovePhase("Cinder"));
        /// let order: Vec<_> = phases.find_all().map(|m: &MovePhase| m.0).collect();
        /// assert_eq!(order, ["Cinder", "Aspen", "Bezel"]);
        /// ```
        ///
        /// The game around it: [a battle](crate::guide::games#a-battle).
        pub fn find_all<T>(&self) -> impl Iterator<Item = &T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.schedule.find_all()
        }

        /// Takes the first queued `T` that matches out of the tree.
        ///
        /// # Examples
        ///
        /// A card that is countered before it comes into play:
        ///
        /// ```
        #[doc = include_str!("../scaffold/duel.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(PlayPhase("Knight"));
        /// phases.push(PlayPhase("Dragon"));
        /// let countered = phases.remove(|card: &PlayPhase| card.0 == "Dragon");
        /// assert_eq!(countered, Some(PlayPhase("Dragon")));
        /// assert_eq!(phases.len(), 1);
        /// ```
        ///
        /// The game around it: [a duel](crate::guide::games#a-duel).
        pub fn remove<T>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.schedule.remove(matches)
        }

        /// Drops every queued `T` that matches, and says how many there were.
        ///
        /// `matches` is asked of all queued phases before any of them is taken out.
        ///
        /// # Examples
        ///
        /// A fainted battler does not move any more:
        ///
        /// ```
        #[doc = include_str!("../scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(MovePhase("Aspen"));
        /// phases.push(MovePhase("Bezel"));
        /// phases.push(MovePhase("Aspen"));
        /// assert_eq!(phases.remove_all(|m: &MovePhase| m.0 == "Aspen"), 2);
        /// assert_eq!(phases.levels().to_string(), r#"0: [MovePhase("Bezel")]"#);
        /// ```
        ///
        /// The game around it: [a battle](crate::guide::games#a-battle).
        pub fn remove_all<T>(&mut self, matches: impl FnMut(&T) -> bool) -> usize
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.schedule.remove_all(matches)
        }

        /// Keeps the queued phases to which `keep` says yes, drops the others, and says how many went.
        ///
        /// It is asked of all queued phases, whatever their type, in run order, before any of them is dropped, which
        /// happens in that order too. Neither the running phase nor parked ones are among them.
        ///
        /// # Examples
        ///
        /// A countered spell goes, with whatever else belongs to its caster:
        ///
        /// ```
        #[doc = include_str!("../scaffold/duel.txt")]
        /// # let mut phases = PhaseManager::new();
        /// phases.push(PlayPhase("Knight"));
        /// phases.push(DrawPhase(2));
        /// phases.push(EndTurnPhase);
        /// let dropped = phases.retain(|phase| phase.is::<EndTurnPhase>());
        /// assert_eq!(dropped, 2);
        /// assert_eq!(phases.levels().to_string(), "0: [EndTurnPhase]");
        /// ```
        ///
        /// The game around it: [a duel](crate::guide::games#a-duel).
        pub fn retain(&mut self, keep: impl FnMut(PhaseRef<'_>) -> bool) -> usize {
            self.schedule.retain(keep)
        }
    };
}
pub(crate) use look_ups;
