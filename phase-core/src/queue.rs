//! The queue as a running phase sees it.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

use crate::agenda::Agenda;
use crate::declare::{Common, DeferredBy, PushedBy, SameWorld, UnshiftedBy};
use crate::erased::{AnyPhase, PhaseRef, erase};
use crate::lookup::{Inserted, look_ups};
use crate::names::NameError;
use crate::phase::{Phase, PhaseInfo};
use crate::tree::Beside;
use crate::undeclared::{Undeclared, declared};

/// The level tree in the hands of the running phase `P`: queues follow-ups, and changes what is queued.
///
/// Helper functions take `&mut Queue<'_, P>`, and `&mut World` where they need it; so they can be called from
/// `start`, from `update`, from `on_end`, and in loops over the world. A helper for many phases names in its bounds
/// what it queues:
///
/// ```
/// use phase_core::prelude::*;
/// # pub struct Battle;
/// # #[phase(world = Battle, leaf)]
/// # #[derive(Debug)]
/// # struct FaintPhase(usize);
/// # impl Phase for FaintPhase {
/// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
/// # }
///
/// fn queue_faint<P>(queue: &mut Queue<'_, P>, slot: usize)
/// where
///     P: Phase<World = Battle> + Defers<FaintPhase>,
/// {
///     queue.defer(FaintPhase(slot));
/// }
/// ```
///
/// The running phase itself has been taken out of the tree, and no look-up finds it; nor is a parked phase found.
pub struct Queue<'run, P: PhaseInfo> {
    pub(crate) agenda: &'run mut Agenda<P::World>,
    phase: PhantomData<fn() -> P>,
}

impl<'run, P: PhaseInfo> Queue<'run, P> {
    pub(crate) fn new(agenda: &'run mut Agenda<P::World>) -> Self {
        Self { agenda, phase: PhantomData }
    }

    /// Queues a phase at the end of level 0: after everything that is queued already.
    pub fn push<C>(&mut self, phase: C)
    where
        C: Phase + PushedBy<P>,
        C::World: SameWorld<P::World>,
    {
        let phase = erase!(self.agenda, phase: C);
        self.agenda.tree.push(phase);
    }

    /// Queues a phase one level above the running one: it runs next, after those unshifted before it.
    pub fn unshift<C>(&mut self, phase: C)
    where
        C: Phase + UnshiftedBy<P>,
        C::World: SameWorld<P::World>,
    {
        let phase = erase!(self.agenda, phase: C);
        self.agenda.tree.unshift(phase);
    }

    /// Queues a phase to run after all that the running one unshifts, and all that those queue above themselves;
    /// but before the running phase's own siblings. It does not matter which is called first.
    pub fn defer<C>(&mut self, phase: C)
    where
        C: Phase + DeferredBy<P>,
        C::World: SameWorld<P::World>,
    {
        let phase = erase!(self.agenda, phase: C);
        self.agenda.tree.defer(phase);
    }

    /// Pushes a phase of any type, if the running phase declares that it may.
    ///
    /// # Errors
    ///
    /// [`Undeclared`], with the phase in it. A phase that declares nothing may queue anything.
    pub fn push_any(&mut self, phase: AnyPhase<P::World>) -> Result<(), Undeclared<P::World>> {
        let phase = declared::<P>(phase, "pushes", |flow| flow.pushes)?;
        let phase = self.agenda.admit(phase);
        self.agenda.tree.push(phase);
        Ok(())
    }

    /// Unshifts a phase of any type, if the running phase declares that it may.
    ///
    /// # Errors
    ///
    /// As for [`push_any`](Self::push_any).
    pub fn unshift_any(&mut self, phase: AnyPhase<P::World>) -> Result<(), Undeclared<P::World>> {
        let phase = declared::<P>(phase, "unshifts", |flow| flow.unshifts)?;
        let phase = self.agenda.admit(phase);
        self.agenda.tree.unshift(phase);
        Ok(())
    }

    /// Defers a phase of any type, if the running phase declares that it may.
    ///
    /// # Errors
    ///
    /// As for [`push_any`](Self::push_any).
    pub fn defer_any(&mut self, phase: AnyPhase<P::World>) -> Result<(), Undeclared<P::World>> {
        let phase = declared::<P>(phase, "defers", |flow| flow.defers)?;
        let phase = self.agenda.admit(phase);
        self.agenda.tree.defer(phase);
        Ok(())
    }

    /// A queue for [common](Common) phases, which any phase may queue without declaring it.
    ///
    /// It does not depend on the running phase's type, so helpers over it need no bounds:
    ///
    /// ```
    /// use phase_core::prelude::*;
    ///
    /// pub struct Battle;
    ///
    /// #[phase(world = Battle, common)]
    /// #[derive(Debug)]
    /// struct MessagePhase(String);
    /// # impl Phase for MessagePhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    ///
    /// fn say(mut queue: CommonQueue<'_, Battle>, text: &str) {
    ///     queue.unshift(MessagePhase(text.to_owned()));
    /// }
    ///
    /// #[phase(world = Battle, leaf)]
    /// #[derive(Debug)]
    /// struct MissPhase;
    ///
    /// impl Phase for MissPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         say(guard.queue.common(), "It missed!");
    ///         guard.end()
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(MissPhase);
    /// # phases.step(&mut Battle).unwrap();
    /// # assert_eq!(phases.levels().to_string(), r#"1: [MessagePhase("It missed!")]"#);
    /// ```
    pub fn common(&mut self) -> CommonQueue<'_, P::World> {
        CommonQueue { agenda: self.agenda }
    }

    /// Drops every queued phase; parked ones are cancelled as soon as the running phase has given its flow back.
    ///
    /// The running phase goes on, and still has to end. What it queues from now on stands as if it had come from
    /// level 0.
    pub fn clear(&mut self) {
        self.agenda.clear();
    }

    /// Has `run` return [`Halted`](crate::RunStatus::Halted) once nothing runs, before anything else starts.
    ///
    /// The next `run` goes on from there. A failure, a cancel or a wait in between does not undo it.
    pub fn halt(&mut self) {
        self.agenda.halted = true;
    }

    /// The level that the running phase came from; 0 after [`clear`](Self::clear).
    #[must_use]
    pub fn current_level(&self) -> usize {
        self.agenda.tree.current_level()
    }

    /// The number of queued phases, which the running one is not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.agenda.tree.len()
    }

    /// Whether no phase is queued.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.agenda.tree.is_empty()
    }

    /// Puts `new` in the place of the first queued `T` that `matches`, and gives that one back.
    ///
    /// # Errors
    ///
    /// Gives `new` back when nothing matches.
    pub fn replace<T, N>(&mut self, matches: impl FnMut(&T) -> bool, new: N) -> Result<T, N>
    where
        T: PhaseInfo,
        T::World: SameWorld<P::World>,
        N: Phase<World = P::World> + UnshiftedBy<P>,
    {
        self.agenda.replace(matches, new)
    }

    /// Puts `new` directly before the first queued `T`; without one it is unshifted.
    pub fn insert_before<T>(
        &mut self,
        new: impl Phase<World: SameWorld<P::World>> + UnshiftedBy<P>,
    ) -> Inserted
    where
        T: PhaseInfo,
        T::World: SameWorld<P::World>,
    {
        let new = self.agenda.admit(new);
        self.agenda.insert::<T>(Beside::Before, new)
    }

    /// Puts `new` directly after the first queued `T`; without one it is unshifted.
    pub fn insert_after<T>(
        &mut self,
        new: impl Phase<World: SameWorld<P::World>> + UnshiftedBy<P>,
    ) -> Inserted
    where
        T: PhaseInfo,
        T::World: SameWorld<P::World>,
    {
        let new = self.agenda.admit(new);
        self.agenda.insert::<T>(Beside::After, new)
    }

    look_ups!(P::World);
}

impl<P: PhaseInfo> fmt::Debug for Queue<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").field("phase", &P::NAME).field("levels", &self.agenda.tree).finish()
    }
}

/// A queue for [common](Common) phases; see [`Queue::common`].
pub struct CommonQueue<'run, W: 'static> {
    agenda: &'run mut Agenda<W>,
}

impl<W: 'static> CommonQueue<'_, W> {
    /// Queues a phase at the end of level 0; see [`Queue::push`].
    pub fn push<C: Phase<World: SameWorld<W>> + Common>(&mut self, phase: C) {
        let phase = erase!(self.agenda, phase: C);
        self.agenda.tree.push(phase);
    }

    /// Queues a phase to run next, after those unshifted before it; see [`Queue::unshift`].
    pub fn unshift<C: Phase<World: SameWorld<W>> + Common>(&mut self, phase: C) {
        let phase = erase!(self.agenda, phase: C);
        self.agenda.tree.unshift(phase);
    }

    /// Queues a phase to run after all that the running one unshifts; see [`Queue::defer`].
    pub fn defer<C: Phase<World: SameWorld<W>> + Common>(&mut self, phase: C) {
        let phase = erase!(self.agenda, phase: C);
        self.agenda.tree.defer(phase);
    }
}

impl<W: 'static> fmt::Debug for CommonQueue<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommonQueue").field("levels", &self.agenda.tree).finish()
    }
}
