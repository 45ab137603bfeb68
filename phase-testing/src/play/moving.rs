//! Takes a game on, step by step, and notes what starts and who has queued what.

use phase_core::{AnswerError, PhaseId, PhaseRef, RunError, Step};

use super::Play;
use super::script::Line;
use super::starts::{Offspring, Seen};
use super::stop::{Stop, told};

/// So many phases may start on the way to one point; more are taken for a loop.
const MOST_STARTS: usize = 100_000;
/// A phase may wait for so many updates on the way; one that waits longer is taken to hang.
const MOST_UPDATES: u64 = 1000;

impl<W: 'static> Play<W> {
    /// The queued phase that starts next.
    pub(super) fn next(&self) -> Option<PhaseRef<'_>> {
        self.phases.peek(&self.world)
    }

    /// Whether a phase that has started has ended, and all that it has set off.
    pub(super) fn is_over(&self, offspring: &mut Offspring) -> bool {
        self.starts.add_to(offspring);
        let started = self.phases.current().into_iter().chain(self.phases.parked());
        !started.chain(self.next()).any(|phase| self.starts.is_of(phase, offspring))
    }

    /// The start with which the phase began that waits.
    fn since(&self) -> Option<usize> {
        self.phases.current().and_then(|running| self.starts.place_of(running))
    }

    /// Goes on until `is_there` says so, or it can't go on.
    pub(super) fn go(&mut self, is_there: impl FnMut(&Self) -> bool) -> Result<(), Stop> {
        self.go_with(MOST_UPDATES, is_there)
    }

    /// Goes on until nothing proceeds.
    pub(super) fn rest(&mut self) -> Result<(), Stop> {
        self.go_with(0, |_| false)
    }

    /// Goes on, and updates a phase that waits for so many times.
    fn go_with(&mut self, updates: u64, mut is_there: impl FnMut(&Self) -> bool) -> Result<(), Stop> {
        let from = self.starts.count();
        while !is_there(self) {
            if self.phases.question().is_some() {
                self.give_scripted()?;
                continue;
            }
            let waiting = self.phases.waiting();
            if waiting.is_some_and(|waiting| !waiting.suspended && waiting.updates >= updates) {
                return Err(Stop::waiting(&self.phases, self.since()));
            }
            self.advance()?;
            if waiting.is_some() && self.phases.waiting() == waiting {
                return Err(Stop::waiting(&self.phases, self.since()));
            }
            if self.starts.count() - from > MOST_STARTS {
                return Err(Stop::Limit(MOST_STARTS));
            }
        }
        Ok(())
    }

    /// Starts or updates one phase.
    pub(super) fn advance(&mut self) -> Result<(), Stop> {
        if self.phases.len() != self.queued {
            // The test has queued something.
            self.note_queue(self.queued);
        }
        let resting = self.phases.current().or_else(|| self.phases.parked().last());
        let resting = resting.and_then(|phase| self.starts.place_of(phase));
        let is_running = self.phases.current().is_some();
        let parked = self.phases.parked().count();
        let next = if is_running { None } else { self.next() };
        let left = self.phases.len() - usize::from(next.is_some());
        let next = next.map(|phase| (phase.name(), format!("{phase:?}"), phase.id()));
        let step = self.phases.step(&mut self.world);
        let name = match &step {
            Ok(Step::Ended(name) | Step::Waiting(name) | Step::Asking(name)) => Some(*name),
            Ok(Step::Idle) => return Err(Stop::Idle),
            Ok(Step::Halted) => return Err(Stop::Halted),
            Err(RunError::Failed { phase, .. } | RunError::Abandoned { phase, .. }) => Some(*phase),
            Err(_) => None,
        };
        if let Some(name) = name {
            self.latest = if is_running || self.phases.parked().count() < parked {
                resting
            } else {
                Some(self.note_start(name, next))
            };
            self.note_queue(left);
        }
        step.map(drop).map_err(Stop::Failed)
    }

    fn note_start(&mut self, name: &'static str, next: Option<(&'static str, String, PhaseId)>) -> usize {
        if let Some((_, shown, id)) = next.filter(|next| next.0 == name) {
            return self.starts.add(name, shown, Some(id), Seen::Queued);
        }
        let running = self.phases.current();
        let shown = running.map_or_else(|| name.to_owned(), |running| format!("{running:?}"));
        let id = running.map(PhaseRef::id);
        self.starts.add(name, shown, id, Seen::Supplied)
    }

    /// Takes note of what has been queued by the phase that ran last, which had found so many in the queue.
    pub(super) fn note_queue(&mut self, before: usize) {
        self.queued = self.phases.len();
        self.starts.look_at_queue(&self.phases, self.latest, self.queued.saturating_sub(before));
    }

    /// Gives the first scripted answer that is one to the question that stands.
    fn give_scripted(&mut self) -> Result<(), Stop> {
        let seats = self.phases.question().map(|question| question.seats(&self.world)).unwrap_or_default();
        for number in 0..self.script.lines.len() {
            let Line { seat, answer, place } = self.script.lines[number].clone();
            if !seats.contains(&seat) {
                continue;
            }
            let queued = self.phases.len();
            match self.phases.answer_any(&mut self.world, seat, answer) {
                // Of another type; perhaps the next one is of this.
                Err(AnswerError::NotAsked { .. }) => {}
                Ok(_) => {
                    self.script.lines.remove(number);
                    self.note_queue(queued);
                    return Ok(());
                }
                Err(AnswerError::Run(error)) => return Err(Stop::Failed(error)),
                Err(refusal) => {
                    return Err(Stop::Refused(format!("{}, scripted at {place}", told(&refusal))));
                }
            }
        }
        Err(Stop::asking(&self.phases, seats))
    }
}
