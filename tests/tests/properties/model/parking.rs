//! Phases that are told that they are parked, and that they come back.

use super::drive::{Advance, Stop};
use super::tickets::Fate;
use super::{Model, Now, Panic, Running};
use crate::program::{Event, Outcome};

impl Model<'_> {
    /// In the first call with the world after the interrupt.
    pub(super) fn tell_parked(&mut self) -> Result<(), Panic> {
        if !std::mem::take(&mut self.is_parked_untold) {
            return Ok(());
        }
        let id = self.parked.last().expect("it was parked").card.id;
        self.log.push(Event::Parked(id));
        if self.program.plan(id).park_panics {
            let parked = self.parked.pop().expect("it was parked");
            self.tree.unpark();
            return Err(self.panicked(parked));
        }
        Ok(())
    }

    /// Gives up the nth of the parked phases, which what it had queued outlives.
    pub(super) fn cancel_parked(&mut self, nth: usize) -> Result<Outcome, Panic> {
        let Some(nth) = nth.checked_rem(self.parked.len()) else { return Ok(Outcome::Cancelled(false)) };
        self.recover()?;
        let parked = self.parked.remove(nth);
        self.tree.unpark_nth(nth);
        self.give_up(&parked).map(|()| Outcome::Cancelled(true))
    }

    /// What is only to be given up is not told before.
    pub(super) fn come_back(&mut self, running: Running) -> Result<Advance, Stop> {
        if let Now::Suspended(ticket) = running.now {
            if matches!(self.tickets.fate(ticket), Fate::Cancelled | Fate::Dropped) {
                return self.go_on(running);
            }
        }
        let id = running.card.id;
        self.log.push(Event::Resumed(id));
        if self.program.plan(id).resume_panics {
            return Err(self.panicked(running).into());
        }
        self.go_on(running)
    }

    fn panicked(&mut self, mut running: Running) -> Panic {
        if let Now::Suspended(ticket) = running.now {
            self.tickets.make_stale(ticket);
        }
        running.now = Now::Called;
        self.running = Some(running);
        Panic
    }
}
