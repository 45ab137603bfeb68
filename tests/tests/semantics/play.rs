//! A world that records what happens, and phases made of closures.
//!
//! A transcript is a line of events: `A` has started, `A~` was updated, `A.` has ended (its `on_end` was called),
//! `A!` was given up (its `on_cancel` was called), `[idle]` is what a run came to, `{0: [B] 1: [C]}` are the levels.
//! So `A A. B [waiting]` reads: `A` started and ended, then `B` started, and has the run wait. A phase that was not told
//! what to do in an update, as one that is suspended seldom is, waits on without a word.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;

/// The world of most tests.
#[derive(Default)]
pub(crate) struct Log {
    events: Vec<String>,
    /// The tickets of phases that [`suspends`] made, oldest first.
    pub(crate) tickets: Vec<Ticket>,
}

impl Log {
    pub(crate) fn note(&mut self, event: impl Into<String>) {
        self.events.push(event.into());
    }

    pub(crate) fn told(&self) -> String {
        self.events.join(" ")
    }

    pub(crate) fn all(&self) -> &[String] {
        &self.events
    }

    /// Ends the oldest ticket, and notes how that went.
    pub(crate) fn end_ticket(&mut self) {
        let ended = self.tickets.remove(0).end();
        self.note(if ended.is_ok() { "<ok>" } else { "<stale>" });
    }
}

type Start = Box<dyn FnOnce(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync>;
type Update = Box<dyn FnMut(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync>;
type OnEnd = Box<dyn FnOnce(&mut Log, &mut Queue<'_, Act>) + Send + Sync>;
type OnCancel = Box<dyn FnOnce(&mut Log) + Send + Sync>;

/// A phase made of closures. Each hook but `update` can be called once, as the rules promise.
#[phase(world = Log)]
pub(crate) struct Act {
    pub(crate) name: &'static str,
    start: Option<Start>,
    update: Option<Update>,
    on_end: Option<OnEnd>,
    on_cancel: Option<OnCancel>,
}

/// A phase that does this in `start`.
pub(crate) fn act(
    name: &'static str,
    start: impl FnOnce(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync + 'static,
) -> Act {
    Act {
        name,
        start: Some(Box::new(start)),
        update: None,
        on_end: Some(Box::new(|_, _| {})),
        on_cancel: Some(Box::new(|_| {})),
    }
}

// The methods of a guard are not general enough in its lifetime to be handed around as they are.
pub(crate) fn end(guard: EndGuard<'_, Act>) -> Flow<Act> {
    guard.end()
}

pub(crate) fn wait(guard: EndGuard<'_, Act>) -> Flow<Act> {
    guard.wait()
}

/// A phase that just ends.
pub(crate) fn just(name: &'static str) -> Act {
    act(name, end)
}

/// A phase that unshifts phases that just end, and ends.
pub(crate) fn unshifts(name: &'static str, children: &'static [&'static str]) -> Act {
    act(name, move |mut guard| {
        for child in children {
            guard.unshift(just(child));
        }
        guard.end()
    })
}

/// A phase that waits to be updated, for ever.
pub(crate) fn waits(name: &'static str) -> Act {
    act(name, wait).update(wait)
}

/// A phase that waits to be updated, and ends in its first update.
pub(crate) fn waits_once(name: &'static str) -> Act {
    waits(name).update(end)
}

/// A phase that leaves its ticket in the world.
pub(crate) fn suspends(name: &'static str) -> Act {
    act(name, suspend)
}

/// Suspends a phase, and leaves its ticket in the world.
pub(crate) fn suspend(guard: EndGuard<'_, Act>) -> Flow<Act> {
    guard.suspend(|log, ticket| log.tickets.push(ticket))
}

/// A phase that unshifts and defers two each, named after it, and waits.
pub(crate) fn parent(name: &'static str, unshifted: [&'static str; 2], deferred: [&'static str; 2]) -> Act {
    act(name, move |mut guard| {
        for name in deferred {
            guard.defer(just(name));
        }
        for name in unshifted {
            guard.unshift(just(name));
        }
        guard.wait()
    })
    .update(end)
}

/// Panics when it is dropped.
#[derive(Debug)]
pub(crate) struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "dropped");
    }
}

impl Act {
    pub(crate) fn update(
        mut self,
        update: impl FnMut(EndGuard<'_, Self>) -> Flow<Self> + Send + Sync + 'static,
    ) -> Self {
        self.update = Some(Box::new(update));
        self
    }

    pub(crate) fn on_end(
        mut self,
        on_end: impl FnOnce(&mut Log, &mut Queue<'_, Self>) + Send + Sync + 'static,
    ) -> Self {
        self.on_end = Some(Box::new(on_end));
        self
    }

    pub(crate) fn on_cancel(mut self, on_cancel: impl FnOnce(&mut Log) + Send + Sync + 'static) -> Self {
        self.on_cancel = Some(Box::new(on_cancel));
        self
    }
}

impl Phase for Act {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self.name);
        let start = self.start.take().expect("a phase starts once");
        start(guard)
    }

    fn on_end(&mut self, log: &mut Log, queue: &mut Queue<'_, Self>) {
        log.note(format!("{}.", self.name));
        drop(self.on_cancel.take().expect("a phase that ends was not given up"));
        let on_end = self.on_end.take().expect("a phase ends once");
        on_end(log, queue);
    }

    fn on_cancel(&mut self, log: &mut Log) {
        log.note(format!("{}!", self.name));
        drop(self.on_end.take().expect("a phase that is given up has not ended"));
        let on_cancel = self.on_cancel.take().expect("a phase is given up once");
        on_cancel(log);
    }
}

impl Waits for Act {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let Some(update) = &mut self.update else { return guard.wait() };
        guard.world.note(format!("{}~", self.name));
        update(guard)
    }
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A manager with its world, to play with from outside.
#[derive(Default)]
pub(crate) struct Play {
    pub(crate) phases: PhaseManager<Log>,
    pub(crate) log: Log,
}

impl Play {
    /// With these phases pushed.
    pub(crate) fn of<const N: usize>(phases: [Act; N]) -> Self {
        let mut play = Self::default();
        for phase in phases {
            play.phases.push(phase);
        }
        play
    }

    /// Runs, and notes what the run came to.
    pub(crate) fn run(&mut self) {
        let outcome = match catch_unwind(AssertUnwindSafe(|| self.phases.run(&mut self.log))) {
            Ok(Ok(RunStatus::Idle)) => "[idle]".to_owned(),
            Ok(Ok(RunStatus::Waiting)) => "[waiting]".to_owned(),
            Ok(Ok(RunStatus::Asking)) => "[asking]".to_owned(),
            Ok(Ok(RunStatus::Halted)) => "[halted]".to_owned(),
            Ok(Err(error)) => outcome_of(&error),
            Err(_) => "[panic]".to_owned(),
        };
        self.log.note(outcome);
    }

    /// Takes one step, and notes what it came to.
    pub(crate) fn step(&mut self) {
        let outcome = match self.phases.step(&mut self.log) {
            Ok(Step::Ended(_)) => "[ended]".to_owned(),
            Ok(Step::Waiting(_)) => "[waiting]".to_owned(),
            Ok(Step::Asking(_)) => "[asking]".to_owned(),
            Ok(Step::Idle) => "[idle]".to_owned(),
            Ok(Step::Halted) => "[halted]".to_owned(),
            Err(error) => outcome_of(&error),
        };
        self.log.note(outcome);
    }

    pub(crate) fn cancel(&mut self) {
        let did = self.phases.cancel(&mut self.log);
        self.log.note(format!("[cancel: {did}]"));
    }

    pub(crate) fn cancel_tree(&mut self) {
        let did = self.phases.cancel_tree(&mut self.log);
        self.log.note(format!("[cancel_tree: {did}]"));
    }

    pub(crate) fn clear(&mut self) {
        self.phases.clear(&mut self.log);
        self.log.note("[clear]");
    }

    /// Notes the levels.
    pub(crate) fn levels(&mut self) {
        let levels = self.phases.levels().to_string().replace('\n', " ");
        self.log.note(format!("{{{levels}}}"));
    }

    /// Notes which phase waits, and for how many updates.
    pub(crate) fn waiting(&mut self) {
        let waiting = self.phases.waiting().map(|waiting| waiting.updates);
        let name = self.phases.current().map(|phase| format!("{phase:?}"));
        self.log.note(match (name, waiting) {
            (Some(name), Some(updates)) => format!("({name} waits, {updates})"),
            (None, None) => "(nothing waits)".to_owned(),
            other => format!("({other:?})"),
        });
    }

    pub(crate) fn told(&self) -> String {
        self.log.told()
    }
}

fn outcome_of(error: &RunError) -> String {
    match error {
        RunError::Failed { source, .. } => format!("[failed: {source}]"),
        RunError::Abandoned { .. } => "[abandoned]".to_owned(),
        RunError::StartLimit { limit, .. } => format!("[limit: {limit}]"),
        _ => format!("[{error}]"),
    }
}
