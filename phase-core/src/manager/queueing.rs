//! Queueing from outside of any phase.

use super::PhaseManager;
use crate::any::{Queueable, enter_any};
use crate::kernel::{Inserted, SameWorld, Schedule};
use crate::phase::{Phase, PhaseInfo};

/// # Queue
///
/// What the host queues is queued as if the phase that ran last had done so. Inside a phase, this is done by the
/// [`Queue`](crate::Queue) of its guard.
///
/// To push, unshift and defer take constant time; the others look for a place first, in a pass over the queued phases.
impl<W: 'static> PhaseManager<W> {
    /// Queues a phase at the end of level 0: after everything that is queued already.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(MovePhase("Aspen"));
    /// phases.push(MovePhase("Bezel"));
    /// assert_eq!(
    ///     phases.levels().to_string(),
    ///     r#"0: [MovePhase("Aspen"), MovePhase("Bezel")]"#,
    /// );
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn push<C>(&mut self, phase: C)
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        enter_any(&mut self.schedule, phase, Schedule::push);
    }

    /// Queues a phase one level above that of the phase that ran last: it runs next, after those unshifted before.
    ///
    /// It counts as set off by the phase that ran last, and so it is dropped where a [scope](crate::Scope) is skipped that has
    /// set that one off. What has nothing to do with it is [pushed](Self::push), or [interrupts](Self::interrupt).
    ///
    /// # Examples
    ///
    /// A cheat that a tester types in between two steps:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(PlayPhase("Knight"));
    /// phases.unshift(DrawPhase(5));
    /// phases.unshift(PlayPhase("Dragon"));
    /// assert_eq!(
    ///     phases.levels().to_string(),
    ///     "0: [PlayPhase(\"Knight\")]\n\
    ///      1: [DrawPhase(5), PlayPhase(\"Dragon\")]",
    /// );
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn unshift<C>(&mut self, phase: C)
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        enter_any(&mut self.schedule, phase, Schedule::unshift);
    }

    /// Queues a phase to run after all that the phase that ran last has unshifted.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(PlayPhase("Knight"));
    /// phases.defer(EndTurnPhase);
    /// phases.unshift(DrawPhase(5));
    /// assert_eq!(
    ///     phases.levels().to_string(),
    ///     "0: [PlayPhase(\"Knight\")]\n\
    ///      1: [EndTurnPhase]\n\
    ///      2: [DrawPhase(5)]",
    /// );
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn defer<C>(&mut self, phase: C)
    where
        C: Queueable,
        C::World: SameWorld<W>,
    {
        enter_any(&mut self.schedule, phase, Schedule::defer);
    }

    /// Puts `new` directly before the first queued `T`; without one it is unshifted.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(MessagePhase("Round 1"));
    /// phases.push(MovePhase("Aspen"));
    /// let place = phases.insert_before::<MovePhase>(FaintPhase("Bezel"));
    /// assert_eq!(place, Inserted::Beside);
    /// assert_eq!(
    ///     phases.levels().to_string(),
    ///     r#"0: [MessagePhase("Round 1"), FaintPhase("Bezel"), MovePhase("Aspen")]"#,
    /// );
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn insert_before<T>(&mut self, new: impl Queueable<World: SameWorld<W>>) -> Inserted
    where
        T: PhaseInfo,
        T::World: SameWorld<W>,
    {
        enter_any(&mut self.schedule, new, Schedule::insert_before::<T>)
    }

    /// Puts `new` directly after the first queued `T`; without one it is unshifted.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(MovePhase("Aspen"));
    /// phases.push(MovePhase("Bezel"));
    /// phases.insert_after::<MovePhase>(MessagePhase("It hits!"));
    /// assert_eq!(
    ///     phases.levels().to_string(),
    ///     r#"0: [MovePhase("Aspen"), MessagePhase("It hits!"), MovePhase("Bezel")]"#,
    /// );
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn insert_after<T>(&mut self, new: impl Queueable<World: SameWorld<W>>) -> Inserted
    where
        T: PhaseInfo,
        T::World: SameWorld<W>,
    {
        enter_any(&mut self.schedule, new, Schedule::insert_after::<T>)
    }

    /// Puts `new` in the place of the first queued `T` that `matches`, and gives that one back.
    ///
    /// # Errors
    ///
    /// Gives `new` back when nothing matches.
    ///
    /// # Examples
    ///
    /// A console command that swaps one card for another:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let mut phases = PhaseManager::new();
    /// phases.push(PlayPhase("Knight"));
    /// let is_knight = |card: &PlayPhase| card.0 == "Knight";
    /// assert_eq!(phases.replace(is_knight, DrawPhase(2)), Ok(PlayPhase("Knight")));
    /// assert_eq!(phases.levels().to_string(), "0: [DrawPhase(2)]");
    ///
    /// // There is no other knight, so the new phase comes back.
    /// assert_eq!(phases.replace(is_knight, DrawPhase(3)), Err(DrawPhase(3)));
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn replace<T, N>(&mut self, matches: impl FnMut(&T) -> bool, new: N) -> Result<T, N>
    where
        T: PhaseInfo,
        T::World: SameWorld<W>,
        N: Phase<World = W>,
    {
        self.schedule.replace(matches, new)
    }
}
