//! Phases made of closures, and a game that is traced.

use std::fmt;

use phase_core::prelude::*;
use phase_tools::Trace;

type Decide = Box<dyn FnMut(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync>;

/// The tickets of phases that suspend, oldest first.
pub(crate) type Tickets = Vec<Ticket>;

#[phase(world = Tickets)]
pub(crate) struct Act {
    pub(crate) name: &'static str,
    decide: Decide,
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Phase for Act {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        (self.decide)(guard)
    }
}

impl Waits for Act {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        (self.decide)(guard)
    }
}

// The method is not general enough in its lifetime to be handed around as it is.
fn end(guard: EndGuard<'_, Act>) -> Flow<Act> {
    guard.end()
}

pub(crate) fn act(
    name: &'static str,
    decide: impl FnMut(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync + 'static,
) -> Act {
    Act { name, decide: Box::new(decide) }
}

/// A phase that just ends.
pub(crate) fn just(name: &'static str) -> Act {
    act(name, end)
}

/// A phase that waits for so many updates.
pub(crate) fn waits(name: &'static str, mut updates: u32) -> Act {
    act(name, move |guard| {
        if updates == 0 {
            return guard.end();
        }
        updates -= 1;
        guard.wait()
    })
}

pub(crate) fn suspends(name: &'static str) -> Act {
    act(name, |guard| guard.suspend(Vec::push))
}

/// A phase that unshifts another, made anew.
pub(crate) fn above(name: &'static str, make: impl Fn() -> Act + Send + Sync + 'static) -> Act {
    act(name, move |mut guard| {
        guard.unshift(make());
        guard.end()
    })
}

pub(crate) struct Game {
    pub(crate) phases: PhaseManager<Tickets>,
    pub(crate) tickets: Tickets,
    pub(crate) trace: Trace,
}

impl Game {
    pub(crate) fn of<const N: usize>(phases: [Act; N]) -> Self {
        Self::traced(Trace::new(), phases)
    }

    pub(crate) fn traced<const N: usize>(trace: Trace, queued: [Act; N]) -> Self {
        let mut phases = PhaseManager::new();
        trace.attach(&mut phases);
        for phase in queued {
            phases.push(phase);
        }
        Self { phases, tickets: Vec::new(), trace }
    }

    /// Runs, and passes over what goes wrong.
    pub(crate) fn run(&mut self) {
        let panics = std::panic::AssertUnwindSafe(|| self.phases.run(&mut self.tickets));
        drop(std::panic::catch_unwind(panics));
    }

    /// What the trace shows, without the last line break.
    pub(crate) fn shown(&self) -> String {
        self.trace.to_string().trim_end().to_owned()
    }

    /// Why the last phase was queued whose `Debug` is this.
    pub(crate) fn why(&self, debug: &str) -> String {
        let events = self.trace.events();
        let event =
            events.iter().rev().find(|event| event.debug.as_deref() == Some(debug)).expect("it is kept");
        self.trace.why(event.id).expect("it is known").to_string().trim_end().to_owned()
    }
}
