//! A phase that is suspended, and gives its ticket to a closure.

use std::fmt;

use phase_core::prelude::*;

/// The world: what has happened.
pub(crate) type Log = Vec<String>;

type HandOver = Box<dyn FnOnce(Ticket) + Send + Sync>;

/// A phase that unshifts others, and is suspended until somebody ends its ticket.
#[phase(world = Log, unshifts(Errand))]
pub(crate) struct Errand {
    name: &'static str,
    children: Vec<Errand>,
    /// Who gets the ticket; without one the phase ends at once.
    hand_over: Option<HandOver>,
}

/// A phase that gives its ticket away.
pub(crate) fn errand(name: &'static str, hand_over: impl FnOnce(Ticket) + Send + Sync + 'static) -> Errand {
    Errand { name, children: Vec::new(), hand_over: Some(Box::new(hand_over)) }
}

/// A phase that just ends.
pub(crate) fn just(name: &'static str) -> Errand {
    Errand { name, children: Vec::new(), hand_over: None }
}

impl Errand {
    pub(crate) fn with<const N: usize>(mut self, children: [Self; N]) -> Self {
        self.children = children.into();
        self
    }
}

impl Phase for Errand {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(self.name.to_owned());
        for child in self.children.drain(..) {
            guard.unshift(child);
        }
        match self.hand_over.take() {
            Some(hand_over) => guard.suspend(|_, ticket| hand_over(ticket)),
            None => guard.end(),
        }
    }

    fn on_end(&mut self, log: &mut Log, _: &mut Queue<'_, Self>) {
        log.push(format!("{}.", self.name));
    }

    fn on_cancel(&mut self, log: &mut Log) {
        log.push(format!("{}!", self.name));
    }
}

impl fmt::Debug for Errand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A manager with these phases pushed.
pub(crate) fn manager<const N: usize>(phases: [Errand; N]) -> PhaseManager<Log> {
    let mut manager = PhaseManager::new();
    for phase in phases {
        manager.push(phase);
    }
    manager
}

/// What a run came to, as it stands in a transcript.
pub(crate) fn told(outcome: &Result<RunStatus, RunError>) -> String {
    match outcome {
        Ok(RunStatus::Idle) => "[idle]".to_owned(),
        Ok(RunStatus::Waiting) => "[waiting]".to_owned(),
        Ok(RunStatus::Asking) => "[asking]".to_owned(),
        Ok(RunStatus::Halted) => "[halted]".to_owned(),
        Err(RunError::Abandoned { .. }) => "[abandoned]".to_owned(),
        Err(error) => format!("[{error}]"),
    }
}
