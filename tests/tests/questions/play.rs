//! A world that records what happens, and phases that ask, made of closures.
//!
//! A transcript is a line of events: `A` has started, `A<1:7` was answered by player 1 with 7 (`c` is chance), `A-` has
//! nobody to ask (its `unasked` was called), `A~` was updated, `A.` has ended (its `on_end` was called), `A!` was given
//! up (its `on_cancel` was called), `[asking]` is what a call came to, `(A 1: 0 c)` is the question that stands: its
//! phase, its number, and whom it asks.
//! So `A [asking] A<0:7 A. [ended A] [idle]` reads: `A` started and asked, was answered, and ended by that. A phase that
//! was not told what to do in an update, as one that is suspended seldom is, waits on without a word.

mod host;

use std::fmt;

use phase_core::prelude::*;

pub(crate) use host::Play;

/// The world of most tests.
#[derive(Default)]
pub(crate) struct Log {
    events: Vec<String>,
    /// Whom a phase asks that has no `seats` of its own. Who answers is taken off.
    pub(crate) asked: Vec<Seat>,
    /// What may be answered, for phases without `options` of their own.
    pub(crate) options: Option<Vec<u32>>,
    /// The tickets of phases that suspend, oldest first.
    pub(crate) tickets: Vec<Ticket>,
}

impl Log {
    pub(crate) fn note(&mut self, event: impl Into<String>) {
        self.events.push(event.into());
    }

    pub(crate) fn told(&self) -> String {
        self.events.join(" ")
    }

    /// What was noted last, which is then forgotten.
    fn take_last(&mut self) -> String {
        self.events.pop().expect("something was noted")
    }

    /// Ends the oldest ticket, and notes how that went.
    pub(crate) fn end_ticket(&mut self) {
        let ended = self.tickets.remove(0).end();
        self.note(if ended.is_ok() { "<ok>" } else { "<stale>" });
    }
}

/// Players 0 to `n - 1`.
pub(crate) fn players(n: u32) -> Vec<Seat> {
    (0..n).map(Seat::Player).collect()
}

pub(crate) const P0: Seat = Seat::Player(0);
pub(crate) const P1: Seat = Seat::Player(1);
pub(crate) const P2: Seat = Seat::Player(2);

fn short(seat: Seat) -> String {
    match seat {
        Seat::Player(number) => number.to_string(),
        Seat::Chance => "c".to_owned(),
    }
}

/// Each with a space before it.
fn listed(seats: Vec<Seat>) -> String {
    let shorts: Vec<_> = seats.into_iter().map(short).collect();
    shorts.iter().flat_map(|short| [" ", short]).collect()
}

type Decide = Box<dyn FnMut(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync>;
type Answer = Box<dyn FnMut(Seat, u32, EndGuard<'_, Act>) -> Flow<Act> + Send + Sync>;
type Read<T> = Box<dyn Fn(Seat, &Log) -> T + Send + Sync>;
type Check = Box<dyn Fn(Seat, u32, &Log) -> Result<(), BoxError> + Send + Sync>;
type Seats = Box<dyn Fn(&Log) -> Vec<Seat> + Send + Sync>;
type OnEnd = Box<dyn FnMut(&mut Log, &mut Queue<'_, Act>) + Send + Sync>;
type OnCancel = Box<dyn FnMut(&mut Log) + Send + Sync>;

/// A phase made of closures.
#[phase(world = Log)]
pub(crate) struct Act {
    pub(crate) name: &'static str,
    start: Decide,
    update: Option<Decide>,
    answer: Answer,
    unasked: Option<Decide>,
    seats: Seats,
    options: Read<Option<Vec<u32>>>,
    check: Check,
    fallback: Read<Option<u32>>,
    may_revise: Read<bool>,
    secret: Read<bool>,
    on_end: OnEnd,
    on_cancel: OnCancel,
}

// The methods of a guard are not general enough in its lifetime to be handed around as they are.
pub(crate) fn end(guard: EndGuard<'_, Act>) -> Flow<Act> {
    guard.end()
}

pub(crate) fn wait(guard: EndGuard<'_, Act>) -> Flow<Act> {
    guard.wait()
}

pub(crate) fn ask(guard: EndGuard<'_, Act>) -> Flow<Act> {
    guard.ask()
}

pub(crate) fn suspend(guard: EndGuard<'_, Act>) -> Flow<Act> {
    guard.suspend(|log, ticket| log.tickets.push(ticket))
}

/// Takes the seat off the list, and asks on until that is empty.
pub(crate) fn until_all(seat: Seat, _: u32, guard: EndGuard<'_, Act>) -> Flow<Act> {
    guard.world.asked.retain(|asked| *asked != seat);
    if guard.world.asked.is_empty() { guard.end() } else { guard.ask() }
}

/// A phase that does this in `start`.
pub(crate) fn act(
    name: &'static str,
    start: impl FnMut(EndGuard<'_, Act>) -> Flow<Act> + Send + Sync + 'static,
) -> Act {
    Act {
        name,
        start: Box::new(start),
        update: None,
        answer: Box::new(until_all),
        unasked: None,
        seats: Box::new(|log| log.asked.clone()),
        options: Box::new(|_, log| log.options.clone()),
        check: Box::new(|_, _, _| Ok(())),
        fallback: Box::new(|_, _| None),
        may_revise: Box::new(|_, _| false),
        secret: Box::new(|_, _| false),
        on_end: Box::new(|_, _| {}),
        on_cancel: Box::new(|_| {}),
    }
}

/// A phase that just ends.
pub(crate) fn just(name: &'static str) -> Act {
    act(name, end)
}

/// A phase that waits to be updated.
pub(crate) fn waits(name: &'static str) -> Act {
    act(name, wait).update(wait)
}

/// A phase that asks whoever is on the list of the world until all have answered.
pub(crate) fn asks(name: &'static str) -> Act {
    act(name, ask)
}

macro_rules! setters {
    ($($field:ident: ($($bound:tt)*),)*) => {$(
        pub(crate) fn $field(mut self, $field: impl $($bound)* + Send + Sync + 'static) -> Self {
            self.$field = Box::new($field);
            self
        }
    )*};
}

impl Act {
    setters! {
        answer: (FnMut(Seat, u32, EndGuard<'_, Self>) -> Flow<Self>),
        seats: (Fn(&Log) -> Vec<Seat>),
        options: (Fn(Seat, &Log) -> Option<Vec<u32>>),
        check: (Fn(Seat, u32, &Log) -> Result<(), BoxError>),
        fallback: (Fn(Seat, &Log) -> Option<u32>),
        may_revise: (Fn(Seat, &Log) -> bool),
        secret: (Fn(Seat, &Log) -> bool),
        on_end: (FnMut(&mut Log, &mut Queue<'_, Self>)),
        on_cancel: (FnMut(&mut Log)),
    }

    pub(crate) fn update(
        mut self,
        update: impl FnMut(EndGuard<'_, Self>) -> Flow<Self> + Send + Sync + 'static,
    ) -> Self {
        self.update = Some(Box::new(update));
        self
    }

    pub(crate) fn unasked(
        mut self,
        unasked: impl FnMut(EndGuard<'_, Self>) -> Flow<Self> + Send + Sync + 'static,
    ) -> Self {
        self.unasked = Some(Box::new(unasked));
        self
    }
}

impl Phase for Act {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self.name);
        (self.start)(guard)
    }

    fn on_end(&mut self, log: &mut Log, queue: &mut Queue<'_, Self>) {
        log.note(format!("{}.", self.name));
        (self.on_end)(log, queue);
    }

    fn on_cancel(&mut self, log: &mut Log) {
        log.note(format!("{}!", self.name));
        (self.on_cancel)(log);
    }
}

impl Waits for Act {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let Some(update) = &mut self.update else { return guard.wait() };
        guard.world.note(format!("{}~", self.name));
        update(guard)
    }
}

impl Asks for Act {
    type Answer = u32;

    fn seats(&self, log: &Log) -> Vec<Seat> {
        (self.seats)(log)
    }

    fn options(&self, seat: Seat, log: &Log) -> Option<Vec<u32>> {
        (self.options)(seat, log)
    }

    fn check(&self, seat: Seat, answer: &u32, log: &Log) -> Result<(), BoxError> {
        (self.check)(seat, *answer, log)
    }

    fn fallback(&self, seat: Seat, log: &Log) -> Option<u32> {
        (self.fallback)(seat, log)
    }

    fn may_revise(&self, seat: Seat, log: &Log) -> bool {
        (self.may_revise)(seat, log)
    }

    fn secret(&self, seat: Seat, log: &Log) -> bool {
        (self.secret)(seat, log)
    }

    fn unasked(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("{}-", self.name));
        match &mut self.unasked {
            Some(unasked) => unasked(guard),
            None => guard.fail("nobody to ask"),
        }
    }

    fn answer(&mut self, seat: Seat, answer: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("{}<{}:{answer}", self.name, short(seat)));
        (self.answer)(seat, answer, guard)
    }
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Asks for words, of player 0.
#[phase(world = Log, asks)]
#[derive(Debug)]
pub(crate) struct Menu;

impl Asks for Menu {
    type Answer = &'static str;

    fn answer(&mut self, _: Seat, words: &'static str, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("Menu<{words}"));
        guard.end()
    }
}

/// Asks for numbers as well, of player 0.
#[phase(world = Log, asks)]
#[derive(Debug)]
pub(crate) struct Other;

impl Asks for Other {
    type Answer = u32;

    fn answer(&mut self, _: Seat, number: u32, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("Other<{number}"));
        guard.end()
    }
}
