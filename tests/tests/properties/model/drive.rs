//! Starting, updating, ending and giving up.

use super::tickets::Fate;
use super::{Model, Now, Panic, Running};
use crate::model::tree::{Next, Slot};
use crate::program::{
    CALLS_PER_SUPPLY_PANIC, Card, Event, Handover, Hook, Kind, NAMES_LISTED, Outcome, POISON, SEATS, Then,
    Turn,
};

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
        let mut started = vec![];
        loop {
            let status = match self.advance(self.program.start_limit, &mut started) {
                Ok(Advance::Ended(_)) => continue,
                Ok(Advance::Waiting) => "Waiting",
                Ok(Advance::Asking) => "Asking",
                Ok(Advance::Idle) => "Idle",
                Ok(Advance::Halted) => "Halted",
                Err(Stop::Error(error)) => return Ok(error),
                Err(Stop::Panic) => return Err(Panic),
            };
            return Ok(Outcome::Status(status));
        }
    }

    pub(super) fn step(&mut self) -> Result<Outcome, Panic> {
        let advance = self.advance(None, &mut vec![]);
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
        let parked = self.running.take_if(|running| running.is_waiting());
        self.tree.interrupt(card, parked.is_some());
        self.is_parked_untold |= parked.is_some();
        self.parked.extend(parked);
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

    fn advance(&mut self, limit: Option<usize>, started: &mut Vec<&'static str>) -> Result<Advance, Stop> {
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
            Next::Nothing => self.supplies(),
        };
        if let Some(limit) = limit.filter(|&limit| starts && started.len() >= limit) {
            let last = started.split_off(started.len().saturating_sub(NAMES_LISTED));
            return Err(Stop::Error(Outcome::StartLimit(limit, last)));
        }
        let card = match next {
            Next::Queued(slot) => {
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
                if !self.supplies() {
                    return Ok(Advance::Idle);
                }
                self.supply()?
            }
        };
        started.push(card.kind.name());
        self.called(Hook::Start, card.id);
        let turn = self.program.plan(card.id).start;
        let (asked, now) = ([true; SEATS], Now::Called);
        let running = Running { card, updates: 0, answers: 0, unasked: 0, asked, now };
        self.take_turn(running, Hook::Start, turn, 0)
    }

    /// Whether there is another phase when nothing is left.
    fn supplies(&self) -> bool {
        self.program.supplies && !self.finished
    }

    fn supply(&mut self) -> Result<Card, Panic> {
        self.log.push(Event::Supplying);
        self.supplied += 1;
        if self.is_over || self.supplied % CALLS_PER_SUPPLY_PANIC == 0 {
            return Err(Panic);
        }
        Ok(self.make(Kind::Plain))
    }

    /// The best of the front's type takes the first place of that type; the others follow in the order they had.
    fn bring_best_forward(&mut self, slot: Slot) -> Result<(), Panic> {
        let keys = self.keys;
        let level = self.tree.level_of(slot);
        let kind = level[0].kind;
        let mut same: Vec<Card> = level.iter().copied().filter(|card| card.kind == kind).collect();
        let rank = |card: &Card| {
            let key = i32::from(keys[card.tag]);
            if kind == Kind::High { key } else { -key }
        };
        if kind == Kind::Plain {
            return Ok(());
        }
        if !self.is_over && same.iter().any(|card| keys[card.tag] == POISON) {
            return Err(Panic);
        }
        let best = same.iter().map(rank).max();
        if let Some(index) = same.iter().position(|card| Some(rank(card)) == best) {
            let best = same.remove(index);
            same.insert(0, best);
        }
        let places = level.iter_mut().filter(|card| card.kind == kind);
        for (place, card) in places.zip(same) {
            *place = card;
        }
        Ok(())
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
        let (card, name) = (running.card, running.card.kind.name());
        match running.now {
            Now::Suspended(ticket) => match self.tickets.fate(ticket) {
                Fate::Ended => self.end(card),
                Fate::Dropped => {
                    self.give_up(&running)?;
                    Err(Stop::Error(Outcome::Abandoned(name)))
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
                self.give_up(&running)?;
                let source = card.id.to_string();
                Err(Stop::Error(Outcome::Failed { phase: name, place: hook.method(), source }))
            }
            Now::Waits { .. } | Now::Asks { .. } | Now::Called => unreachable!("what waits has been seen to"),
        }
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
