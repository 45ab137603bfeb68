//! The world that random programs act on.

use std::panic::resume_unwind;
use std::sync::Arc;

use phase_core::prelude::*;

use super::phases::{Actor, Body, by_kind, id_of};
use super::program::{Act, How, Id, Kind, Program, SEATS, Then, Turn};
use super::scopes::{self, Reach, To};
use super::tickets::Tickets;

/// What is seen of a program while it runs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    /// The method, the phase, the level that it came from, and how many phases are queued.
    Called(&'static str, Id, usize, usize),
    Answered(Seat, u8),
    Cancelled(Id),
    Resumed(Id),
    Supplied(Id),
    Found(usize),
    Came(Outcome),
    /// The current level, what waits, and what is queued on which level.
    Stands(usize, Option<Waiting>, Vec<(usize, Id)>),
    /// What would start next, what is parked, and whether the game is over.
    Next(Option<Id>, Vec<Id>, bool),
    /// The id of what runs or waits, or of a scope, and the names and ids of its causes.
    Line(u64, Vec<(&'static str, u64)>),
    /// Of what is queued, of what is parked, and of what waits.
    Ids(Vec<u64>),
    /// The number of the question, and whom it asks.
    Asks(u64, Vec<Seat>),
}

/// What an action from outside came to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    Done,
    Cancelled(bool),
    TimedOut(Vec<Seat>),
    Ran(RunStatus),
    Stepped(Step),
    Error(String),
    Panicked,
}

pub(crate) struct World {
    program: Arc<Program>,
    pub(crate) log: Vec<Event>,
    made: Id,
    gone: [bool; SEATS],
    tickets: Tickets,
    /// The ids of what has been called lately.
    pub(crate) seen: Vec<(u64, Id)>,
}

/// What a scripted panic carries.
pub(crate) struct Scripted;

impl World {
    pub(crate) fn new(program: &Arc<Program>) -> Self {
        let program = Arc::clone(program);
        let gone = [false; SEATS];
        Self { program, log: vec![], made: 0, gone, tickets: Tickets::default(), seen: vec![] }
    }

    /// As it would be loaded with the phases.
    pub(crate) fn saved(&self) -> Self {
        Self {
            program: Arc::clone(&self.program),
            log: vec![],
            made: self.made,
            gone: self.gone,
            tickets: self.tickets.saved(),
            seen: vec![],
        }
    }

    /// After an undo or a redo: whatever ticket is out has been made good for nothing, and is handed out anew.
    pub(crate) fn forget_stale_tickets(&mut self) {
        self.tickets.forget_stale();
    }

    /// Who is asked by a phase that wants to hear from these.
    pub(crate) fn seats(&self, asked: [bool; SEATS]) -> Vec<Seat> {
        (0..SEATS).filter(|&index| asked[index] && !self.gone[index]).map(seat).collect()
    }

    pub(crate) fn make(&mut self) -> Body {
        self.made += 1;
        Body::new(self.made - 1)
    }

    /// How many phases have been made.
    pub(crate) fn made(&self) -> Id {
        self.made
    }

    pub(crate) fn supply(&mut self) -> Body {
        self.log.push(Event::Supplied(self.made));
        self.make()
    }

    pub(crate) fn end_all_tickets(&mut self) {
        self.tickets.end_all();
    }

    pub(crate) fn restored(&mut self, id: Id, ticket: Ticket) {
        self.tickets.restored(id, ticket);
    }

    pub(crate) fn cancelled(&mut self, id: Id) {
        self.log.push(Event::Cancelled(id));
        self.is_over(id);
    }

    fn is_over(&mut self, id: Id) {
        self.tickets.forget(id);
    }
}

/// As a save of it would be, with what was seen of it.
impl Clone for World {
    fn clone(&self) -> Self {
        Self { log: self.log.clone(), ..self.saved() }
    }
}

/// Where acts are carried out: the manager or the queue of a running phase.
pub(crate) trait Desk {
    fn queue(&mut self, how: How, kind: Kind, body: Body);
    fn insert(&mut self, how: How, beside: Kind, kind: Kind, new: Body);
    fn remove(&mut self, kind: Kind) -> bool;
    fn remove_all(&mut self, kind: Kind) -> usize;
    fn retain(&mut self) -> usize;
    fn clear(&mut self, world: &mut World);
    fn finish(&mut self, world: &mut World);
    fn halt(&mut self) {}
    fn reach(&mut self, _: Reach, _: To, _: &mut World) {}
}

macro_rules! desk {
    ([$($generics:tt)*] $desk:ty { $($own:item)* }) => {
        impl<$($generics)*> Desk for $desk {
            fn queue(&mut self, how: How, kind: Kind, body: Body) {
                by_kind!(kind, P => match how {
                    How::Push => self.push(P(body)),
                    How::Unshift => self.unshift(P(body)),
                    How::Defer => self.defer(P(body)),
                });
            }

            fn insert(&mut self, how: How, beside: Kind, kind: Kind, new: Body) {
                by_kind!(beside, B => by_kind!(kind, P => match how {
                    How::Push => self.insert_after::<B>(P(new)),
                    _ => self.insert_before::<B>(P(new)),
                }));
            }

            fn remove(&mut self, kind: Kind) -> bool {
                by_kind!(kind, P => self.remove::<P>(|phase| phase.0.id % 2 == 0).is_some())
            }

            fn remove_all(&mut self, kind: Kind) -> usize {
                by_kind!(kind, P => self.remove_all::<P>(|phase| phase.0.id % 3 == 0))
            }

            fn retain(&mut self) -> usize {
                self.retain(|phase| id_of(phase) % 2 == 0)
            }

            $($own)*
        }
    };
}

desk!(['run, P: Actor] Queue<'run, P> {
    fn clear(&mut self, _: &mut World) {
        Queue::clear(self);
    }

    fn finish(&mut self, _: &mut World) {
        Queue::finish(self);
    }

    fn halt(&mut self) {
        Queue::halt(self);
    }

    fn reach(&mut self, reach: Reach, to: To, world: &mut World) {
        scopes::reach(self, reach, to, world);
    }
});
desk!([] PhaseManager<World> {
    fn clear(&mut self, world: &mut World) {
        PhaseManager::clear(self, world);
    }

    fn finish(&mut self, world: &mut World) {
        PhaseManager::finish(self, world);
    }
});

pub(crate) fn act(act: Act, desk: &mut impl Desk, world: &mut World) {
    match act {
        Act::Queue(how, kind) => desk.queue(how, kind, world.make()),
        Act::Clear => desk.clear(world),
        Act::Halt => desk.halt(),
        Act::Ticket(nth, say) => world.tickets.settle(nth, say),
        Act::SetGone(seat, gone) => world.gone[seat] = gone,
        Act::Remove(kind) => world.log.push(Event::Found(desk.remove(kind).into())),
        Act::RemoveAll(kind) => world.log.push(Event::Found(desk.remove_all(kind))),
        Act::Insert(how, beside, kind) => desk.insert(how, beside, kind, world.make()),
        Act::Retain => world.log.push(Event::Found(desk.retain())),
        Act::Finish => desk.finish(world),
        Act::Reach(reach, to) => desk.reach(reach, to, world),
    }
}

pub(crate) fn seat(index: usize) -> Seat {
    [Seat::Player(0), Seat::Player(1), Seat::Chance][index]
}

fn called<P: Actor>(method: &'static str, phase: &P, world: &mut World, queue: &Queue<'_, P>) -> Id {
    let body = phase.body();
    assert!(body.is_as_made(), "{body:?}");
    world.log.push(Event::Called(method, body.id, queue.current_level(), queue.len()));
    world.log.push(Event::Line(queue.id().get(), scopes::named(queue.causes())));
    world.seen.push((queue.id().get(), body.id));
    body.id
}

pub(crate) fn start<P: Actor + Suspends>(phase: &mut P, guard: EndGuard<'_, P>) -> Flow<P> {
    let id = called("start", phase, guard.world, &guard.queue);
    let turn = guard.world.program.plan(id).start;
    take_turn(phase, turn, guard)
}

pub(crate) fn update<P: Actor + Suspends>(phase: &mut P, guard: EndGuard<'_, P>) -> Flow<P> {
    let id = called("update", phase, guard.world, &guard.queue);
    let turn = next_of(&guard.world.program.plan(id).updates, &mut phase.body_mut().memory.updates);
    take_turn(phase, turn, guard)
}

pub(crate) fn answer<P: Actor + Suspends>(
    phase: &mut P,
    seat: Seat,
    answer: u8,
    guard: EndGuard<'_, P>,
) -> Flow<P> {
    let id = called("answer", phase, guard.world, &guard.queue);
    guard.world.log.push(Event::Answered(seat, answer));
    let memory = &mut phase.body_mut().memory;
    for (index, asked) in memory.asked.iter_mut().enumerate() {
        *asked &= self::seat(index) != seat;
    }
    let turn = next_of(&guard.world.program.plan(id).answers, &mut memory.answers);
    take_turn(phase, turn, guard)
}

pub(crate) fn unasked<P: Actor + Suspends>(phase: &mut P, guard: EndGuard<'_, P>) -> Flow<P> {
    let id = called("unasked", phase, guard.world, &guard.queue);
    let turn = next_of(&guard.world.program.plan(id).unasked, &mut phase.body_mut().memory.unasked);
    take_turn(phase, turn, guard)
}

/// The next of these turns.
fn next_of(turns: &[Turn], done: &mut usize) -> Turn {
    let turn = turns.get(*done).cloned().unwrap_or_default();
    *done += 1;
    turn
}

fn take_turn<P: Actor + Suspends>(phase: &mut P, turn: Turn, mut guard: EndGuard<'_, P>) -> Flow<P> {
    let id = phase.body().id;
    for step in turn.acts {
        act(step, &mut guard.queue, guard.world);
    }
    if turn.then != Then::Wait {
        // If it was suspended: from now on it waits for that ticket no more.
        guard.world.is_over(id);
    }
    match turn.then {
        Then::End => guard.end(),
        Then::Wait => guard.wait(),
        Then::AskOn => guard.ask(),
        Then::AskAnew(asked) => {
            phase.body_mut().memory.asked = asked;
            guard.ask()
        }
        Then::Fail => guard.fail(id.to_string()),
        Then::Panic => resume_unwind(Box::new(Scripted)),
        Then::Suspend => guard.suspend(|world, ticket| world.tickets.keep(id, ticket)),
    }
}

pub(crate) fn on_end<P: Actor>(phase: &mut P, world: &mut World, queue: &mut Queue<'_, P>) {
    let id = called("on_end", phase, world, queue);
    world.is_over(id);
    for step in world.program.plan(id).on_end {
        act(step, queue, world);
    }
}
