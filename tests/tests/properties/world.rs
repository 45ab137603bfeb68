//! The world that the real phases act on, and how they act on it.

use std::panic::resume_unwind;
use std::sync::Arc;

use phase_core::prelude::*;

use crate::desk::{self, Desk};
use crate::host::Post;
use crate::ids::Ids;
use crate::kind::Kind;
use crate::phases::Actor;
use crate::program::{
    Act, Asked, Card, Event, Handover, Hook, Id, Needs, POISON, Place, Plan, Program, SEATS, SLOTS, Then,
    Turn, Use,
};
use crate::scopes;
use crate::why::{self, AtWork, Origins};

pub(crate) struct World {
    program: Arc<Program>,
    pub(crate) log: Vec<Event>,
    /// The program is over, and only what is left runs on.
    is_over: bool,
    made: usize,
    supplied: usize,
    keys: [i8; SLOTS],
    gone: [bool; SEATS],
    are_seats_poisoned: bool,
    kept: Vec<(Id, Ticket)>,
    pub(crate) ids: Ids,
    pub(crate) post: Post,
    pub(crate) origins: Origins,
    /// Shared by every phase in memory, to count them by.
    token: Arc<()>,
}

/// What every phase holds, whatever its type: small enough for its memory to be used again.
pub(crate) struct Body {
    pub(crate) card: Box<Card>,
    memory: Box<Memory>,
    _token: Arc<()>,
}

/// How often a phase has been called, and whom it has still to hear from.
struct Memory {
    updates: usize,
    answers: usize,
    unasked: usize,
    asked: [bool; SEATS],
}

/// The next of these turns.
fn next_of(turns: &[Turn], done: &mut usize) -> Turn {
    let turn = turns.get(*done).cloned().unwrap_or_default();
    *done += 1;
    turn
}

/// What a scripted panic carries.
pub(crate) struct Scripted;

pub(crate) fn panic_as_scripted() -> ! {
    // Unlike `panic!`, this does not print.
    resume_unwind(Box::new(Scripted))
}

impl World {
    pub(crate) fn new(program: Arc<Program>) -> Self {
        Self {
            program,
            log: vec![],
            is_over: false,
            made: 0,
            supplied: 0,
            keys: [0; SLOTS],
            gone: [false; SEATS],
            are_seats_poisoned: false,
            kept: vec![],
            ids: Ids::default(),
            post: Post::default(),
            origins: Origins::default(),
            token: Arc::new(()),
        }
    }

    /// How many phases are in memory.
    pub(crate) fn alive(&self) -> usize {
        Arc::strong_count(&self.token) - 1
    }

    pub(crate) fn make(&mut self, kind: Kind) -> Body {
        let card = Card::new(self.made, kind);
        self.made += 1;
        self.log.push(Event::Made(card.id));
        let memory = Memory { updates: 0, answers: 0, unasked: 0, asked: [true; SEATS] };
        Body { card: Box::new(card), memory: Box::new(memory), _token: Arc::clone(&self.token) }
    }

    /// What is to be supplied, and whether that panics afterwards.
    pub(crate) fn supply(&mut self) -> (Vec<Kind>, bool) {
        self.log.push(Event::Supplying);
        self.origins.at_work = AtWork::Supply;
        self.supplied += 1;
        match self.program.supply {
            Some(supply) if !self.is_over => supply.nth(self.supplied),
            _ => (vec![], true),
        }
    }

    pub(crate) fn supply_one(&mut self) -> Body {
        match self.supply().0.first() {
            Some(kind) => {
                let body = self.make(*kind);
                self.origins.note(body.card.id, "");
                body
            }
            None => panic_as_scripted(),
        }
    }

    pub(crate) fn key(&self, card: Card) -> i8 {
        let key = self.keys[card.tag];
        if key == POISON && !self.is_over {
            panic_as_scripted();
        }
        key
    }

    /// Who is asked by a phase that wants to hear from these. When the program is over, everybody has left.
    fn seats(&self, asked: [bool; SEATS]) -> Vec<usize> {
        if self.is_over {
            return vec![];
        }
        if self.are_seats_poisoned {
            panic_as_scripted();
        }
        (0..SEATS).filter(|&seat| asked[seat] && !self.gone[seat]).collect()
    }

    /// Whether it can be asked now who is asked.
    pub(crate) fn can_tell_seats(&self) -> bool {
        self.is_over || !self.are_seats_poisoned
    }

    pub(crate) fn gone(&mut self, mut ids: Vec<Id>) {
        for id in &ids {
            self.post.forget(*id);
        }
        if !ids.is_empty() {
            ids.sort_unstable();
            self.log.push(Event::Gone(ids));
        }
    }

    /// The queued phases are gone, and what was sent and not delivered.
    pub(crate) fn gone_with_undelivered(&mut self, mut queued: Vec<Id>) {
        queued.extend(self.post.undelivered(&queued));
        self.gone(queued);
    }

    fn pick_ticket(&mut self, nth: usize) -> Option<(Id, Ticket)> {
        let index = nth.checked_rem(self.kept.len())?;
        Some(self.kept.remove(index))
    }

    fn end_ticket(&mut self, nth: usize) {
        if let Some((id, ticket)) = self.pick_ticket(nth) {
            let is_live = ticket.is_live();
            let ended = ticket.end().is_ok();
            assert_eq!(is_live, ended, "what a ticket says of itself is what it does");
            self.log.push(Event::Ticket(id, ended));
        }
    }

    fn use_ticket(&mut self, nth: usize, how: Use) {
        let Some(index) = nth.checked_rem(self.kept.len()) else { return };
        let (id, ticket) = &self.kept[index];
        let (id, was_live) = (*id, ticket.is_live());
        let worked = match how {
            Use::End => ticket.end().is_ok(),
            Use::Cancel => ticket.cancel().is_ok(),
            Use::Divide(needs) => {
                let (_, ticket) = self.kept.remove(index);
                let (first, second) = match needs {
                    Needs::Both => ticket.both(),
                    Needs::Either => ticket.either(),
                };
                assert_eq!(first.is_live(), second.is_live(), "two halves can do as much");
                let can_work = first.is_live();
                self.kept.splice(index..index, [(id, first), (id, second)]);
                can_work
            }
        };
        assert_eq!(was_live, worked, "what a ticket says of itself is what it does");
        self.log.push(Event::Ticket(id, worked));
    }

    /// From now on neither keys nor `when_empty` keep what is left from running.
    pub(crate) fn finish(&mut self) {
        self.is_over = true;
    }

    pub(crate) fn end_all_tickets(&mut self) {
        while !self.kept.is_empty() {
            self.end_ticket(0);
        }
    }

    /// Whether none of the tickets kept can end anything any more.
    pub(crate) fn has_stale_tickets_only(&mut self) -> bool {
        self.kept.drain(..).all(|(_, ticket)| ticket.end() == Err(StaleTicket))
    }
}

fn called<P: Actor>(hook: Hook, phase: &P, world: &mut World, queue: &Queue<'_, P>) -> Id {
    let id = phase.body().card.id;
    world.post.forget(id);
    world.origins.at_work = AtWork::Phase(id);
    world.ids.see(id, queue.id());
    desk::see_queued(queue, world);
    let causes = scopes::named(id, queue.causes(), world);
    let place = Place { level: queue.current_level(), len: queue.len(), causes };
    world.log.push(Event::Called(hook, id, place));
    id
}

pub(crate) fn act(act: Act, desk: &mut impl Desk, world: &mut World) {
    match act {
        Act::Queue(how, kind) => {
            let body = world.make(kind);
            world.origins.note(body.card.id, why::verb(how));
            desk.queue(how, body);
        }
        Act::Send(how, kind) => {
            let body = world.make(kind);
            world.origins.note_sent(body.card.id, how);
            world.post.send(how, body);
        }
        Act::Clear => desk.clear(world),
        Act::Finish => desk.finish(world),
        Act::Halt => desk.halt(),
        Act::SetKey(slot, key) => world.keys[slot] = key,
        Act::EndTicket(nth) => world.end_ticket(nth),
        Act::DropTicket(nth) => drop(world.pick_ticket(nth)),
        Act::UseTicket(nth, how) => world.use_ticket(nth, how),
        Act::SetGone(seat, gone) => world.gone[seat] = gone,
        Act::PoisonSeats(poisoned) => world.are_seats_poisoned = poisoned,
        Act::Look(look) => {
            let found = desk.look(look, world);
            world.log.push(Event::Found(found));
        }
        Act::Reach(reach, to) => desk.reach(reach, to, world),
    }
    desk::see_queued(desk, world);
}

pub(crate) fn start<P: Actor + Suspends>(phase: &mut P, guard: EndGuard<'_, P>) -> Flow<P> {
    let id = called(Hook::Start, phase, guard.world, &guard.queue);
    let turn = guard.world.program.plan(id).start;
    take_turn(phase, turn, guard)
}

pub(crate) fn update<P: Actor + Suspends>(phase: &mut P, guard: EndGuard<'_, P>) -> Flow<P> {
    let id = called(Hook::Update, phase, guard.world, &guard.queue);
    let turn = next_of(&guard.world.program.plan(id).updates, &mut phase.body_mut().memory.updates);
    take_turn(phase, turn, guard)
}

pub(crate) fn answer<P: Actor + Suspends>(
    phase: &mut P,
    seat: Seat,
    answer: u8,
    guard: EndGuard<'_, P>,
) -> Flow<P> {
    let seat = index(seat);
    let id = called(Hook::Answer(seat, answer), phase, guard.world, &guard.queue);
    let memory = &mut phase.body_mut().memory;
    memory.asked[seat] = false;
    let turn = next_of(&guard.world.program.plan(id).answers, &mut memory.answers);
    take_turn(phase, turn, guard)
}

pub(crate) fn unasked<P: Actor + Suspends>(phase: &mut P, guard: EndGuard<'_, P>) -> Flow<P> {
    let id = called(Hook::Unasked, phase, guard.world, &guard.queue);
    let turn = next_of(&guard.world.program.plan(id).unasked, &mut phase.body_mut().memory.unasked);
    take_turn(phase, turn, guard)
}

pub(crate) fn seats<P: Actor>(phase: &P, world: &World) -> Vec<Seat> {
    world.seats(phase.body().memory.asked).into_iter().map(seat).collect()
}

pub(crate) fn plan<P: Actor>(phase: &P, world: &World) -> Plan {
    world.program.plan(phase.body().card.id)
}

pub(crate) fn seat(index: usize) -> Seat {
    [Seat::Player(0), Seat::Player(1), Seat::Chance][index]
}

pub(crate) fn index(seat: Seat) -> usize {
    match seat {
        Seat::Player(player) => player as usize,
        Seat::Chance => SEATS - 1,
    }
}

fn take_turn<P: Actor + Suspends>(phase: &mut P, turn: Turn, mut guard: EndGuard<'_, P>) -> Flow<P> {
    let id = phase.body().card.id;
    for step in turn.acts {
        act(step, &mut guard.queue, guard.world);
    }
    match turn.then {
        Then::End => guard.end(),
        Then::Wait => guard.wait(),
        Then::Ask(asked) => {
            if let Asked::These(seats) = asked {
                phase.body_mut().memory.asked = seats;
            }
            guard.ask()
        }
        Then::Fail => guard.fail(id.to_string()),
        Then::Panic => panic_as_scripted(),
        Then::Suspend(handover) => guard.suspend(|world, ticket| match handover {
            Handover::Keep => world.kept.push((id, ticket)),
            Handover::EndAtOnce => world.log.push(Event::Ticket(id, ticket.end().is_ok())),
            Handover::CancelAtOnce => world.log.push(Event::Ticket(id, ticket.cancel().is_ok())),
            Handover::DropAtOnce => drop(ticket),
            Handover::KeepAndPanic => {
                world.kept.push((id, ticket));
                panic_as_scripted();
            }
        }),
    }
}

pub(crate) fn on_end<P: Actor>(phase: &mut P, world: &mut World, queue: &mut Queue<'_, P>) {
    let id = called(Hook::OnEnd, phase, world, queue);
    let plan = world.program.plan(id);
    for step in plan.on_end {
        act(step, queue, world);
    }
    if plan.end_panics {
        panic_as_scripted();
    }
}

pub(crate) fn on_cancel<P: Actor>(phase: &mut P, world: &mut World) {
    let id = phase.body().card.id;
    world.log.push(Event::Cancelled(id));
    let plan = world.program.plan(id);
    let own_ticket = world.kept.iter().position(|(kept, _)| *kept == id);
    if let Some(index) = own_ticket.filter(|_| plan.cancel_ends_ticket) {
        world.end_ticket(index);
    }
    if plan.cancel_panics {
        panic_as_scripted();
    }
}

pub(crate) fn on_park<P: Actor>(phase: &mut P, world: &mut World) {
    let id = phase.body().card.id;
    world.log.push(Event::Parked(id));
    if world.program.plan(id).park_panics {
        panic_as_scripted();
    }
}

pub(crate) fn on_resume<P: Actor>(phase: &mut P, world: &mut World) {
    let id = phase.body().card.id;
    world.log.push(Event::Resumed(id));
    if world.program.plan(id).resume_panics {
        panic_as_scripted();
    }
}
