//! Takes a game from one question to the next.

use phase_core::{AnswerError, ForkError, PhaseId, PhaseManager, PhaseRef, RunError, Step};

use super::choices::Choice;
use super::cycle::{Lasso, lasso};
use super::finding::FindingKind;
use super::flow::{News, Queuer, Seen};
use crate::panics::{Panicked, catch};

/// How far a game is followed between two questions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// How many runs one phase may wait.
    pub(super) frames: usize,
    /// How many phases may start.
    pub(super) starts: usize,
    /// Whether a game that has halted is gone on with.
    pub(super) past_halts: bool,
}

/// Where a game has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// Somebody is asked.
    Asks,
    /// Nothing is left to do.
    Over,
    /// It has halted, and has phases left to run.
    Halted,
}

/// What has gone wrong, before it is known how often, and which way is the shortest.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) kind: FindingKind,
    pub(super) phase: Option<&'static str>,
    pub(super) message: String,
    pub(super) started: Vec<&'static str>,
    pub(super) cycle: Vec<&'static str>,
    /// What tells one fault from others of its kind.
    pub(super) mark: String,
    /// Whether it would go on without end, had the search not stopped it.
    pub(super) is_unlimited: bool,
}

impl Fault {
    pub(super) fn new(kind: FindingKind, phase: Option<&'static str>, message: String) -> Self {
        let mark = format!("{kind:?} {}", phase.unwrap_or_default());
        Self { kind, phase, message, started: Vec::new(), cycle: Vec::new(), mark, is_unlimited: false }
    }

    pub(super) fn panicked(Panicked { message, place }: Panicked, phase: Option<&'static str>) -> Self {
        let at = place.as_ref().map(|place| format!(", at {place}")).unwrap_or_default();
        let by = phase.map(|phase| format!(" in `{phase}`")).unwrap_or_default();
        let told = format!("{message}{by}{at}");
        let mut fault = Self::new(FindingKind::Panic, phase, told);
        fault.mark = format!("panic {}", place.unwrap_or(message));
        fault
    }

    pub(super) fn broken(invariant: &str) -> Self {
        let kind = FindingKind::Broken(invariant.to_owned());
        Self::new(kind, None, format!("\"{invariant}\" does not hold"))
    }

    fn failed(error: &RunError) -> Self {
        let mut message = error.to_string();
        let mut source = std::error::Error::source(error);
        while let Some(error) = source {
            message = format!("{message}: {error}");
            source = error.source();
        }
        let (kind, phase, cycle) = match error {
            RunError::Failed { phase, .. } => (FindingKind::Failed, Some(*phase), vec![]),
            RunError::Abandoned { phase, .. } => (FindingKind::Abandoned, Some(*phase), vec![]),
            RunError::StartLimit { cycle, .. } => (FindingKind::Loop, None, cycle.clone()),
            RunError::ChainLimit { phase, cycle, .. } => (FindingKind::Loop, Some(*phase), cycle.clone()),
            _ => (FindingKind::Failed, None, vec![]),
        };
        let mut fault = Self::new(kind, phase, message);
        if let RunError::Failed { source, .. } = error {
            // Numbers in it change from one position to the next.
            let words: String = source.to_string().chars().filter(|c| !c.is_ascii_digit()).collect();
            fault.mark = format!("{} {} {words}", fault.mark, source.place());
        }
        fault.cycle = cycle;
        fault
    }

    fn looped(limit: usize, started: &mut Vec<&'static str>) -> Self {
        let found = lasso(started);
        let message = match &found {
            Some(Lasso { cycle, .. }) if cycle.len() == 1 => {
                format!("more than {limit} phases started without a question; `{}` sets itself off", cycle[0])
            }
            Some(Lasso { cycle, .. }) => {
                format!(
                    "more than {limit} phases started without a question; {} of them form a cycle",
                    cycle.len()
                )
            }
            None => {
                format!("more than {limit} phases started without a question, and no cycle is to be seen")
            }
        };
        let mut fault = Self::new(FindingKind::Loop, None, message);
        fault.is_unlimited = true;
        if let Some(Lasso { stem, cycle }) = found {
            let mut members = cycle.clone();
            members.sort_unstable();
            fault.mark = format!("loop {members:?}");
            *started = stem;
            fault.cycle = cycle;
        }
        fault
    }
}

/// Takes games on, and keeps in mind what it has seen on the way.
pub(super) struct Guide<'f> {
    pub(super) patience: Patience,
    pub(super) seen: Seen<'f>,
    started: Vec<&'static str>,
}

impl<'f> Guide<'f> {
    pub(super) fn new(patience: Patience, seen: Seen<'f>) -> Self {
        Self { patience, seen, started: Vec::new() }
    }

    /// The names of the phases that have started since the last answer.
    pub(super) fn started(&self) -> &[&'static str] {
        &self.started
    }

    /// Gives an answer, if there is one to be given, and goes on until somebody is asked or nothing is left to do.
    pub(super) fn go_on<W: 'static>(
        &mut self,
        phases: &mut PhaseManager<W>,
        world: &mut W,
        choice: Option<Choice>,
        news: &mut News,
    ) -> Result<Rest, Box<Fault>> {
        self.started.clear();
        let result = catch(|| self.go(phases, world, choice, news)).unwrap_or_else(|panicked| {
            let phase = match phases.fork() {
                Err(ForkError::Unsettled { phase, .. }) => Some(phase),
                _ => None,
            };
            Err(Fault::panicked(panicked, phase).into())
        });
        result.map_err(|mut fault| {
            if let Some(phase) = fault.phase {
                self.seen.started(phase, news);
            }
            fault.started = std::mem::take(&mut self.started);
            fault
        })
    }

    fn go<W: 'static>(
        &mut self,
        phases: &mut PhaseManager<W>,
        world: &mut W,
        choice: Option<Choice>,
        news: &mut News,
    ) -> Result<Rest, Box<Fault>> {
        let mut waits = Waits::default();
        if let Some(Choice { seat, answer, .. }) = choice {
            let before = self.look_before(phases, world);
            match phases.answer_any(world, seat, answer) {
                Ok(step) => {
                    if let (Step::Ended(name) | Step::Waiting(name), Some(before)) = (step, before) {
                        self.look_at_queue(name, phases, before, news);
                    }
                }
                Err(AnswerError::Run(error)) => return Err(Fault::failed(&error).into()),
                Err(refusal) => return Err(refused(phases, &refusal).into()),
            }
        }
        loop {
            let is_new = phases.current().is_none();
            let before = self.look_before(phases, world);
            let step = phases.step(world).map_err(|error| Fault::failed(&error))?;
            let name = match step {
                Step::Ended(name) | Step::Waiting(name) | Step::Asking(name) => name,
                Step::Idle => return Ok(Rest::Over),
                Step::Halted if self.patience.past_halts => continue,
                Step::Halted => {
                    let is_left =
                        !phases.is_empty() || phases.current().is_some() || phases.parked().next().is_some();
                    return Ok(if is_left { Rest::Halted } else { Rest::Over });
                }
            };
            if is_new {
                self.started.push(name);
                self.seen.started(name, news);
            }
            if let Some(before) = before {
                self.look_at_queue(name, phases, before, news);
            }
            match step {
                Step::Asking(_) => return Ok(Rest::Asks),
                Step::Waiting(name) if waits.count(phases.current()) > self.patience.frames => {
                    return Err(self.stalled(name, phases).into());
                }
                _ => {}
            }
            if self.started.len() > self.patience.starts {
                return Err(Fault::looped(self.patience.starts, &mut self.started).into());
            }
        }
    }

    fn stalled<W: 'static>(&self, name: &'static str, phases: &PhaseManager<W>) -> Fault {
        let shown = phases.current().map(|phase| format!("{phase:?}")).unwrap_or_default();
        let frames = self.patience.frames;
        let what = if phases.waiting().is_some_and(|waiting| waiting.suspended) {
            "waits for its ticket, which nothing in the game ends"
        } else {
            "still waits"
        };
        Fault::new(FindingKind::Stall, Some(name), format!("`{shown}` {what}, after {frames} runs"))
    }

    /// What is to be known of the queue before the next phase runs; nothing if all has been seen that this one queues.
    fn look_before<W: 'static>(&mut self, phases: &PhaseManager<W>, world: &W) -> Option<Before> {
        /// A queue of so many is looked through each time.
        const FEW: usize = 32;
        /// After so many starts without a question, whatever is to be seen has been.
        const MANY: usize = 1000;
        if self.seen.has_all() || (phases.len() > FEW && self.started.len() > MANY) {
            return None;
        }
        let next = phases.current().or_else(|| phases.peek(world));
        let has_all = next.is_some_and(|next| self.seen.has_all_of(next.name()));
        (!has_all).then(|| Before { newest: newest(phases) })
    }

    /// Notes what the phase that has just run has queued.
    fn look_at_queue<W: 'static>(
        &mut self,
        name: &'static str,
        phases: &PhaseManager<W>,
        before: Before,
        news: &mut News,
    ) {
        if phases.is_empty() {
            return;
        }
        let level = phases.current_level();
        let has = |number| phases.levels().any(|(other, _)| other == number);
        let mut by = None;
        for (at, queued) in phases.levels() {
            for phase in queued.filter(|phase| Some(phase.id()) > before.newest) {
                let by = *by.get_or_insert_with(|| Queuer {
                    name,
                    level,
                    has_both: has(level + 1) && has(level + 2),
                });
                self.seen.queued(by, phase.name(), at, news);
            }
        }
    }
}

/// What was there before a phase ran.
#[derive(Debug, Clone, Copy)]
struct Before {
    /// The highest id.
    newest: Option<PhaseId>,
}

fn refused<W: 'static>(phases: &PhaseManager<W>, refusal: &AnswerError<phase_core::AnyAnswer>) -> Fault {
    let phase = phases.question().map(|question| question.name());
    let mut message = format!("{refusal}, though it is one of the options");
    if let Some(source) = std::error::Error::source(refusal) {
        message = format!("{message}: {source}");
    }
    Fault::new(FindingKind::Refusal, phase, message)
}

/// The highest id of all phases that are there.
fn newest<W: 'static>(phases: &PhaseManager<W>) -> Option<PhaseId> {
    let queued = phases.levels().flat_map(|(_, level)| level);
    phases.current().into_iter().chain(phases.parked()).chain(queued).map(PhaseRef::id).max()
}

/// Counts for how many runs the same phase has waited.
#[derive(Default)]
struct Waits {
    of: Option<PhaseId>,
    runs: usize,
}

impl Waits {
    fn count(&mut self, phase: Option<PhaseRef<'_>>) -> usize {
        let of = phase.map(PhaseRef::id);
        if of == self.of {
            self.runs += 1;
        } else {
            *self = Self { of, runs: 0 };
        }
        self.runs
    }
}
