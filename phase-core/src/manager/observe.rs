//! Observing what happens.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::iter;
use core::ops::ControlFlow;

use scopeguard::guard;

use super::PhaseManager;
use super::running::Running;
use crate::kernel::{AnsweredBy, AnyAnswer, DropReason, Event, EventKind, QueuedBy, QueuedHow, Queuer, Seat};

/// Of a phase that was there before.
const PRESENT: EventKind<'_> = EventKind::Queued { how: QueuedHow::Present, by: QueuedBy::Unknown };

impl<W: 'static> PhaseManager<W> {
    /// Has a closure be told of all that happens to phases from now on, as [`Event`]s; also of those that are there already,
    /// as [`Present`](QueuedHow::Present), in this call.
    ///
    /// Needs the [feature](crate::guide::features) `causes`.
    ///
    /// There may be any number of observers, which are called in the order in which they came. Each is handed the world as
    /// well, from the start of a phase to its end; when something is queued or dropped there is none. An observer can't
    /// reach the manager; to queue something, it sends it by an [`inbox`](Self::inbox). One that panics misses the event, and
    /// nothing else (without the feature `std`, the panic goes on). Forks and saves have no observers.
    ///
    /// With an observer a step takes several times as long, mostly for what the observer does.
    ///
    /// # Examples
    ///
    /// Who queued what:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct QuakePhase;
    /// # impl Phase for QuakePhase {
    /// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.defer(FaintPhase("Bezel"));
    /// #         guard.end()
    /// #     }
    /// # }
    /// # let mut battle = Battle::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.observe(|event, _| {
    ///     if let EventKind::Queued { how, by } = event.kind {
    ///         println!("{:?} comes to level {}: {how:?} by {by:?}", event.phase, event.level);
    ///     }
    /// });
    /// phases.push(QuakePhase); // QuakePhase comes to level 0: Push by Host
    /// phases.run(&mut battle)?; // FaintPhase("Bezel") comes to level 1: Defer by Phase(PhaseId(1))
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn observe(&mut self, mut observer: impl FnMut(&Event<'_>, Option<&W>) + Send + Sync + 'static) {
        self.observe_until(move |event, world| {
            observer(event, world);
            ControlFlow::Continue(())
        });
    }

    /// Like [`observe`](Self::observe), until the closure breaks: then it is dropped, and from the next step on the game is as fast
    /// as without it, unless there are others.
    ///
    /// # Examples
    ///
    /// Watching until a phase has ended:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// use std::ops::ControlFlow;
    ///
    /// # let mut battle = Battle::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.observe_until(|event, _| match event.kind {
    ///     EventKind::Ended => ControlFlow::Break(()),
    ///     _ => {
    ///         println!("{:?}", event.phase);
    ///         ControlFlow::Continue(())
    ///     }
    /// });
    /// phases.push(MovePhase("Aspen"));
    /// phases.push(MovePhase("Bezel"));
    /// phases.run(&mut battle)?; // tells of both as they are queued, and of the first one's start
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn observe_until(
        &mut self,
        observer: impl FnMut(&Event<'_>, Option<&W>) -> ControlFlow<()> + Send + Sync + 'static,
    ) {
        self.schedule.add_observer(Box::new(observer));
        let others = self.schedule.all_but_last_observer();
        let mut manager = guard(self, |manager| manager.schedule.put_before_last_observer(others));
        manager.tell_of_all(PRESENT);
    }

    /// Calls what may have phases queue others.
    pub(super) fn while_phases_queue<R>(&mut self, call: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.schedule.set_queuer(Queuer::Phase);
        let mut manager = guard(self, |manager| {
            manager.schedule.set_queuer(before);
        });
        call(&mut manager)
    }

    /// Tells that everything that is there goes, since an undo goes to another moment.
    pub(crate) fn tell_undone(&mut self) {
        self.tell_of_all(EventKind::Dropped { reason: DropReason::Undone });
    }

    /// Tells of everything that an undo has brought.
    pub(crate) fn tell_present(&mut self) {
        self.tell_of_all(PRESENT);
    }

    /// Tells of everything that is there, also of what is only still to be given up.
    fn tell_of_all(&mut self, kind: EventKind<'_>) {
        let Self { schedule, running, parked, condemned, panicked, over, .. } = self;
        if !schedule.is_observed() {
            return;
        }
        let (swept, parked) = parked.split_at(schedule.swept.min(parked.len()));
        for Running { phase, .. } in condemned.iter().chain(swept) {
            // Where it came from went with the tree.
            schedule.tell(phase, 0, kind, None);
        }
        let level = schedule.tree.current_level();
        let levels: Vec<_> = schedule.tree.parked_levels().collect();
        let levels = levels.into_iter().chain(iter::repeat(level));
        for (Running { phase, .. }, level) in parked.iter().zip(levels) {
            schedule.tell(phase, level, kind, None);
        }
        let over = over.iter().map(|over| &over.phase);
        let running = running.iter().map(|running| &running.phase);
        for phase in panicked.iter().chain(over).chain(running) {
            schedule.tell(phase, level, kind, None);
        }
        schedule.tell_all_queued(kind);
    }

    /// Tells that the phase that asks is about to be called with an answer.
    #[cold]
    pub(super) fn tell_answered(&mut self, seat: Seat, answer: AnyAnswer, by: AnsweredBy, world: &W) {
        let Self { schedule, running: Some(Running { phase, .. }), .. } = self else { return };
        let is_secret = phase.get().asking().is_some_and(|asking| asking.is_secret(seat, world));
        let answer = &answer.kept_secret(is_secret);
        schedule.tell_current(phase, EventKind::Answered { seat, answer, by }, world);
    }
}
