//! Those who are told what happens.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

use super::doors::Exit;
use super::event::{Event, EventKind, QueuedBy, QueuedHow};
use super::pending::Pending;
use super::phase_id::PhaseId;
use super::run_error::RunError;
use super::schedule::Schedule;
use super::storage::Stored;

/// What is called with each event, until it breaks.
pub(crate) type Observer<W> = dyn FnMut(&Event<'_>, Option<&W>) -> ControlFlow<()> + Send + Sync;

/// Those who are told what happens, and who is at work meanwhile.
pub(crate) struct Observers<W: 'static> {
    list: Vec<Box<Observer<W>>>,
    queuer: Queuer,
}

/// Who queues what is queued at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Queuer {
    Host,
    /// The phase that runs.
    Phase,
    WhenEmpty,
}

/// Which levels phases stand on.
pub(crate) type Standing = BTreeMap<PhaseId, usize>;

impl<W: 'static> Schedule<W> {
    /// Whether anybody is to be told anything.
    #[inline]
    pub(crate) fn is_observed(&self) -> bool {
        self.pending.intersects(Pending::OBSERVE)
    }

    /// Has one more be told, from now on.
    pub(crate) fn add_observer(&mut self, observer: Box<Observer<W>>) {
        let observers = self
            .observers
            .get_or_insert_with(|| Box::new(Observers { list: Vec::new(), queuer: Queuer::Host }));
        observers.list.push(observer);
        self.pending.insert(Pending::OBSERVE);
    }

    /// Has nobody be told any more if those are gone who were: then a step is as fast as without them.
    pub(crate) fn forget_gone_observers(&mut self) {
        if self.observers.as_ref().is_some_and(|observers| observers.list.is_empty()) {
            self.observers = None;
            self.pending.remove(Pending::OBSERVE);
        }
    }

    /// Exchanges the observers, who go with the host and not with the game.
    pub(crate) fn exchange_observers(&mut self, other: &mut Self) {
        mem::swap(&mut self.observers, &mut other.observers);
        for schedule in [self, other] {
            schedule.pending.set(Pending::OBSERVE, schedule.observers.is_some());
        }
    }

    /// Tells what has happened to a phase that the tree does not hold.
    #[inline]
    pub(crate) fn tell(&mut self, phase: &Stored<W>, level: usize, kind: EventKind<'_>, world: Option<&W>) {
        if let Some(observers) = &mut self.observers {
            observers.tell(phase, level, kind, world);
        }
    }

    /// Takes note of who queues from now on, and gives who has done so far.
    pub(crate) fn set_queuer(&mut self, queuer: Queuer) -> Queuer {
        self.observers.as_mut().map_or(queuer, |observers| mem::replace(&mut observers.queuer, queuer))
    }

    /// Tells that the phase was queued that has come to the tree last.
    #[inline]
    pub(crate) fn queued(&mut self, how: QueuedHow) {
        if self.is_observed() {
            self.tell_queued(how);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_queued(&mut self, how: QueuedHow) {
        let Self { observers: Some(observers), tree, last_id, latest, .. } = self else { return };
        // Whatever comes to the tree has been given an id just before.
        let newest = PhaseId::from_number(*last_id);
        let is_newest = |(_, phase): &(usize, &Stored<W>)| phase.id() == newest;
        let at_its_end = match how {
            QueuedHow::Push => tree.last_pushed(),
            QueuedHow::Unshift => tree.last_unshifted(),
            QueuedHow::Defer => tree.last_deferred(),
            QueuedHow::Interrupt => tree.last_above(),
            _ => None,
        };
        // What a scope queues stands elsewhere. The levels take memory to be listed.
        let anywhere = || tree.levels().flat_map(|(level, phases)| phases.map(move |phase| (level, phase)));
        let found = at_its_end.filter(is_newest).or_else(|| anywhere().find(is_newest));
        let (how, by) = match observers.queuer {
            Queuer::Host => (how, QueuedBy::Host),
            Queuer::Phase => (how, QueuedBy::Phase(latest.id())),
            Queuer::WhenEmpty => (QueuedHow::WhenEmpty, QueuedBy::WhenEmpty),
        };
        if let Some((level, phase)) = found {
            observers.tell(phase, level, EventKind::Queued { how, by }, None);
        }
    }

    /// Tells that a phase was queued that goes round the tree.
    pub(crate) fn tell_supplied(&mut self, phase: &Stored<W>) {
        let kind = EventKind::Queued { how: QueuedHow::WhenEmpty, by: QueuedBy::WhenEmpty };
        self.tell(phase, 0, kind, None);
    }

    /// Which levels phases stand on, if somebody is to be told; to be asked before some of them are dropped.
    pub(crate) fn standing(&self) -> Standing {
        if !self.is_observed() {
            return Standing::new();
        }
        self.tree.levels().flat_map(|(level, phases)| phases.map(move |phase| (phase.id(), level))).collect()
    }

    /// Tells that phases have left the queue without having started.
    pub(crate) fn tell_dropped(&mut self, phases: &[Stored<W>], standing: &Standing, exit: Exit) {
        let Some(reason) = exit.reason() else { return };
        for phase in phases {
            let level = standing.get(&phase.id()).copied().unwrap_or_default();
            self.tell(phase, level, EventKind::Dropped { reason }, None);
        }
    }

    /// Tells how a phase that had started has come to its end.
    pub(crate) fn tell_end(
        &mut self,
        phase: &Stored<W>,
        level: usize,
        (exit, error): (Exit, Option<&RunError>),
        world: Option<&W>,
    ) {
        let kind = match (exit, error) {
            (Exit::Ended, _) => EventKind::Ended,
            (Exit::Failed, Some(error)) => EventKind::Failed { error },
            (Exit::Panicked, _) => EventKind::Panicked,
            (Exit::Abandoned, _) => EventKind::Abandoned,
            _ => EventKind::Cancelled,
        };
        self.tell(phase, level, kind, world);
    }

    /// Tells what has happened to the phase that runs or waits.
    #[inline]
    pub(crate) fn tell_current(&mut self, phase: &Stored<W>, kind: EventKind<'_>, world: &W) {
        let level = self.tree.current_level();
        self.tell(phase, level, kind, Some(world));
    }

    /// Tells of each queued phase.
    pub(crate) fn tell_all_queued(&mut self, kind: EventKind<'_>) {
        let Self { observers: Some(observers), tree, .. } = self else { return };
        for (level, phases) in tree.levels() {
            for phase in phases {
                observers.tell(phase, level, kind, None);
            }
        }
    }

    /// Takes out all observers but the one who came last, to be put back before that one.
    pub(crate) fn all_but_last_observer(&mut self) -> Vec<Box<Observer<W>>> {
        self.observers.as_mut().map_or_else(Vec::new, |observers| {
            let last = observers.list.len().saturating_sub(1);
            observers.list.drain(..last).collect()
        })
    }

    /// Puts them back.
    pub(crate) fn put_before_last_observer(&mut self, others: Vec<Box<Observer<W>>>) {
        if let Some(observers) = &mut self.observers {
            observers.list.splice(..0, others);
        }
    }
}

impl<W: 'static> Observers<W> {
    /// Inlined, so that an event is written where it is read: one that is handed on as a whole, right after it was written
    /// in parts, has the processor wait for longer than all the rest takes.
    #[allow(clippy::inline_always, reason = "a copy of the event doubles what it costs")]
    #[inline(always)]
    fn tell(&mut self, phase: &Stored<W>, level: usize, kind: EventKind<'_>, world: Option<&W>) {
        self.send(&Event { id: phase.id(), phase: phase.as_ref(), level, kind }, world);
    }

    #[cold]
    #[inline(never)]
    fn send(&mut self, event: &Event<'_>, world: Option<&W>) {
        match &mut self.list[..] {
            [only] => {
                if call(only, event, world).is_break() {
                    self.list.clear();
                }
            }
            _ => call_each(&mut self.list, event, world),
        }
    }
}

/// Beside the usual case of one observer, which has nothing to put aside.
#[cold]
#[inline(never)]
fn call_each<W: 'static>(observers: &mut Vec<Box<Observer<W>>>, event: &Event<'_>, world: Option<&W>) {
    observers.retain_mut(|observer| call(observer, event, world).is_continue());
}

/// A panic costs the event, and nothing else.
#[cfg(feature = "std")]
fn call<W>(observer: &mut Observer<W>, event: &Event<'_>, world: Option<&W>) -> ControlFlow<()> {
    let called = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| observer(event, world)));
    called.unwrap_or_else(|panic| {
        // What is thrown may panic once more when it is dropped.
        mem::forget(panic);
        ControlFlow::Continue(())
    })
}

/// Without std, a panic can't be kept from going on.
#[cfg(not(feature = "std"))]
fn call<W>(observer: &mut Observer<W>, event: &Event<'_>, world: Option<&W>) -> ControlFlow<()> {
    observer(event, world)
}
