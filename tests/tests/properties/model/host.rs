//! What the host does around a running game: what is sent, runs that it looks into, and giving everything up.

use super::drive::{Advance, Stop};
use super::{Model, Panic};
use crate::program::{Card, Event, Outcome, Sent};

impl Model<'_> {
    pub(super) fn deliver(&mut self) {
        for (how, card) in std::mem::take(&mut self.letters) {
            match how {
                Sent::Queue(how) => self.tree.queue(how, card),
                Sent::Interrupt => self.park_below(card),
            }
        }
    }

    /// Puts a phase above all others, and what waits aside.
    pub(super) fn park_below(&mut self, card: Card) {
        let parked = self.running.take_if(|running| running.is_waiting());
        self.tree.interrupt(card, parked.is_some());
        self.is_parked_untold |= parked.is_some();
        self.parked.extend(parked);
    }

    /// Runs, and breaks after so many phases that have ended.
    pub(super) fn run_with(&mut self, most: usize) -> Result<Outcome, Panic> {
        let mut left = most;
        self.drive(|model| {
            model.log.push(Event::Between);
            left = left.saturating_sub(1);
            left == 0
        })
    }

    pub(super) fn drive(&mut self, mut breaks: impl FnMut(&mut Self) -> bool) -> Result<Outcome, Panic> {
        self.started.clear();
        self.deliver();
        let outcome = loop {
            break match self.advance() {
                Ok(Advance::Ended(_)) => {
                    let broke = breaks(self);
                    self.deliver();
                    if !broke {
                        continue;
                    }
                    self.halted = false;
                    Outcome::Status("Halted")
                }
                Ok(Advance::Waiting) => Outcome::Status("Waiting"),
                Ok(Advance::Asking) => Outcome::Status("Asking"),
                Ok(Advance::Idle) => Outcome::Status("Idle"),
                Ok(Advance::Halted) => Outcome::Status("Halted"),
                Err(Stop::Error(error)) => error,
                Err(Stop::Panic) => return Err(Panic),
            };
        };
        self.started.clear();
        Ok(outcome)
    }

    pub(super) fn cancel_all(&mut self) -> Result<Outcome, Panic> {
        self.recover()?;
        let went = self.tree.len() + self.parked.len() + usize::from(self.running.is_some());
        self.condemned.extend(self.running.take());
        let queued = self.clear();
        self.tree.run_empty();
        let told = self.tell_condemned();
        self.gone(&queued);
        told.map(|()| Outcome::AllCancelled(went))
    }
}
