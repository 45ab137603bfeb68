//! A world that records what happens, and phases that ask, made of closures.
//!
//! A transcript is a line of events: `A` has started, `A<1:7` was answered by player 1 with 7 (`c` is chance), `A-` has
//! nobody to ask (its `unasked` was called), `A~` was updated, `A.` has ended (its `on_end` was called), `A!` was given
//! up (its `on_cancel` was called), `[asking]` is what a call came to, `(A 1: 0 c)` is the question that stands: its
//! phase, its number, and whom it asks.
//! So `A [asking] A<0:7 A. [ended A] [idle]` reads: `A` started and asked, was answered, and ended by that.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use phase_core::prelude::*;

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
    /// How often a phase was asked whom it asks.
    pub(crate) looks: AtomicUsize,
}

impl Log {
    pub(crate) fn note(&mut self, event: impl Into<String>) {
        self.events.push(event.into());
    }

    pub(crate) fn told(&self) -> String {
        self.events.join(" ")
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
    update: Decide,
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
        update: Box::new(wait),
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
    act(name, wait)
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
        update: (FnMut(EndGuard<'_, Self>) -> Flow<Self>),
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
        guard.world.note(format!("{}~", self.name));
        (self.update)(guard)
    }
}

impl Asks for Act {
    type Answer = u32;

    fn seats(&self, log: &Log) -> Vec<Seat> {
        log.looks.fetch_add(1, Ordering::Relaxed);
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

/// A manager with its world, to play with from outside.
#[derive(Default)]
pub(crate) struct Play {
    pub(crate) phases: PhaseManager<Log>,
    pub(crate) log: Log,
}

impl Play {
    /// With these phases pushed, in a world that asks so many players.
    pub(crate) fn of<const N: usize>(seats: u32, phases: [Act; N]) -> Self {
        let mut play = Self::default();
        play.log.asked = players(seats);
        for phase in phases {
            play.phases.push(phase);
        }
        play
    }

    /// Notes what this comes to, also if it is a panic.
    fn noted(&mut self, call: impl FnOnce(&mut PhaseManager<Log>, &mut Log) -> String) {
        let Self { phases, log } = self;
        let outcome = catch_unwind(AssertUnwindSafe(|| call(phases, log)));
        let outcome = outcome.unwrap_or_else(|_| "[panic]".to_owned());
        self.log.note(outcome);
    }

    /// Runs, and notes what the run came to.
    pub(crate) fn run(&mut self) {
        self.noted(|phases, log| match phases.run(log) {
            Ok(status) => format!("[{status:?}]").to_lowercase(),
            Err(error) => outcome_of(&error),
        });
    }

    /// Takes one step, and notes what it came to.
    pub(crate) fn step(&mut self) {
        self.noted(|phases, log| match phases.step(log) {
            Ok(step) => stepped(step, phases),
            Err(error) => outcome_of(&error),
        });
    }

    /// Answers, and notes what it came to.
    pub(crate) fn answer(&mut self, seat: Seat, answer: u32) {
        self.noted(|phases, log| match phases.answer::<Act>(log, seat, answer) {
            Ok(step) => stepped(step, phases),
            Err(error) => refused(error, answer),
        });
    }

    /// The same for an answer of any type.
    pub(crate) fn answer_any(&mut self, seat: Seat, answer: u32) {
        self.noted(|phases, log| match phases.answer_any(log, seat, AnyAnswer::new(answer)) {
            Ok(step) => stepped(step, phases),
            Err(error) => refused(error, AnyAnswer::new(answer)),
        });
    }

    /// The same for an answer that is data.
    pub(crate) fn answer_from(&mut self, number: u64, seat: Seat, data: &str) {
        self.noted(|phases, log| {
            let mut reader = serde_json::Deserializer::from_str(data);
            match phases.answer_from(log, number, seat, &mut reader) {
                Ok(step) => stepped(step, phases),
                Err(error) => refused(error, ()),
            }
        });
    }

    pub(crate) fn time_out(&mut self) {
        self.noted(|phases, log| match phases.time_out(log) {
            Ok(seats) => {
                format!("[timed out:{}]", listed(seats))
            }
            Err(AnswerError::Refused { seat, source, .. }) => format!("[refused {}: {source}]", short(seat)),
            Err(AnswerError::Run(error)) => outcome_of(&error),
            Err(error) => format!("[{error}]"),
        });
    }

    pub(crate) fn cancel(&mut self) {
        self.noted(|phases, log| format!("[cancel: {}]", phases.cancel(log)));
    }

    pub(crate) fn cancel_tree(&mut self) {
        self.noted(|phases, log| format!("[cancel_tree: {}]", phases.cancel_tree(log)));
    }

    pub(crate) fn clear(&mut self) {
        self.noted(|phases, log| {
            phases.clear(log);
            "[clear]".to_owned()
        });
    }

    /// The question that stands.
    pub(crate) fn question(&self) -> String {
        let Some(question) = self.phases.question() else { return "(no question)".to_owned() };
        let seats = listed(question.seats(&self.log));
        format!("({:?} {}:{seats})", question.phase(), question.number())
    }

    /// Notes the question that stands.
    pub(crate) fn ask(&mut self) {
        let question = self.question();
        self.log.note(question);
    }

    /// Notes the levels.
    pub(crate) fn levels(&mut self) {
        let levels = self.phases.levels().to_string().replace('\n', " ");
        self.log.note(format!("{{{levels}}}"));
    }

    /// Everything that can be seen from outside.
    pub(crate) fn state(&self) -> String {
        let Self { phases, log } = self;
        let question = self.question();
        let tickets: Vec<_> = log.tickets.iter().map(Ticket::is_live).collect();
        format!(
            "{phases:?}\n{}\nlevel {}, {} queued\n{:?}\n{question}\n{}\n{:?} {:?} {tickets:?}",
            phases.levels(),
            phases.current_level(),
            phases.len(),
            phases.waiting(),
            log.told(),
            log.asked,
            log.options,
        )
    }

    pub(crate) fn told(&self) -> String {
        self.log.told()
    }

    /// What was noted last, which is then forgotten.
    pub(crate) fn take_last(&mut self) -> String {
        self.log.events.pop().expect("something was noted")
    }
}

fn stepped(step: Step, phases: &PhaseManager<Log>) -> String {
    let name = phases.current().map(|phase| format!("{phase:?}"));
    match step {
        Step::Ended(name) => {
            assert!(["Act", "Menu", "Other"].contains(&name));
            "[ended]".to_owned()
        }
        Step::Waiting(_) => format!("[waiting {}]", name.expect("one waits")),
        Step::Asking(_) => format!("[asking {}]", name.expect("one asks")),
        Step::Idle => "[idle]".to_owned(),
        Step::Halted => "[halted]".to_owned(),
    }
}

/// What was refused, which has to be what was answered.
fn refused<A: PartialEq + fmt::Debug>(error: AnswerError<A>, answer: A) -> String {
    let text = match &error {
        AnswerError::NotAsked { asking: None, .. } => "[nothing asks]".to_owned(),
        AnswerError::NotAsked { asking: Some(name), .. } => format!("[{name} asks]"),
        AnswerError::NotThisSeat { seat, .. } => format!("[not {}]", short(*seat)),
        AnswerError::Refused { source, .. } => format!("[refused: {source}]"),
        AnswerError::Late { number, asking, .. } => format!("[late: {number} {asking:?}]"),
        AnswerError::Unreadable { message, .. } => return format!("[unreadable: {message}]"),
        AnswerError::Run(error) => return outcome_of(error),
        _ => panic!("{error:?}"),
    };
    assert_eq!(error.into_answer(), Some(answer), "the answer is given back");
    text
}

fn outcome_of(error: &RunError) -> String {
    match error {
        RunError::Failed { source, .. } => format!("[failed in {}: {source}]", source.place()),
        RunError::Abandoned { .. } => "[abandoned]".to_owned(),
        RunError::StartLimit { limit, .. } => format!("[limit: {limit}]"),
        _ => format!("[{error}]"),
    }
}
