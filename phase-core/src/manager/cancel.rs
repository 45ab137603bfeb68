//! Giving phases up: by the host, after a panic, and when the tree is cleared around them.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::mem;

use scopeguard::{ScopeGuard, guard};

use super::PhaseManager;
use super::running::Running;
#[cfg(feature = "causes")]
use crate::kernel::PhaseId;
use crate::kernel::{Exit, Pending, RunError, Stored};

/// # Give up
///
/// What is queued, waits or is parked can be given up. What sets a waiting phase aside is [`interrupt`](Self::interrupt), which queues.
impl<W: 'static> PhaseManager<W> {
    /// Gives up the phase that waits, without `on_end`: its `on_cancel` runs, and what it had queued stays queued.
    ///
    /// Says whether a phase was waiting. Parked phases are not touched; a ticket of the phase becomes stale.
    ///
    /// # Examples
    ///
    /// A player walks away from a choice:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    /// assert!(phases.cancel(&mut story));
    /// assert_eq!(phases.run(&mut story)?, RunStatus::Idle);
    /// assert!(!phases.cancel(&mut story)); // nothing waits any more
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn cancel(&mut self, world: &mut W) -> bool {
        self.recover(world);
        let Some(running) = self.running.take() else { return false };
        self.cancel_one(running, self.current_level(), world);
        true
    }

    /// Like [`cancel`](Self::cancel), and drops all that the phase had unshifted and deferred.
    ///
    /// # Examples
    ///
    /// A player skips a cutscene, with the lines that were still to come:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # #[phase(world = Story)]
    /// # #[derive(Debug)]
    /// # struct CutscenePhase;
    /// impl Phase for CutscenePhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.unshift(LinePhase("Long ago, in a distant land .."));
    ///         guard.suspend(|story, curtain| story.choice = Some(curtain))
    ///     }
    /// }
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    ///
    /// phases.push(CutscenePhase);
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    /// assert!(phases.cancel_tree(&mut story));
    /// assert_eq!(phases.levels().to_string(), "0: [ChoicePhase]");
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn cancel_tree(&mut self, world: &mut W) -> bool {
        self.recover(world);
        let Some(running) = self.running.take() else { return false };
        // Both may run a caller's code, and a panic in the one must not keep the other from happening.
        let standing = self.schedule.standing();
        let children = self.schedule.tree.take_children();
        self.schedule.tell_dropped(&children, &standing, Exit::CancelledTree);
        self.cancel_one(running, self.current_level(), world);
        for child in children {
            self.schedule.let_go(child);
        }
        true
    }

    /// Gives up one of the [parked](Self::parked) phases, wherever it is among them: its `on_cancel` runs, and what it had
    /// queued stays queued.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    ///
    /// Says whether there was one with this id. Takes time linear in the phases queued above it.
    ///
    /// # Examples
    ///
    /// A player closes a window under the one that is open:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("And so .."));
    /// phases.run(&mut story)?;
    /// phases.interrupt(ChoicePhase);
    /// phases.run(&mut story)?;
    ///
    /// let line = phases.parked().next().unwrap().id();
    /// assert!(phases.cancel_parked(&mut story, line));
    /// assert_eq!(phases.parked().count(), 0);
    /// assert_eq!(phases.waiting().unwrap().name, "ChoicePhase");
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    #[cfg(feature = "causes")]
    pub fn cancel_parked(&mut self, world: &mut W, id: PhaseId) -> bool {
        self.recover(world);
        let Some(index) = self.parked.iter().position(|parked| parked.phase.id() == id) else { return false };
        let level = self.schedule.tree.parked_levels().nth(index).unwrap_or_default();
        self.schedule.tree.release(index);
        let parked = self.parked.remove(index);
        self.cancel_one(parked, level, world);
        true
    }

    /// Drops every queued phase and cancels the parked ones, innermost first.
    ///
    /// The phase that waits goes on waiting; what it queues afterwards stands as if it had come from level 0. To give up
    /// that one as well, call [`cancel_all`](Self::cancel_all). Inside a phase, [`Queue::clear`](crate::Queue::clear) does the same.
    ///
    /// # Examples
    ///
    /// A player skips what is to come, and reads the line that waits to its end:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("And so .."));
    /// phases.push(ChoicePhase);
    /// phases.run(&mut story)?;
    ///
    /// phases.clear(&mut story); // the choice goes
    /// assert_eq!(phases.waiting().unwrap().name, "LinePhase");
    /// # assert!(phases.is_empty());
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn clear(&mut self, world: &mut W) {
        self.recover(world);
        self.schedule.clear();
        self.cancel_condemned(world);
    }

    /// Says that the game is over: drops what is queued and cancels what is parked, as [`clear`](Self::clear) does, and has
    /// nothing come by itself any more.
    ///
    /// The phase that waits goes on waiting; to give that up as well, [cancel](Self::cancel) it. What is queued afterwards still runs; then a run comes to
    /// [`Idle`](crate::RunStatus::Idle), without asking [`when_empty`](Self::when_empty). Nothing takes it back.
    ///
    /// # Examples
    ///
    /// A player leaves, which ends the game for all:
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// let mut phases = PhaseManager::new().when_empty(|_: &mut Duel| DrawPhase(1));
    /// phases.push(PlayPhase("Knight"));
    /// phases.finish(&mut duel);
    /// assert_eq!(phases.run(&mut duel)?, RunStatus::Idle);
    /// assert!(phases.is_finished());
    /// # assert!(duel.table.is_empty());
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn finish(&mut self, world: &mut W) {
        self.recover(world);
        self.schedule.finish();
        self.cancel_condemned(world);
    }

    /// Whether the game is [over](Self::finish).
    ///
    /// # Examples
    ///
    /// Is a game that has come to rest over, or does it wait for the host to queue something?
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # let mut duel = Duel::default();
    /// let mut phases = PhaseManager::new();
    /// phases.push(DrawPhase(1));
    /// assert_eq!(phases.run(&mut duel)?, RunStatus::Idle);
    /// assert!(!phases.is_finished());
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.schedule.is_finished
    }

    /// A phase that a `clear` has swept away, and a panic has kept from being told.
    pub(crate) fn untold(&self) -> Option<&'static str> {
        let swept = self.parked.first().filter(|_| self.schedule.swept > 0);
        self.condemned.first().or(swept).map(Running::name)
    }

    /// Catches up on what could not happen without the world, or was kept from that by a panic in an earlier call.
    #[inline]
    pub(super) fn recover(&mut self, world: &mut W) {
        if self.schedule.pending.intersects(Pending::BACKLOG) {
            self.catch_up(world);
        }
    }

    #[cold]
    fn catch_up(&mut self, world: &mut W) {
        self.schedule.pending.remove(Pending::PANIC);
        if let Some(phase) = self.panicked.take() {
            let level = self.schedule.tree.current_level();
            self.give_up(phase, level, (Exit::Panicked, None), world);
        }
        self.hand_out_tickets(world);
        self.cancel_condemned(world);
        self.tell_parked(world);
    }

    /// Cancels the parked phases that a `clear` has swept away, the innermost first.
    #[inline]
    pub(super) fn cancel_condemned(&mut self, world: &mut W) {
        if self.schedule.pending.intersects(Pending::CLEAR.union(Pending::CANCEL)) {
            self.cancel_swept(world);
        }
    }

    #[cold]
    fn cancel_swept(&mut self, world: &mut W) {
        // Those that were parked since are no part of it.
        let swept = mem::take(&mut self.schedule.swept).min(self.parked.len());
        self.condemned.extend(self.parked.drain(..swept));
        if self.parked.is_empty() {
            self.parked = Vec::new();
        }
        self.schedule.pending.remove(Pending::CLEAR);
        self.schedule.pending.insert(Pending::CANCEL);
        // Taken out one by one, so that a panic in one leaves the others to be cancelled by the next call.
        while let Some(parked) = self.condemned.pop() {
            // Where it came from went with the tree.
            self.cancel_one(parked, 0, world);
        }
        self.condemned = Vec::new();
        self.schedule.pending.remove(Pending::CANCEL);
    }

    /// Cancels a phase that has come from this level.
    fn cancel_one(&mut self, running: Running<W>, level: usize, world: &mut W) {
        let Running { phase, rest } = running;
        // First, so that `on_cancel` finds the ticket stale.
        drop(rest);
        self.give_up(phase, level, (Exit::Cancelled, None), world);
    }

    /// What a phase shows by its `Debug`, before it is given up; it is kept if that panics.
    pub(super) fn show(&mut self, phase: Stored<W>) -> (Stored<W>, Option<Box<str>>) {
        let kept = guard((self, phase), |(manager, phase)| manager.panic_in(phase));
        let shown = shown(&kept.1);
        let (_, phase) = ScopeGuard::into_inner(kept);
        (phase, shown)
    }

    /// Keeps a phase that has panicked, for the next call that has the world to give it up.
    pub(super) fn panic_in(&mut self, phase: Stored<W>) {
        self.panicked = Some(phase);
        self.schedule.pending.insert(Pending::PANIC);
    }

    /// Has a phase leave that has not ended.
    pub(super) fn give_up(
        &mut self,
        phase: Stored<W>,
        level: usize,
        end: (Exit, Option<&RunError>),
        world: &mut W,
    ) {
        let mut told = guard((self, phase, world), |(manager, phase, world)| {
            manager.schedule.tell_end(&phase, level, end, Some(world));
        });
        let (_, phase, world) = &mut *told;
        phase.get_mut().on_cancel(world);
        let (manager, phase, world) = ScopeGuard::into_inner(told);
        manager.schedule.tell_end(&phase, level, end, Some(world));
        manager.schedule.let_go(phase);
    }
}

/// A phase by its `Debug`; nothing if it is secret, or if that panics or fails, since there is an error to be told.
fn shown<W: 'static>(phase: &Stored<W>) -> Option<Box<str>> {
    if phase.get().is_secret() {
        return None;
    }
    let show = || {
        let mut shown = String::new();
        write!(shown, "{phase:?}").ok().map(|()| shown.into_boxed_str())
    };
    #[cfg(feature = "std")]
    let show = || std::panic::catch_unwind(core::panic::AssertUnwindSafe(show)).ok().flatten();
    show()
}
