//! Look-ups by type over queued phases. The manager and the queue of a running phase both use these.

use crate::agenda::Agenda;
use crate::due::Due;
use crate::erased::AnyPhase;
use crate::phase::{Phase, PhaseInfo};
use crate::storage::Stored;
use crate::tree::Beside;

/// Where a phase went that was to stand beside another.
///
/// # Examples
///
/// ```
#[doc = include_str!("scaffold/battle.txt")]
/// let mut phases = PhaseManager::new();
/// phases.push(MovePhase("Aspen"));
/// let message = MessagePhase("It hits!");
/// assert_eq!(phases.insert_after::<MovePhase>(message), Inserted::Beside);
///
/// // Nobody is about to faint, so this one runs next.
/// let message = MessagePhase("Hold on!");
/// assert_eq!(phases.insert_before::<FaintPhase>(message), Inserted::Unshifted);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// Beside the first match, as asked.
    Beside,
    /// No phase of that type is queued, so it was unshifted: it runs next.
    Unshifted,
}

fn is<'a, W: 'static, T: PhaseInfo>(
    mut matches: impl FnMut(&T) -> bool + 'a,
) -> impl FnMut(&AnyPhase<W>) -> bool + 'a {
    move |phase| phase.0.get().as_any().downcast_ref().is_some_and(&mut matches)
}

impl<W: 'static> Agenda<W> {
    pub(crate) fn find<T: PhaseInfo>(&self, mut matches: impl FnMut(&T) -> bool) -> Option<&T> {
        self.find_all().find(|phase| matches(phase))
    }

    pub(crate) fn find_mut<T: PhaseInfo>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<&mut T> {
        self.tree.find_mut(is(matches))?.0.get_mut().as_any_mut().downcast_mut()
    }

    pub(crate) fn find_all<T: PhaseInfo>(&self) -> impl Iterator<Item = &T> {
        self.tree.in_run_order().filter_map(|phase| phase.0.get().as_any().downcast_ref())
    }

    pub(crate) fn remove<T: PhaseInfo>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<T> {
        let phase = self.tree.remove_first(is(matches))?;
        Some(self.unwrap(phase))
    }

    pub(crate) fn remove_all<T: PhaseInfo>(&mut self, matches: impl FnMut(&T) -> bool) -> usize {
        self.tree.remove_all(is(matches)).len()
    }

    pub(crate) fn replace<T: PhaseInfo, N: Phase<World = W>>(
        &mut self,
        matches: impl FnMut(&T) -> bool,
        new: N,
    ) -> Result<T, N> {
        let make = |new| AnyPhase(Stored::new(new, &mut self.spare));
        let old = self.tree.replace(is(matches), new, make)?;
        self.due.add(Due::ORDER.if_so(N::__DESCRIPTION.best.is_some()));
        Ok(self.unwrap(old))
    }

    pub(crate) fn insert<T: PhaseInfo>(&mut self, beside: Beside, new: AnyPhase<W>) -> Inserted {
        match self.tree.insert_beside(beside, is(|_: &T| true), new) {
            Ok(()) => Inserted::Beside,
            Err(new) => {
                self.tree.unshift(new);
                Inserted::Unshifted
            }
        }
    }

    fn unwrap<T: PhaseInfo>(&mut self, phase: AnyPhase<W>) -> T {
        match phase.0.take(&mut self.spare) {
            Ok(phase) => phase,
            Err(_) => unreachable!("only phases of this type match"),
        }
    }
}

/// The look-ups that a manager and a queue have in common, for an `impl` with a field `agenda`.
macro_rules! look_ups {
    ($world:ty) => {
        /// Whether a queued `T` matches.
        ///
        /// Look-ups go in run order: topmost level first, first in first out within a level. They see queued phases
        /// only: neither the running phase nor parked ones. Each takes time linear in the number of queued phases.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = include_str!("scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(MovePhase("Aspen"));
        /// assert!(phases.contains(|m: &MovePhase| m.0 == "Aspen"));
        /// assert!(!phases.contains::<FaintPhase>(|_| true));
        /// ```
        pub fn contains<T>(&self, matches: impl FnMut(&T) -> bool) -> bool
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.find(matches).is_some()
        }

        /// The first queued `T` that matches, in run order.
        ///
        /// # Examples
        ///
        /// Whose turn is next:
        ///
        /// ```
        #[doc = include_str!("scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(FaintPhase("Cinder"));
        /// phases.push(MovePhase("Aspen"));
        /// phases.push(MovePhase("Bezel"));
        /// assert_eq!(phases.find(|_| true), Some(&MovePhase("Aspen")));
        /// ```
        pub fn find<T>(&self, matches: impl FnMut(&T) -> bool) -> Option<&T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.find(matches)
        }

        /// The first queued `T` that matches, in run order, to change it.
        ///
        /// # Examples
        ///
        /// A card that makes the next draw a larger one:
        ///
        /// ```
        #[doc = include_str!("scaffold/duel.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(DrawPhase(1));
        /// if let Some(draw) = phases.find_mut::<DrawPhase>(|_| true) {
        ///     draw.0 += 2;
        /// }
        /// assert_eq!(phases.levels().to_string(), "0: [DrawPhase(3)]");
        /// ```
        pub fn find_mut<T>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<&mut T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.find_mut(matches)
        }

        /// Every queued `T`, in run order.
        ///
        /// # Examples
        ///
        /// A preview of the order of moves:
        ///
        /// ```
        #[doc = include_str!("scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(MovePhase("Aspen"));
        /// phases.push(MovePhase("Bezel"));
        /// phases.unshift(MovePhase("Cinder"));
        /// let order: Vec<_> = phases.find_all().map(|m: &MovePhase| m.0).collect();
        /// assert_eq!(order, ["Cinder", "Aspen", "Bezel"]);
        /// ```
        pub fn find_all<T>(&self) -> impl Iterator<Item = &T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.find_all()
        }

        /// Takes the first queued `T` that matches out of the tree.
        ///
        /// # Examples
        ///
        /// A card that is countered before it comes into play:
        ///
        /// ```
        #[doc = include_str!("scaffold/duel.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(PlayPhase("Knight"));
        /// phases.push(PlayPhase("Dragon"));
        /// let countered = phases.remove(|card: &PlayPhase| card.0 == "Dragon");
        /// assert_eq!(countered, Some(PlayPhase("Dragon")));
        /// assert_eq!(phases.len(), 1);
        /// ```
        pub fn remove<T>(&mut self, matches: impl FnMut(&T) -> bool) -> Option<T>
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.remove(matches)
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
        #[doc = include_str!("scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(MovePhase("Aspen"));
        /// phases.push(MovePhase("Bezel"));
        /// phases.push(MovePhase("Aspen"));
        /// assert_eq!(phases.remove_all(|m: &MovePhase| m.0 == "Aspen"), 2);
        /// assert_eq!(phases.levels().to_string(), r#"0: [MovePhase("Bezel")]"#);
        /// ```
        pub fn remove_all<T>(&mut self, matches: impl FnMut(&T) -> bool) -> usize
        where
            T: PhaseInfo,
            T::World: SameWorld<$world>,
        {
            self.agenda.remove_all(matches)
        }

        /// Whether a phase of that name is queued.
        ///
        /// Costs a pass over the queued phases.
        ///
        /// # Errors
        ///
        /// [`NameError`] if no phase of the world has that name, or two have. Where start-up code does not run, only
        /// the names of queued phases are known.
        ///
        /// # Examples
        ///
        /// A condition in a script:
        ///
        /// ```
        #[doc = include_str!("scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(MovePhase("Aspen"));
        /// assert!(phases.contains_named("MovePhase")?);
        /// assert!(!phases.contains_named("FaintPhase")?);
        /// assert!(phases.contains_named("FeintPhase").is_err());
        /// # Ok::<(), NameError>(())
        /// ```
        pub fn contains_named(&self, name: &str) -> Result<bool, NameError> {
            self.agenda.find_named(name).map(|found| found.is_some())
        }

        /// The first queued phase of that name, in run order.
        ///
        /// # Errors
        ///
        /// As for [`contains_named`](Self::contains_named).
        ///
        /// # Examples
        ///
        /// ```
        #[doc = include_str!("scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(MovePhase("Aspen"));
        /// if let Some(phase) = phases.find_named("MovePhase")? {
        ///     println!("{phase:?} is queued");
        /// }
        /// # assert!(phases.find_named("MovePhase")?.is_some());
        /// # Ok::<(), NameError>(())
        /// ```
        pub fn find_named(&self, name: &str) -> Result<Option<PhaseRef<'_>>, NameError> {
            self.agenda.find_named(name)
        }

        /// Takes the first queued phase of that name out of the tree.
        ///
        /// # Errors
        ///
        /// As for [`contains_named`](Self::contains_named).
        ///
        /// # Examples
        ///
        /// A console command that puts a phase off to the end:
        ///
        /// ```
        #[doc = include_str!("scaffold/battle.txt")]
        /// let mut phases = PhaseManager::new();
        /// phases.push(FaintPhase("Bezel"));
        /// phases.push(MovePhase("Aspen"));
        /// if let Some(phase) = phases.remove_named("FaintPhase")? {
        ///     phases.push(phase);
        /// }
        /// let levels = phases.levels().to_string();
        /// assert_eq!(levels, r#"0: [MovePhase("Aspen"), FaintPhase("Bezel")]"#);
        /// # Ok::<(), NameError>(())
        /// ```
        pub fn remove_named(&mut self, name: &str) -> Result<Option<AnyPhase<$world>>, NameError> {
            self.agenda.remove_named(name)
        }
    };
}
pub(crate) use look_ups;
