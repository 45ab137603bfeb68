//! Starting, updating, ending and giving up.

use super::tickets::Fate;
use super::{Model, Now, Panic, Running, limits};
use crate::kind::Kind;
use crate::model::tree::Next;
use crate::program::{Card, Event, Fault, Handover, Hook, Outcome, SEATS, Supply, Then, Turn};

/// Why a call of the manager ends early.
pub(super) enum Stop {
    Panic,
    Error(Outcome),
}

impl From<Panic> for Stop {
    fn from(_: Panic) -> Self {
        Self::Panic
    }
}

pub(super) enum Advance {
    Ended(Card),
    Waiting,
    Asking,
    Idle,
    Halted,
}

impl Model<'_> {
    pub(super) fn run(&mut self) -> Result<Outcome, Panic> {
        self.drive(|_| false)
    }

    pub(super) fn step(&mut self) -> Result<Outcome, Panic> {
        self.deliver();
        let advance = self.advance();
        match advance {
            Ok(Advance::Ended(_)) => self.deliver(),
            Err(Stop::Panic) => {}
            _ => self.started.clear(),
        }
        self.stepped(advance)
    }

    pub(super) fn stepped(&self, advance: Result<Advance, Stop>) -> Result<Outcome, Panic> {
        let running = self.running.as_ref().map_or("", |running| running.card.kind.name());
        match advance {
            Ok(Advance::Ended(card)) => Ok(Outcome::Stepped("Ended", card.kind.name())),
            Ok(Advance::Waiting) => Ok(Outcome::Stepped("Waiting", running)),
            Ok(Advance::Asking) => Ok(Outcome::Stepped("Asking", running)),
            Ok(Advance::Idle) => Ok(Outcome::Status("Idle")),
            Ok(Advance::Halted) => Ok(Outcome::Status("Halted")),
            Err(Stop::Error(error)) => Ok(error),
            Err(Stop::Panic) => Err(Panic),
        }
    }

    pub(super) fn interrupt(&mut self, kind: Kind) {
        let card = self.make(kind);
        self.park_below(card);
    }

    pub(super) fn cancel(&mut self, with_children: bool) -> Result<Outcome, Panic> {
        self.recover()?;
        let Some(running) = self.running.take_if(|running| running.is_waiting()) else {
            return Ok(Outcome::Cancelled(false));
        };
        let children = if with_children { self.tree.drop_children() } else { vec![] };
        let told = self.give_up(&running);
        self.gone(&children);
        told.map(|()| Outcome::Cancelled(true))
    }

    pub(super) fn clear_now(&mut self, finishes: bool) -> Result<(), Panic> {
        self.recover()?;
        self.finished |= finishes;
        let queued = self.clear();
        let told = self.tell_condemned();
        self.gone(&queued);
        told
    }

    pub(super) fn advance(&mut self) -> Result<Advance, Stop> {
        self.recover()?;
        if let Some(running) = self.running.take() {
            return self.go_on(running);
        }
        if std::mem::take(&mut self.halted) {
            return Ok(Advance::Halted);
        }
        let next = self.tree.next();
        let starts = match next {
            Next::Queued(_) => true,
            Next::Parked(_) => false,
            // A closure that pushes for itself may push nothing.
            Next::Nothing => self.supply() == Some(Supply::One),
        };
        let limit = self.program.start_limit.filter(|_| !self.is_over);
        if let Some(limit) = limit.filter(|&limit| starts && self.started.len() >= limit) {
            return Err(Stop::Error(limits::too_many(limit, &self.started)));
        }
        let card = match next {
            Next::Queued(slot) => {
                self.check_chain(slot)?;
                self.bring_best_forward(slot)?;
                self.tree.take(slot)
            }
            Next::Parked(depth) => {
                self.tree.resume(depth);
                let parked = self.parked.pop().expect("the tree says that one is parked");
                return self.come_back(parked);
            }
            Next::Nothing => {
                self.tree.run_empty();
                match self.supply() {
                    None => return Ok(Advance::Idle),
                    Some(Supply::One) => self.supply_one()?,
                    Some(Supply::Many) => {
                        self.supply_many()?;
                        if self.tree.len() == 0 {
                            return Ok(Advance::Idle);
                        }
                        return self.advance();
                    }
                }
            }
        };
        self.started.push(card.kind.name());
        self.called(Hook::Start, card.id);
        let turn = self.program.plan(card.id).start;
        let (asked, now) = ([true; SEATS], Now::Called);
        let running = Running { card, updates: 0, answers: 0, unasked: 0, asked, now };
        self.take_turn(running, Hook::Start, turn, 0)
    }

    pub(super) fn take_turn(
        &mut self,
        running: Running,
        hook: Hook,
        turn: Turn,
        updates: u64,
    ) -> Result<Advance, Stop> {
        let id = running.card.id;
        let had_ticket = match running.now {
            Now::Suspended(ticket) => Some(ticket),
            _ => None,
        };
        let called = self.running.insert(running);
        called.now = Now::Called;
        for act in turn.acts {
            self.act(act);
        }
        if let Some(ticket) = had_ticket.filter(|_| turn.then != Then::Wait) {
            self.tickets.make_stale(ticket);
        }
        let now = match turn.then {
            Then::End => Now::Ends,
            Then::Wait => had_ticket.map_or(Now::Waits { updates }, Now::Suspended),
            Then::Fail => Now::Fails(hook),
            Then::Panic => return Err(Stop::Panic),
            Then::Ask(asked) => return self.ask(asked, hook),
            Then::Suspend(handover) => {
                let (fate, keeps) = match handover {
                    Handover::Keep => (Fate::Live, true),
                    Handover::KeepAndPanic => (Fate::Stale, true),
                    Handover::EndAtOnce => (Fate::Ended, false),
                    Handover::CancelAtOnce => (Fate::Cancelled, false),
                    Handover::DropAtOnce => (Fate::Dropped, false),
                };
                let ticket = self.tickets.issue(id, fate, keeps);
                match handover {
                    Handover::KeepAndPanic => return Err(Stop::Panic),
                    Handover::EndAtOnce | Handover::CancelAtOnce => self.log.push(Event::Ticket(id, true)),
                    _ => {}
                }
                Now::Suspended(ticket)
            }
        };
        if let Some(running) = &mut self.running {
            running.now = now;
        }
        self.tell_condemned()?;
        if matches!(now, Now::Waits { .. }) {
            return Ok(Advance::Waiting);
        }
        let running = self.running.take().expect("it has just run");
        self.come_to(running)
    }

    pub(super) fn go_on(&mut self, running: Running) -> Result<Advance, Stop> {
        match running.now {
            Now::Waits { updates } => self.update(running, updates + 1),
            Now::Asks { number } => {
                self.running = Some(running);
                self.ask_on(number)
            }
            Now::Suspended(ticket) if self.tickets.fate(ticket) == Fate::Live => self.update(running, 0),
            _ => self.come_to(running),
        }
    }

    fn update(&mut self, mut running: Running, updates: u64) -> Result<Advance, Stop> {
        let id = running.card.id;
        let turn = self.program.plan(id).updates.get(running.updates).cloned();
        running.updates += 1;
        self.called(Hook::Update, id);
        self.take_turn(running, Hook::Update, turn.unwrap_or_default(), updates)
    }

    /// What becomes of a phase that is not to be called again in this step.
    fn come_to(&mut self, running: Running) -> Result<Advance, Stop> {
        let card = running.card;
        match running.now {
            Now::Suspended(ticket) => match self.tickets.fate(ticket) {
                Fate::Ended => self.end(card),
                Fate::Dropped => {
                    let fault = self.fault(card);
                    self.give_up(&running)?;
                    Err(Stop::Error(Outcome::Abandoned(fault)))
                }
                Fate::Cancelled => {
                    self.give_up(&running)?;
                    Ok(Advance::Ended(card))
                }
                Fate::Live | Fate::Stale => {
                    self.running = Some(running);
                    Ok(Advance::Waiting)
                }
            },
            Now::Ends => self.end(card),
            Now::Fails(hook) => {
                let fault = self.fault(card);
                self.give_up(&running)?;
                let source = card.id.to_string();
                Err(Stop::Error(Outcome::Failed { fault, place: hook.method(), source }))
            }
            Now::Waits { .. } | Now::Asks { .. } | Now::Called => unreachable!("what waits has been seen to"),
        }
    }

    /// What an error says of a phase.
    pub(super) fn fault(&self, card: Card) -> Fault {
        let causes = self.causes(card.id).names();
        Fault { phase: card.kind.name(), shown: format!("{card:?}"), causes }
    }

    fn end(&mut self, card: Card) -> Result<Advance, Stop> {
        let plan = self.program.plan(card.id);
        self.called(Hook::OnEnd, card.id);
        for act in plan.on_end {
            self.act(act);
        }
        if plan.end_panics {
            return Err(Stop::Panic);
        }
        self.tell_condemned()?;
        Ok(Advance::Ended(card))
    }

    pub(super) fn give_up(&mut self, running: &Running) -> Result<(), Panic> {
        let id = running.card.id;
        let plan = self.program.plan(id);
        if let Now::Suspended(ticket) = running.now {
            self.tickets.make_stale(ticket);
        }
        self.log.push(Event::Cancelled(id));
        if let Some(own) = self.tickets.first_of(id).filter(|_| plan.cancel_ends_ticket) {
            self.end_ticket(own);
        }
        if plan.cancel_panics { Err(Panic) } else { Ok(()) }
    }

    /// What a panic has kept from happening comes before anything else.
    pub(super) fn recover(&mut self) -> Result<(), Panic> {
        if let Some(running) = self.running.take_if(|running| running.now == Now::Called) {
            self.give_up(&running)?;
        }
        self.tell_condemned()?;
        self.tell_parked()
    }

    pub(super) fn tell_condemned(&mut self) -> Result<(), Panic> {
        while !self.condemned.is_empty() {
            let running = self.condemned.remove(0);
            self.give_up(&running)?;
        }
        Ok(())
    }
}
